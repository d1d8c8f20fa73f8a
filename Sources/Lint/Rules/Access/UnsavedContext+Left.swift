internal import Diagnostics
internal import SwiftSyntax

extension UnsavedContext {
  /// `for id in ids { guard let id else { return }; context.delete(…) }` before `try context.save()`: whoever
  /// leaves in between leaves the changes behind.
  func checkLeft(_ save: FunctionCallExprSyntax, in file: LintFile, _ report: RuleReport) {
    guard save.name == "save", save.arguments.isEmpty, !file.isTest, file.meansSwiftData,
      let context = save.receiver?.unwrapped, context.savesNothingByItself,
      let items = save.enclosing(CodeBlockItemListSyntax.self), items.isHandwritten,
      items.contains(where: { $0.item.plainCall?.id == save.id }),
      items.parent?.parent?.is(FunctionDeclSyntax.self) ?? false
        || items.parent?.parent?.is(DoStmtSyntax.self) ?? false,
      !items.hasDescendant(where: { $0.is(DeferStmtSyntax.self) })
    else { return }
    let name = context.trimmedDescription
    var isChanged = false
    // A condition that asks for what the changes were made of, or counted, tells whether there are any.
    var asked: Set = [name]
    for item in items where item.endPosition <= save.position {
      let isLoop = item.item.is(ForStmtSyntax.self)
      if isChanged || isLoop && item.changes(name), let way = item.wayOut(asking: asked) {
        report(
          "this leaves the function before its changes of '\(name)' are saved",
          at: file.location(way),
          help: isLoop ? "write 'continue', or save before it returns" : "save before it returns")
        return
      }
      if item.mentions(["rollback", "save"]) {
        isChanged = false
      } else if isLoop || item.item.plainCall != nil {
        if item.changes(name) {
          isChanged = true
          asked.formUnion(item.names)
        }
      }
    }
  }

  static let left: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      @ModelActor actor Cleaner {
        func remove(_ ids: [PersistentIdentifier?]) throws {
          for id in ids {
            guard let id else { ↓return }
            modelContext.delete(modelContext.model(for: id))
          }
          try modelContext.save()
        }
      }
      ---
      func add(_ title: String, to container: ModelContainer) throws {
        let context = ModelContext(container)
        let note = Note()
        context.insert(note)
        guard !title.isEmpty else { ↓return }
        note.title = title
        try context.save()
      }
      """,
    clean: """
      @ModelActor actor Cleaner {
        func remove(_ ids: [PersistentIdentifier?]) throws {
          guard !ids.isEmpty else { return }
          for id in ids {
            guard let id else { continue }
            modelContext.delete(modelContext.model(for: id))
          }
          try modelContext.save()
        }
        func add(_ title: String) throws {
          let note = Note()
          modelContext.insert(note)
          if title.isEmpty {
            try modelContext.save()
            return
          }
          guard title.count < 100 else {
            modelContext.delete(note)
            return
          }
          note.title = title
          try modelContext.save()
        }
      }
      ---
      func sweep(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        let old = try context.fetch(FetchDescriptor<Note>())
        for note in old { context.delete(note) }
        guard !old.isEmpty else { return }
        try context.save()
      }
      ---
      func add(_ titles: [String], to container: ModelContainer) throws {
        let context = ModelContext(container)
        var isNew = false
        for title in titles where title.count > 3 {
          context.insert(Note())
          isNew = true
        }
        if !isNew { return }
        try context.save()
      }
      ---
      func fill(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        context.insert(Note())
        guard context.hasChanges else { return }
        try context.save()
      }
      ---
      struct NoteButton: View {
        @Environment(\\.modelContext) private var context
        let title: String
        var body: some View { Button("Add") { do { try add() } catch { print(error) } } }
        private func add() throws {
          context.insert(Note())
          if title.isEmpty { return }
          try context.save()
        }
      }
      """)
}

extension ExprSyntax {
  /// Whether it is a context that was made in the function, or that of a model actor.
  fileprivate var savesNothingByItself: Bool {
    guard let name = self.as(DeclReferenceExprSyntax.self) else { return false }
    if name.baseName.text == "modelContext", name.nameOrigin == nil {
      return enclosing(ActorDeclSyntax.self)?.attribute("ModelActor") != nil
    }
    guard case .local(_, let value?)? = name.nameOrigin else { return false }
    return value.makesNewContext()
  }
}

extension CodeBlockItemSyntax {
  /// Whether it inserts into the context, or deletes from it.
  fileprivate func changes(_ context: String) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      return ["delete", "insert"].contains(call.name)
        && call.receiver?.trimmedDescription == context
    }
  }

  fileprivate var names: Set<String> {
    Set(
      tokens(viewMode: .sourceAccurate).compactMap {
        if case .identifier(let name) = $0.tokenKind { name } else { nil }
      })
  }

  /// The `return` by which the statement may leave the function, where the block around it neither saves nor
  /// takes anything back.
  ///
  /// - Parameter names: what no condition on the way asks for.
  fileprivate func wayOut(asking names: Set<String>) -> Syntax? {
    var found: Syntax?
    forEachDescendant { node in
      if found != nil || node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self)
        || node.conditions?.mentions(names) ?? false
      {
        return false
      }
      if node.is(ReturnStmtSyntax.self),
        !(node.enclosing(CodeBlockItemListSyntax.self)?
          .mentions(["delete", "insert", "rollback", "save"]) ?? true)
      {
        found = node
      }
      return found == nil
    }
    return found
  }
}

extension Syntax {
  fileprivate var conditions: ConditionElementListSyntax? {
    self.as(GuardStmtSyntax.self)?.conditions ?? self.as(IfExprSyntax.self)?.conditions
  }
}
