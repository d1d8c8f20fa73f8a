internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds loops that make a background context for each element.
struct ContextForEach: SourceRule {
  static let info = RuleInfo(
    id: "context-for-each", group: .dataAccess, severity: .warning,
    summary: "a loop makes a background context for each element",
    why:
      "the contexts work at the same time, and none sees what the others have not saved yet: the same object is inserted "
      + "twice, saves fail with conflicts, and each save merges into the main context by itself",
    fix: "make one context, and run the loop inside of its 'perform'",
    limits: "loops that write and wait for none of the contexts",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func add(_ titles: [String], _ container: NSPersistentContainer) {
          for title in titles {
            container.↓performBackgroundTask { context in
              CDNote(context: context).title = title
              do { try context.save() } catch { show(error) }
            }
          }
        }
        ---
        func add(_ titles: [String], _ container: NSPersistentContainer) {
          for title in titles {
            let context = container.↓newBackgroundContext()
            context.perform {
              CDNote(context: context).title = title
              do { try context.save() } catch { show(error) }
            }
          }
        }
        ---
        func clear(_ ids: [NSManagedObjectID], _ container: NSPersistentContainer) {
          ids.forEach { id in
            container.↓performBackgroundTask { context in
              context.delete(context.object(with: id))
              do { try context.save() } catch { show(error) }
            }
          }
        }
        """,
      clean: """
        func add(_ titles: [String], _ container: NSPersistentContainer) {
          container.performBackgroundTask { context in
            for title in titles { CDNote(context: context).title = title }
            do { try context.save() } catch { show(error) }
          }
        }
        ---
        func show(_ titles: [String], _ container: NSPersistentContainer) {
          for title in titles {
            container.performBackgroundTask { context in show(title, context) }
          }
        }
        ---
        func add(_ titles: [String], _ container: NSPersistentContainer) {
          container.performBackgroundTask { context in
            titles.forEach { CDNote(context: context).title = $0 }
            do { try context.save() } catch { show(error) }
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "performBackgroundTask" && call.lastClosure != nil
        || call.name == "newBackgroundContext" && call.arguments.isEmpty,
      call.receiver != nil, let loop = call.loopOfElements, loop.saves
    else { return }
    report(
      "each round of this loop makes a context of its own, and they write beside each other",
      at: file.location(call.nameNode))
  }
}

extension FunctionCallExprSyntax {
  /// What the nearest loop over a list runs, as far as no function stands in between.
  fileprivate var loopOfElements: Syntax? {
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent, !next.is(MemberBlockItemSyntax.self),
        !next.is(FunctionDeclSyntax.self)
      else { return nil }
      if let loop = next.as(ForStmtSyntax.self), loop.body.id == node.as(CodeBlockSyntax.self)?.id {
        // A stream goes on for as long as the app runs, and portions are meant to be apart.
        guard loop.awaitKeyword == nil,
          !loop.sequence.mentions(["stride", "chunked", "batches", "chunks"])
        else { return nil }
        return Syntax(loop.body)
      }
      if let closure = next.as(ClosureExprSyntax.self) {
        guard let call = closure.userCall else { return nil }
        if call.name == "forEach" { return Syntax(closure.statements) }
        return nil
      }
      node = next
    }
    return nil
  }
}

extension Syntax {
  /// Whether a loop saves and does not wait for what it has begun.
  fileprivate var saves: Bool {
    !hasDescendant { $0.is(AwaitExprSyntax.self) } && !mentions(["performAndWait"])
      && hasDescendant { node in
        node.as(FunctionCallExprSyntax.self).map { $0.name == "save" && $0.arguments.isEmpty }
          ?? false
      }
  }
}
