internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds contexts that take their changes with them.
struct UnsavedContext: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "unsaved-context", group: .dataAccess, severity: .warning,
    summary: "a context made for a piece of work changes objects and never saves",
    why: "only the container's main context saves by itself: what a context made with "
      + "'ModelContext(container)' or by '@ModelActor' was not told to save is gone with it",
    fix: "end the work with 'try context.save()'",
    limits:
      "only contexts that stay in their function, and those of actors with '@ModelActor' none of whose "
      + "code saves; one that is handed on may be saved elsewhere",
    examples: [RuleExample].texts(
      in: AccessText.models,
      flagged: """
        func add(_ titles: [String], to container: ModelContainer) {
          let context = ModelContext(container)
          for title in titles {
            let note = Note()
            note.title = title
            ↓context.insert(note)
          }
        }
        ---
        actor Cleaner {
          let container: ModelContainer
          init(container: ModelContainer) { self.container = container }
          func clean() throws {
            let background = ModelContext(container)
            let old = try background.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.rank < 0 }))
            for note in old { ↓background.delete(note) }
          }
        }
        ---
        func clear(_ container: ModelContainer) throws {
          let modelContext = ModelContext(container)
          modelContext.undoManager = nil
          try ↓modelContext.delete(model: Note.self)
        }
        ---
        @ModelActor actor Importer {
          func add(_ titles: [String]) {
            for title in titles {
              let note = Note()
              note.title = title
              modelContext.↓insert(note)
            }
          }
        }
        """,
      clean: """
        @ModelActor actor Importer {
          func add() { modelContext.insert(Note()) }
          func drop(_ note: Note) { modelContext.delete(note) }
        }
        // file: Importer+Save.swift
        import SwiftData
        extension Importer {
          func finish() throws { try modelContext.save() }
        }
        ---
        protocol Saving: ModelActor {}
        extension Saving { func commit() throws { try modelContext.save() } }
        @ModelActor actor Importer: Saving {
          func add() throws {
            modelContext.insert(Note())
            try commit()
          }
        }
        ---
        @ModelActor actor Importer {
          func add() { change { $0.insert(Note()) } }
          private func change(_ work: (ModelContext) -> Void) { work(modelContext) }
          func drop() throws { try modelContext.delete(model: Note.self) }
        }
        ---
        func add(_ titles: [String], to container: ModelContainer) throws {
          let context = ModelContext(container)
          for title in titles {
            let note = Note()
            note.title = title
            context.insert(note)
          }
          try context.save()
        }
        ---
        func add(to container: ModelContainer) {
          let context = ModelContext(container)
          context.autosaveEnabled = true
          context.insert(Note())
        }
        ---
        func add(to container: ModelContainer) throws {
          let context = ModelContext(container)
          context.insert(Note())
          try finish(context)
        }
        func finish(_ context: ModelContext) throws { if context.hasChanges { try context.save() } }
        """) + CoreDataText.unsaved)

  static let nodes: [SyntaxKind] = [.variableDecl, .functionCallExpr]

  /// Actors that keep their changes to themselves.
  func check(_ lint: LintContext, report: RuleReport) {
    let contexts = Dictionary(grouping: lint.flows.contexts, by: \.owner)
    let parents = Dictionary(grouping: lint.flows.inheritances, by: \.type)
    for (actor, parts) in contexts.sorted(by: { $0.key < $1.key }) {
      guard parts.contains(where: \.isModelActor) else { continue }
      let names = [actor, "ModelActor"] + (parents[actor] ?? []).map(\.from)
      guard !names.flatMap({ contexts[$0] ?? [] }).contains(where: \.mayBeSaved),
        let change = parts.compactMap(\.change).min(by: { $0.precedes($1) })
      else { continue }
      report(
        "nothing saves the context of the actor '\(actor)', so this change is lost", at: change)
    }
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let call = node.as(FunctionCallExprSyntax.self) {
      return checkTask(call, in: file, report: report)
    }
    guard !file.isTest, let variable = node.as(VariableDeclSyntax.self),
      variable.bindings.count == 1, let binding = variable.bindings.first, let name = binding.name,
      let made = binding.initializer?.value.call,
      let items = variable.parent?.parent?.as(CodeBlockItemListSyntax.self),
      items.isHandwritten, !items.isThrowaway
    else { return }
    if made.name == "newBackgroundContext" {
      return checkBackground(name, variable, items, in: file, report: report)
    }
    guard file.meansSwiftData, made.calledExpression.dottedName == "ModelContext",
      made.arguments.count == 1
    else { return }
    var change: Syntax?
    var isSafe = false
    items.forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isValue,
        use.position >= variable.endPosition
      else { return !isSafe }
      guard let access = use.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == ExprSyntax(use).id
      else {
        isSafe = true
        return false
      }
      switch access.declName.baseName.text {
      case "save", "transaction": isSafe = true
      // `context.autosaveEnabled = false` is what it is anyway.
      case "autosaveEnabled":
        isSafe = !(access.parent?.as(ExprListSyntax.self)?.last?.trimmedDescription == "false")
      case "insert", "delete": change = change ?? Syntax(use)
      default: break
      }
      return !isSafe
    }
    guard !isSafe, let change else { return }
    report(
      "'\(name)' never saves, so this change is lost", at: file.location(change))
  }
}

extension CodeBlockItemListSyntax {
  /// Samples for previews live in memory only.
  fileprivate var isThrowaway: Bool {
    if mentions(["isStoredInMemoryOnly", "mainContext"]) { return true }
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent else { return false }
      let name =
        next.as(FunctionDeclSyntax.self)?.name.text ?? next.typeName
        ?? next.as(MacroExpansionExprSyntax.self)?.macroName.text
        ?? next.as(MacroExpansionDeclSyntax.self)?.macroName.text
        ?? next.as(PatternBindingSyntax.self)?.name ?? ""
      if ["preview", "sample", "mock"].contains(where: { name.lowercased().contains($0) }) {
        return true
      }
      node = next
    }
    return false
  }
}
