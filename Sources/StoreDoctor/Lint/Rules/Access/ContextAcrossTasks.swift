internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds contexts and objects that are used on another thread than their own.
struct ContextAcrossTasks: SourceRule {
  static let info = RuleInfo(
    id: "context-across-tasks", group: .dataAccess, severity: .warning,
    summary: "a context or a model object is used by code that runs on another thread",
    why:
      "neither may be touched by two threads: objects lose changes, saves fail, and the app stops "
      + "now and then with errors that name something else",
    fix:
      "make a context of its own there with 'ModelContext(container)' or a @ModelActor, and hand "
      + "over 'persistentModelID' instead of the object",
    limits:
      "only work that certainly leaves its thread: 'Task.detached', queues other than the main "
      + "one, task groups, and tasks of types that are bound to no actor; what is made inside is "
      + "left alone",
    examples: [RuleExample].texts(
      in: AccessText.models,
      flagged: """
        struct ImportButton: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View {
            Button("Import") {
              Task.detached { ↓modelContext.insert(Note()) }
            }
          }
        }
        ---
        func rename(_ note: Note) {
          DispatchQueue.global().async { ↓note.title = "new" }
        }
        ---
        func export(_ notes: [Note], container: ModelContainer) async {
          let context = ModelContext(container)
          await withTaskGroup(of: Void.self) { group in
            for note in notes {
              group.addTask { print(↓note.title, try? ↓context.fetchCount(FetchDescriptor<Note>()) as Any) }
            }
          }
        }
        ---
        actor Exporter {
          let container: ModelContainer
          init(container: ModelContainer) { self.container = container }
          func titles() async throws -> [String] {
            try await container.↓mainContext.fetch(FetchDescriptor<Note>()).map(\\.title)
          }
        }
        ---
        func upload(_ note: Note, _ notes: [Note]) {
          Task.detached {
            send(↓note)
            for one in ↓notes { send(one.title) }
          }
        }
        ---
        @ModelActor actor Importer {
          func load(into model: NotesModel) async throws {
            let notes = try modelContext.fetch(FetchDescriptor<Note>())
            await MainActor.run { model.titles = ↓notes.map(\\.title) }
            for note in notes {
              Task { @MainActor in model.titles.append(↓note.title) }
            }
          }
        }
        ---
        func load(_ container: ModelContainer, show: @escaping ([Note]) -> Void) {
          DispatchQueue.global().async {
            let modelContext = ModelContext(container)
            let notes = (try? modelContext.fetch(FetchDescriptor<Note>())) ?? []
            DispatchQueue.main.async { show(↓notes) }
          }
        }
        """,
      clean: """
        struct ImportButton: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View {
            Button("Import") {
              Task { modelContext.insert(Note()) }
              let container = modelContext.container
              Task.detached {
                let context = ModelContext(container)
                context.insert(Note())
                try context.save()
              }
            }
          }
        }
        ---
        func rename(_ note: Note, in container: ModelContainer) {
          let id = note.persistentModelID
          DispatchQueue.global().async {
            let modelContext = ModelContext(container)
            (modelContext.model(for: id) as? Note)?.title = "new"
            try? modelContext.save()
          }
        }
        ---
        func count(_ modelContext: ModelContext) {
          Task.detached { _ = ModelContext(modelContext.container) }
        }
        ---
        func rename(_ note: Note) {
          DispatchQueue.main.async { note.title = "new" }
          Task.detached { await MainActor.run { note.title = "newer" } }
          Task.detached { @MainActor in note.title = "newest" }
        }
        ---
        func upload(_ note: Note, _ notes: [Note], _ sender: Sender) {
          let ids = notes.map(\\.persistentModelID)
          Task.detached {
            await sender.send(note)
            print(ids, notes.count)
          }
        }
        ---
        @ModelActor actor Importer {
          func load(into model: NotesModel) async throws {
            let notes = try modelContext.fetch(FetchDescriptor<Note>())
            let titles = notes.map(\\.title)
            await MainActor.run {
              model.titles = titles
              model.ids = notes.map(\\.persistentModelID)
            }
          }
          func new(_ context: ModelContext) async {
            let note = Note()
            await MainActor.run { context.container.mainContext.insert(note) }
            let other = await made()
            await MainActor.run { context.container.mainContext.insert(other) }
          }
          @MainActor private func made() -> Note { Note() }
        }
        ---
        func load(_ container: ModelContainer, show: @escaping ([PersistentIdentifier]) -> Void) {
          DispatchQueue.global().async {
            let modelContext = ModelContext(container)
            let ids = (try? modelContext.fetchIdentifiers(FetchDescriptor<Note>())) ?? []
            DispatchQueue.main.async { show(ids) }
          }
        }
        """) + CoreDataText.threads)

  static let nodes: [SyntaxKind] = [.functionCallExpr, .memberAccessExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let call = node.as(FunctionCallExprSyntax.self) { checkManaged(call, file, report) }
    if let access = node.as(MemberAccessExprSyntax.self) {
      if access.declName.baseName.text == "viewContext" {
        return checkViewContext(access, file, report)
      }
      guard access.declName.baseName.text == "mainContext", access.base != nil,
        let actor = access.ownActor
      else { return }
      report(
        "the main actor's context is used by the actor '\(actor)'",
        at: file.location(access.declName))
      return
    }
    guard file.meansSwiftData, let call = node.as(FunctionCallExprSyntax.self),
      let closure = call.lastClosure, closure.isHandwritten, MigrationClosures.around(call) == nil
    else { return }
    if Syntax(call).returnsToMain { return checkReturn(call, closure, file, report) }
    guard let place = call.otherThread, !closure.isOnMainActor else { return }
    let types = TypeReader(file: file)
    var said: Set<String> = []
    closure.statements.forEachDescendant { node in
      if node.returnsToMain { return false }
      guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        !said.contains(name.baseName.text), name.comesFromOutside(of: closure)
      else { return true }
      let what: String
      if name.isContext(types) {
        // The container may go anywhere.
        let member = name.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        guard member != "container" else { return true }
        what = "the context '\(name.baseName.text)'"
      } else if let model = types.type(of: ExprSyntax(name)), types.isModel(model.name),
        !name.isSelf
      {
        // What is handed to another actor is said where that happens.
        guard name.touches(model), !name.isHandedToActor else { return true }
        what = name.described(model)
      } else {
        return true
      }
      said.insert(name.baseName.text)
      report("\(what) is used \(place), away from its own thread", at: file.location(name))
      return true
    }
  }
}
