internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds saves that depend on the changes of another context.
struct OtherContextSaved: SourceRule {
  static let info = RuleInfo(
    id: "other-context-saved", group: .dataAccess, severity: .warning,
    summary: "one context is asked whether it has changes, and another one is saved",
    why:
      "the answer says nothing of the context that is saved: its changes are kept back while the other one has none, "
      + "and those of the other one are never saved",
    fix: "ask the context that is saved, and save the one that is asked",
    limits:
      "conditions that ask one context alone, in functions that save another one and nowhere the one that is asked",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        final class Stack {
          let viewContext: NSManagedObjectContext
          let writer: NSManagedObjectContext
          init(_ container: NSPersistentContainer) {
            viewContext = container.viewContext
            writer = container.newBackgroundContext()
          }
          func save() throws {
            guard ↓viewContext.hasChanges else { return }
            try writer.save()
          }
        }
        ---
        func save(_ container: NSPersistentContainer, _ scratch: NSManagedObjectContext) {
          if ↓container.viewContext.hasChanges {
            do { try scratch.save() } catch { scratch.rollback() }
          }
        }
        ---
        struct Saver {
          let main: NSManagedObjectContext
          let worker: NSManagedObjectContext
          func save() {
            worker.performAndWait {
              guard ↓self.main.hasChanges else { return }
              do { try self.worker.save() } catch { self.worker.rollback() }
            }
          }
        }
        """,
      clean: """
        func save(_ context: NSManagedObjectContext, _ parent: NSManagedObjectContext) throws {
          guard context.hasChanges else { return }
          try context.save()
          try parent.save()
        }
        ---
        func save(_ container: NSPersistentContainer, _ other: NSManagedObjectContext) throws {
          if container.viewContext.hasChanges { try container.viewContext.save() }
          if container.viewContext.hasChanges || other.hasChanges { try other.save() }
        }
        ---
        func save(_ container: NSPersistentContainer) throws {
          let context = container.viewContext
          guard container.viewContext.hasChanges else { return }
          try context.save()
        }
        """))

  static let nodes: [SyntaxKind] = [.guardStmt, .ifExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    let conditions: ConditionElementListSyntax
    let code: Syntax
    if let check = node.as(GuardStmtSyntax.self),
      let items = check.enclosing(CodeBlockItemListSyntax.self)
    {
      (conditions, code) = (check.conditions, Syntax(items))
    } else if let choice = node.as(IfExprSyntax.self) {
      (conditions, code) = (choice.conditions, Syntax(choice.body))
    } else {
      return
    }
    guard !file.isTest,
      let asked = conditions.onlyElement?.condition.as(ExprSyntax.self)?.unwrapped
        .as(MemberAccessExprSyntax.self), asked.declName.baseName.text == "hasChanges",
      let context = asked.base, context.isContextOfCoreData, let body = node.enclosingBody,
      body.isHandwritten, let name = context.contextName,
      case let all = body.savedContexts, !all.contains(name), !all.contains(""),
      case let own = code.savedContexts.subtracting([""]), let other = own.first, own.count == 1,
      // What another variable is, may be the same context.
      !body.declares(other.lastPart), !body.declares(name.lastPart),
      file.queue(of: context) != nil || other != name
    else { return }
    report(
      "'\(context.trimmedDescription)' is asked, and '\(other)' is saved: its changes wait for those of another context",
      at: file.location(asked))
  }
}

extension ExprSyntax {
  /// `container.viewContext`, without `self.` and marks.
  fileprivate var contextName: String? {
    let text = trimmedDescription.filter { !"?! ".contains($0) }
    let name = text.hasPrefix("self.") ? String(text.dropFirst(5)) : text
    return name.allSatisfy({ $0.isLetter || $0.isNumber || "._".contains($0) }) ? name : nil
  }
}

extension Syntax {
  /// The contexts that code saves, by their names; empty for any whose name is not written.
  fileprivate var savedContexts: Set<String> {
    var found: Set<String> = []
    forEachDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name.hasPrefix("save") else {
        return true
      }
      guard call.name == "save", call.arguments.isEmpty, let receiver = call.receiver,
        receiver.isContextOfCoreData
      else {
        found.insert("")
        return true
      }
      found.insert(receiver.contextName ?? "")
      return true
    }
    return found
  }

  /// Whether a variable of the code has the name.
  fileprivate func declares(_ name: String) -> Bool {
    hasDescendant { $0.as(IdentifierPatternSyntax.self)?.identifier.text == name }
  }
}
