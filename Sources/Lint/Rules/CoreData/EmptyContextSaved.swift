internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds saves of contexts that are made for nothing but the save.
struct EmptyContextSaved: SourceRule {
  static let info = RuleInfo(
    id: "empty-context-saved", group: .dataAccess, severity: .warning,
    summary: "a new context is saved in which nothing was changed",
    why:
      "a context that is made here, as 'performBackgroundTask' makes one each time, knows nothing of what was changed "
      + "in 'viewContext' or any other, so that these changes are never written",
    fix: "save the context whose objects were changed, on its own queue",
    limits:
      "only code that does nothing with the context but save it, of SwiftData's where it changes an object beside "
      + "it; tests are left alone",
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
        """) + made)

  private static let made: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      actor NoteStore {
        let container: ModelContainer
        init(container: ModelContainer) { self.container = container }
        private func note(_ title: String) throws -> Note? {
          let context = ModelContext(container)
          return try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
        }
        func raise(_ title: String) throws {
          let context = ModelContext(container)
          guard let known = try note(title) else { return }
          known.rank += 1
          known.title = "new"
          do { try context.↓save() } catch { throw CancellationError() }
        }
      }
      """,
    clean: """
      actor NoteStore {
        let container: ModelContainer
        init(container: ModelContainer) { self.container = container }
        private func note(_ title: String, _ context: ModelContext) throws -> Note? {
          try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
        }
        func raise(_ title: String) throws {
          let context = ModelContext(container)
          guard let known = try note(title, context) else { return }
          known.title = "new"
          try context.save()
        }
        func fill() throws {
          let context = ModelContext(container)
          try context.save()
        }
      }
      """)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  /// What does not change anything in a context.
  private static let harmless: Set = [
    "author", "automaticallyMergesChangesFromParent", "autosaveEnabled", "hasChanges",
    "mergePolicy",
    "name", "save", "transactionAuthor", "undoManager",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self), !file.isTest else { return }
    if call.name == "ModelContext" { return checkMade(call, in: file, report) }
    guard call.name == "performBackgroundTask", let closure = call.lastClosure,
      closure.isHandwritten, case let context = closure.firstParameter,
      let save = onlySave(of: context, in: closure.statements)
    else { return }
    report(
      "this saves a context that is made here and in which nothing is changed: what was changed in another one "
        + "is not written by it", at: file.location(save))
  }

  /// `let context = ModelContext(container)`, which nothing but a save follows, where objects of another context
  /// are changed.
  private func checkMade(
    _ call: FunctionCallExprSyntax, in file: LintFile, _ report: RuleReport
  ) {
    guard file.meansSwiftData, call.arguments.count == 1,
      let binding = call.enclosing(PatternBindingSyntax.self), let name = binding.name,
      binding.initializer?.value.call?.id == call.id,
      let items = binding.enclosing(CodeBlockItemListSyntax.self),
      binding.enclosing(MemberBlockItemSyntax.self).map({ !$0.decl.is(VariableDeclSyntax.self) })
        ?? true,
      items.isHandwritten, let save = onlySave(of: name, in: items),
      let (object, type) = items.changedObject(TypeReader(file: file))
    else { return }
    report(
      "this saves a context that is made here and knows nothing of '\(object)', which belongs to another one: its "
        + "changes are not written", at: file.location(save), entity: type,
      help: "fetch '\(object)' in the context that is saved")
  }

  /// The save of a context with which the code does nothing else.
  private func onlySave(
    of context: String, in items: CodeBlockItemListSyntax
  ) -> DeclReferenceExprSyntax? {
    var save: DeclReferenceExprSyntax?
    var isUsed = false
    items.forEachDescendant { node in
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
    return isUsed ? nil : save
  }
}

extension CodeBlockItemListSyntax {
  /// An object whose attributes are set, with its class.
  fileprivate func changedObject(_ types: TypeReader) -> (String, String)? {
    var found: (String, String)?
    forEachDescendant { node in
      guard found == nil, let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count > 2,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let object = terms.first?.as(MemberAccessExprSyntax.self)?.base?
          .as(DeclReferenceExprSyntax.self), !object.isSelf,
        let type = types.model(of: ExprSyntax(object)),
        // What is made here, an insert may bring in by a relationship.
        !(object.localValue?.call?.name == type)
      else { return found == nil }
      found = (object.baseName.text, type)
      return false
    }
    return found
  }
}
