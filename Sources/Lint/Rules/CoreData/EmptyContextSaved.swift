internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds saves of contexts that are made for nothing but the save.
struct EmptyContextSaved: SourceRule {
  static let info = RuleInfo(
    id: "empty-context-saved", group: .dataAccess, severity: .warning,
    summary: "'performBackgroundTask' saves its new context, in which nothing was changed",
    why:
      "'performBackgroundTask' makes a context of its own each time: it knows nothing of what was changed in "
      + "'viewContext' or any other, so that these changes are never written",
    fix: "save the context whose objects were changed, on its own queue",
    limits: "only closures that do nothing with the context but save it; tests are left alone",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func keep(_ container: NSPersistentContainer) async throws {
          let note = CDNote(context: container.viewContext)
          note.title = "new"
          try await container.performBackgroundTask { context in
            try context.↓save()
          }
        }
        ---
        func keep(_ container: NSPersistentContainer) {
          container.performBackgroundTask { context in
            context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
            guard context.hasChanges else { return }
            do { try context.↓save() } catch { print(error) }
          }
        }
        ---
        func keep(_ container: NSPersistentContainer) {
          container.performBackgroundTask { try? $0.↓save() }
        }
        """,
      clean: """
        func keep(_ container: NSPersistentContainer) async throws {
          try await container.performBackgroundTask { context in
            CDNote(context: context).title = "new"
            try context.save()
          }
        }
        ---
        func keep(_ container: NSPersistentContainer, _ id: NSManagedObjectID) async throws {
          try await container.performBackgroundTask { context in
            context.object(with: id).setValue("new", forKey: "title")
            try context.save()
          }
        }
        ---
        func keep(
          _ container: NSPersistentContainer, _ work: @escaping @Sendable (NSManagedObjectContext) -> Void
        ) async throws {
          try await container.performBackgroundTask { context in
            work(context)
            try context.save()
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  /// What does not change anything in a context.
  private static let harmless: Set = [
    "automaticallyMergesChangesFromParent", "hasChanges", "mergePolicy", "name", "save",
    "transactionAuthor", "undoManager",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self), call.name == "performBackgroundTask",
      !file.isTest, let closure = call.lastClosure, closure.isHandwritten
    else { return }
    let context = closure.firstParameter
    var save: DeclReferenceExprSyntax?
    var isUsed = false
    closure.statements.forEachDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self), name.baseName.text == context else {
        return !isUsed
      }
      let access = name.parent?.as(MemberAccessExprSyntax.self)
      guard let access, access.base?.id == ExprSyntax(name).id,
        Self.harmless.contains(access.declName.baseName.text)
      else {
        // `save(context)`, and the name of a member: `self.context`
        isUsed = isUsed || name.isValue
        return !isUsed
      }
      if access.declName.baseName.text == "save" { save = access.declName }
      return true
    }
    guard let save, !isUsed else { return }
    report(
      "this saves a context that is made here and in which nothing is changed: what was changed in another one "
        + "is not written by it", at: file.location(save))
  }
}
