internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Failures after which the code still hands out what it has taken back.
extension SwallowedStoreError {
  /// `do { try context.save() } catch { context.rollback() }` before `return notes.map(\.objectID)`.
  static func checkRolledBack(_ attempt: DoStmtSyntax, in file: LintFile, report: RuleReport) {
    guard let last = attempt.catchClauses.last, attempt.body.isHandwritten,
      let save = attempt.body.statements.firstSave, last.body.takesBackAndGoesOn,
      let body = attempt.enclosing(FunctionDeclSyntax.self)?.body, body.isHandwritten,
      let result = body.statements.last?.item.as(ReturnStmtSyntax.self),
      result.position >= attempt.endPosition, let value = result.expression,
      let names = value.namesOfIdentified,
      // What was there before stays, and keeps its id.
      body.hasDescendant(where: { $0.as(FunctionCallExprSyntax.self)?.makesManaged ?? false }),
      names.contains(where: { if case .local? = $0.nameOrigin { true } else { false } })
    else { return }
    report(
      "when this save fails, the new objects are taken back, and line \(file.location(result).line ?? 0) gives their "
        + "identifiers as if they were stored", at: file.location(save.nameNode),
      help: "let the error out behind 'rollback()'", severity: .warning)
  }
}

extension SwallowedStoreError {
  static let lost: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      func add(_ titles: [String], _ context: NSManagedObjectContext) -> [NSManagedObjectID] {
        let notes = titles.map { title in
          let note = CDNote(context: context)
          note.title = title
          return note
        }
        do { try context.↓save() } catch { context.rollback() }
        return notes.map(\\.objectID)
      }
      """,
    clean: """
      func add(_ titles: [String], _ context: NSManagedObjectContext) throws -> [NSManagedObjectID] {
        let notes = titles.map { title in
          let note = CDNote(context: context)
          note.title = title
          return note
        }
        do { try context.save() } catch {
          context.rollback()
          throw error
        }
        return notes.map(\\.objectID)
      }
      """)
}

extension CodeBlockSyntax {
  /// Whether it calls `rollback()` and then neither returns nor throws.
  fileprivate var takesBackAndGoesOn: Bool {
    var takesBack = false
    let leaves = hasDescendant { node in
      if node.as(FunctionCallExprSyntax.self)?.name == "rollback" { takesBack = true }
      return node.is(ReturnStmtSyntax.self) || node.is(ThrowStmtSyntax.self)
        || node.as(FunctionCallExprSyntax.self)?.endsProgram ?? false
    }
    return takesBack && !leaves
  }
}

extension ExprSyntax {
  /// `notes` of `notes.map(\.objectID)`, and `note` of `note.objectID`.
  fileprivate var namesOfIdentified: [DeclReferenceExprSyntax]? {
    guard mentions(["objectID"]) else { return nil }
    var names: [DeclReferenceExprSyntax] = []
    forEachDescendant { node in
      if let name = node.as(DeclReferenceExprSyntax.self), name.isValue { names.append(name) }
      return true
    }
    return names
  }
}
