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
      + "now and then with unrelated errors",
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
        @MainActor final class Backup {
          private let workQueue = DispatchQueue(label: "backup")
          let modelContext: ModelContext
          var note: Note
          init(_ context: ModelContext, _ note: Note) { (modelContext, self.note) = (context, note) }
          func start() {
            workQueue.async { print((try? self.↓modelContext.fetch(FetchDescriptor<Note>())) as Any) }
            Task.detached { [weak self] in print(self?.↓note.title ?? "") }
          }
        }
        ---
        @MainActor final class Renderer {
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
          @concurrent nonisolated func titles(of notes: [Note]) async -> [String] {
            ↓notes.map(\\.title)
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
        final class Backup {
          private let queue = DispatchQueue(label: "backup")
          private let context: ModelContext
          init(_ container: ModelContainer) { context = ModelContext(container) }
          func count(_ show: @escaping (Int?) -> Void) {
            queue.async { show(try? self.context.fetchCount(FetchDescriptor<Note>())) }
          }
        }
        @MainActor final class Cleaner {
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func clean() {
            Task.detached { print(await self.context.container.configurations.count) }
          }
        }
        ---
        @MainActor final class Fetcher {
          private var note: Notes.Note?
          func show() { Task.detached { print(self.note?.title ?? "") } }
        }
        enum Notes { struct Note { var title = "" } }
        ---
        @ModelActor actor Handler {
          // An executor of the main context runs the actor on the main thread.
          @MainActor init(container: ModelContainer, isMain: Bool) {
            let context = container.mainContext
            modelExecutor = DefaultSerialModelExecutor(modelContext: context)
            modelContainer = container
          }
        }
        ---
        @concurrent nonisolated func titles(of ids: [PersistentIdentifier], _ container: ModelContainer)
          async throws -> [String]
        {
          let context = ModelContext(container)
          return try context.fetch(FetchDescriptor<Note>()).map(\\.title)
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

  static let nodes: [SyntaxKind] = [.functionCallExpr, .memberAccessExpr, .functionDecl]

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
    if let function = node.as(FunctionDeclSyntax.self) {
      guard function.attribute("concurrent") != nil, let body = function.body, body.isHandwritten
      else { return }
      checkUses(Syntax(body), of: node, "in a function that is '@concurrent'", file, report)
      return
    }
    guard file.meansSwiftData, let call = node.as(FunctionCallExprSyntax.self),
      let closure = call.lastClosure, closure.isHandwritten, MigrationClosures.around(call) == nil
    else { return }
    if Syntax(call).returnsToMain { return checkReturn(call, closure, file, report) }
    guard let place = call.otherThread, !closure.isOnMainActor else { return }
    checkUses(Syntax(closure.statements), of: Syntax(closure), place, file, report)
  }

  /// What code on another thread uses of what it was given.
  private func checkUses(
    _ body: Syntax, of code: Syntax, _ place: String, _ file: LintFile, _ report: RuleReport
  ) {
    let types = TypeReader(file: file)
    var said: Set<String> = []
    body.forEachDescendant { node in
      if node.returnsToMain { return false }
      if let access = node.as(MemberAccessExprSyntax.self), access.base?.lastName == "self",
        let what = access.ownState(types, isCertain: !place.isOwnQueue),
        said.insert(access.declName.baseName.text).inserted
      {
        report(
          "\(what) is used \(place), away from its own thread", at: file.location(access.declName))
      }
      guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        !said.contains(name.baseName.text), name.comesFromOutside(of: code)
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
