internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Deletions that come after the last save of a context which a class keeps for itself.
extension UnsavedContext {
  static let last: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      final class Sync {
        private lazy var worker = container.newBackgroundContext()
        private let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func start() {
          Task {
            for await note in Server.notes() {
              CDNote(context: worker).title = note
              do { try worker.save() } catch { print(error) }
            }
            clean()
            print("done")
          }
        }
        private func clean() {
          do {
            for note in try worker.fetch(CDNote.fetchRequest()) { worker.↓delete(note) }
          } catch { print(error) }
        }
      }
      """,
    clean: """
      final class Sync {
        private lazy var worker = container.newBackgroundContext()
        private let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func start() {
          Task {
            clean()
            finish()
          }
        }
        private func clean() {
          worker.performAndWait {
            do {
              for note in try worker.fetch(CDNote.fetchRequest()) {
                if Server.knows(note.title) { continue }
                worker.delete(note)
              }
            } catch { print(error) }
          }
        }
        private func finish() {
          worker.performAndWait {
            do { try worker.save() } catch { print(error) }
          }
        }
      }
      ---
      final class Sync {
        private lazy var worker = container.newBackgroundContext()
        private let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func start() { all() }
        private func all() {
          worker.performAndWait {
            do {
              for note in try worker.fetch(CDNote.fetchRequest()) {
                if !Server.knows(note.title) { remove(note) }
              }
              try worker.save()
            } catch { print(error) }
          }
        }
        private func remove(_ note: CDNote) {
          worker.performAndWait { worker.delete(note) }
        }
      }
      """)

  /// A private function that deletes in the type's own background context, and behind whose calls nothing
  /// saves.
  func checkLast(_ function: FunctionDeclSyntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, function.modifiers.isPrivate, let body = function.body,
      body.isHandwritten, function.enclosingType != nil, !file.ask(.usesCoreData).isEmpty,
      let deletion = body.deletionInOwnContext(file),
      case let name = deletion.context.lastName ?? "", !body.mayFinish(name, file),
      file.tree.isNeverSaved(after: function, name, file),
      // Other files may call what saves.
      !file.tree.hasDescendant(where: { node in
        guard let other = node.as(FunctionDeclSyntax.self), !other.modifiers.isPrivate else {
          return false
        }
        return other.name.text.mayFinish
      })
    else { return }
    report(
      "nothing saves '\(name)' after '\(function.name.text)', so what is deleted here comes back",
      at: file.location(deletion.place))
  }
}

extension SyntaxProtocol {
  /// `worker.delete(note)`, where the type around makes the context and shows it nobody.
  fileprivate func deletionInOwnContext(
    _ file: LintFile
  ) -> (context: ExprSyntax, place: Syntax)? {
    var found: (ExprSyntax, Syntax)?
    forEachDescendant { node in
      guard found == nil, let call = node.as(FunctionCallExprSyntax.self), call.name == "delete",
        let context = call.receiver?.unwrapped, context.isOwnMadeContext(file)
      else { return found == nil }
      found = (context, Syntax(call.nameNode))
      return false
    }
    return found
  }

  /// Whether something here saves, or hands the context to code that may.
  fileprivate func mayFinish(_ context: String, _ file: LintFile, _ steps: Int = 3) -> Bool {
    hasDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self) {
        if call.mayFinish { return true }
        guard steps > 0, let body = call.functionOfFile?.body else { return false }
        return body.mayFinish(context, file, steps - 1)
      }
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == context else {
        return false
      }
      let whole = use.parent?.as(MemberAccessExprSyntax.self).flatMap {
        $0.declName.id == use.id ? Syntax($0) : nil
      }
      return !((whole ?? Syntax(use)).parent?.is(MemberAccessExprSyntax.self) ?? false)
    }
  }
}

extension ExprSyntax {
  /// Whether it is a private property that the type gives a background context of its own.
  fileprivate func isOwnMadeContext(_ file: LintFile) -> Bool {
    let access = self.as(MemberAccessExprSyntax.self)
    guard access?.base?.isSelfName ?? true,
      let name = access?.declName ?? self.as(DeclReferenceExprSyntax.self),
      let owner = name.ownerName,
      let variable = sourceFile?.binding(name.baseName.text, of: owner)?.parent?.parent?
        .as(VariableDeclSyntax.self), variable.modifiers.isPrivate
    else { return false }
    if access == nil {
      switch name.nameOrigin {
      case .property, nil: break
      default: return false
      }
    }
    return variable.mentions(FunctionCallExprSyntax.makers) && file.queue(of: self) != .main
  }
}

extension SourceFileSyntax {
  /// Whether nothing saves behind any call of the function, nor behind a call of what calls it.
  fileprivate func isNeverSaved(
    after function: FunctionDeclSyntax, _ context: String, _ file: LintFile, _ steps: Int = 3
  ) -> Bool {
    guard steps > 0 else { return false }
    var calls: [Syntax] = []
    var isKnown = true
    forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == function.name.text
      else {
        return isKnown
      }
      let whole = use.parent?.as(MemberAccessExprSyntax.self).map { Syntax($0) } ?? Syntax(use)
      if let call = whole.parent?.as(FunctionCallExprSyntax.self),
        call.calledExpression.id == whole.as(ExprSyntax.self)?.id
      {
        calls.append(Syntax(call))
      } else {
        isKnown = false
      }
      return isKnown
    }
    guard isKnown, !calls.isEmpty else { return isKnown && !function.modifiers.isPrivate }
    return calls.allSatisfy { call in
      guard !call.isSavedLater(context, file), let caller = call.enclosing(FunctionDeclSyntax.self),
        caller.name.text != function.name.text
      else { return false }
      return isNeverSaved(after: caller, context, file, steps - 1)
    }
  }
}

extension Syntax {
  /// Whether something that stands behind it in its function saves, or a loop around it does.
  fileprivate func isSavedLater(_ context: String, _ file: LintFile) -> Bool {
    var node = self
    for _ in 0..<128 {
      guard let next = node.parent, !next.is(FunctionDeclSyntax.self) else { return false }
      if Loop(next) != nil || next.is(WhileStmtSyntax.self), next.mayFinish(context, file) {
        return true
      }
      if let items = next.as(CodeBlockItemListSyntax.self),
        items.contains(where: {
          // What is deferred runs behind it, wherever it stands.
          ($0.position > node.position || $0.item.is(DeferStmtSyntax.self))
            && $0.mayFinish(context, file)
        })
      {
        return true
      }
      node = next
    }
    return true
  }
}
