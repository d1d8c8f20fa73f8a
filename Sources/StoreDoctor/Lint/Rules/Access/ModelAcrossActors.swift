internal import Diagnostics
internal import StoreModel

/// Finds model objects and contexts that cross from one actor to another.
struct ModelAcrossActors: ProjectRule {
  static let info = RuleInfo(
    id: "model-across-actors", group: .dataAccess, severity: .warning,
    summary: "a model object or a context is handed to an actor, or an object comes back from one",
    why: "an object belongs to its context and the context to its actor: used by another one, it "
      + "loses changes or stops the app",
    fix:
      "hand over 'persistentModelID', or a struct with the values, and look the object up on the "
      + "other side, in a context that the actor makes of the container",
    limits:
      "calls are followed where the type of the actor is written; else a function of the actor "
      + "counts that the actor does not call itself and others can or do",
    examples: [RuleExample].texts(
      in: AccessText.models,
      flagged: """
        @ModelActor actor Importer {
          func rename(_ note: Note) throws {
            note.title = "new"
            try modelContext.save()
          }
        }
        struct RenameButton: View {
          let note: Note
          let importer: Importer
          var body: some View { Button("Rename") { Task { try await importer.↓rename(note) } } }
        }
        ---
        actor Store {
          let modelContext: ModelContext
          init(_ container: ModelContainer) { modelContext = ModelContext(container) }
          func all() throws -> [Note] { try modelContext.fetch(FetchDescriptor<Note>()) }
        }
        @MainActor func show(_ container: ModelContainer) async throws {
          let store = Store(container)
          let notes = try await store.↓all()
          print(notes.count)
        }
        ---
        actor Uploader {
          func upload(_ note: Note) { print(note.title) }
        }
        // file: Notes.swift
        struct Notes {
          let uploader = Uploader()
          func send(_ note: Note) async { await uploader.↓upload(note) }
        }
        ---
        @ModelActor actor Sessions {
          private(set) var current: Note?
          fileprivate func start() throws -> Note? { current }
        }
        struct Bar {
          let sessions: Sessions
          func title() async throws -> String {
            let started = try await sessions.↓start()
            return await sessions.↓current?.title ?? started?.title ?? ""
          }
        }
        ---
        @ModelActor actor Archive {
          func move(note: Note, to place: String) { note.title = place }
        }
        final class Mover {
          let archive: Archive
          init(archive: Archive) { self.archive = archive }
          func move(_ notes: [Note]) async {
            for note in notes { await self.archive.↓move(note: note, to: "old") }
          }
        }
        ---
        actor Cleaner {
          func clean(_ context: ModelContext) throws { try context.delete(model: Note.self) }
        }
        @MainActor func clean(_ container: ModelContainer) async throws {
          try await Cleaner().↓clean(container.mainContext)
        }
        ---
        actor Cleaner {
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
        }
        @MainActor final class Tools {
          let container: ModelContainer
          init(container: ModelContainer) { self.container = container }
          lazy var cleaner = ↓Cleaner(context: container.mainContext)
        }
        struct CleanButton: View {
          @Environment(\\.modelContext) private var modelContext
          @State private var cleaner: Cleaner?
          var body: some View { Button("Clean") { cleaner = ↓Cleaner(context: modelContext) } }
        }
        ---
        @ModelActor actor Library {
          private(set) var recent: [Note] = []
          func ↓newest() throws -> Note? {
            try modelContext.fetch(FetchDescriptor<Note>()).first
          }
          public func ↓byTitle() throws -> [String: [Note]] { [:] }
          func load() throws { recent = try modelContext.fetch(FetchDescriptor<Note>()) }
        }
        func show(_ library: Library) async throws {
          let notes = await library.↓recent
          print(notes.count, try await made(library).newest() == nil)
        }
        """,
      clean: """
        @ModelActor actor Importer {
          func rename(_ id: PersistentIdentifier) throws {
            guard let note = self[id, as: Note.self] else { return }
            change(note)
            try modelContext.save()
          }
          func change(_ note: Note) { note.title = "new" }
        }
        struct RenameButton: View {
          let note: Note
          let importer: Importer
          var body: some View {
            Button("Rename") {
              let id = note.persistentModelID
              Task { try await importer.rename(id) }
            }
          }
        }
        ---
        @MainActor final class Store {
          func rename(_ note: Note) { note.title = "new" }
        }
        func rename(_ note: Note, in store: Store) async { await store.rename(note) }
        ---
        actor Store {
          let modelContext: ModelContext
          init(_ container: ModelContainer) { modelContext = ModelContext(container) }
          func all() throws -> [Note] { try modelContext.fetch(FetchDescriptor<Note>()) }
          func titles() throws -> [String] { try all().map(\\.title) }
        }
        func show(_ store: Store) async throws { print(try await store.titles()) }
        ---
        actor Cleaner {
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
        }
        struct Tools {
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
        }
        @MainActor func tools(_ container: ModelContainer) -> (Cleaner, Cleaner, Tools) {
          let own = ModelContext(container)
          return (
            Cleaner(context: ModelContext(container)), Cleaner(context: own),
            Tools(context: container.mainContext)
          )
        }
        ---
        actor Sessions {
          var recent: [Note] = []
        }
        func many(_ sessions: Sessions) async -> Int { await sessions.recent.count }
        ---
        actor Cleaner {
          func clean(_ container: ModelContainer) throws {
            try ModelContext(container).delete(model: Note.self)
          }
        }
        @MainActor func clean(_ context: ModelContext) async throws {
          try await Cleaner().clean(context.container)
        }
        ---
        @ModelActor public actor Library {}
        @MainActor extension Library {
          public func all() throws -> [Note] {
            try modelContainer.mainContext.fetch(FetchDescriptor<Note>())
          }
        }
        ---
        @ModelActor actor Library {
          private var recent: [Note] = []
          func unused() throws -> [Note] { recent }
          func load() throws { recent = try fetchAll().filter { isRecent($0) } }
          func count() async throws -> Int { try await self.other().count }
          func other() async throws -> [Note] { recent }
          nonisolated func title(_ note: Note) -> String { note.title }
        }
        extension Library {
          func isRecent(_ note: Note) -> Bool { note.rank > 3 }
          func fetchAll() throws -> [Note] { try modelContext.fetch(FetchDescriptor<Note>()) }
        }
        """) + CoreDataText.actors)

  func check(_ lint: LintContext, report: RuleReport) {
    let code = CalledCode(lint.flows)
    var said: Set<String> = []
    for call in lint.flows.calls where call.isAwaited {
      guard let owner = call.owners.first, lint.flows.actors.contains(owner) else { continue }
      if call.name == "init", let model = call.models.first {
        hand(model, to: owner, at: call.location, lint, report)
        continue
      }
      guard case let meant = code.functions(of: call), !meant.isEmpty,
        !meant.contains(where: \.isPrivate)
      else { continue }
      said.formUnion(meant.map(\.name))
      if let model = call.models.first,
        meant.allSatisfy({ $0.parameters.contains { $0.type == model } })
      {
        hand(model, to: owner, at: call.location, lint, report)
      } else if let model = meant[0].returns, lint.isModelClass(model),
        meant.allSatisfy({ $0.returns == model })
      {
        report(
          "'\(model)' objects come out of the actor '\(owner)'", at: call.location, entity: model,
          help: lint.identifierHelp(model))
      }
    }
    for function in lint.flows.functions where !function.isPrivate && !said.contains(function.name)
    {
      check(function, lint, report)
    }
  }

  private func hand(
    _ model: String, to actor: String, at place: Location, _ lint: LintContext,
    _ report: RuleReport
  ) {
    let isContext = model == "ModelContext"
    report(
      "a \(isContext ? "context" : "'\(model)' object") is handed to the actor '\(actor)'",
      at: place, entity: isContext ? nil : model, help: isContext ? nil : lint.identifierHelp(model)
    )
  }

  /// What an actor does not call itself is for others, whose calls are not among the files or do not
  /// tell what they call.
  private func check(
    _ function: ObjectFlows.Function, _ lint: LintContext, _ report: RuleReport
  ) {
    guard let owner = function.owner, lint.flows.actors.contains(owner), function.labels != ["."],
      !lint.flows.ownCalls.contains(function.name),
      function.isPublic || lint.flows.awaited.contains(function.name.lastPart)
    else { return }
    if let model = function.returns, lint.isModelClass(model) {
      report(
        "'\(model)' objects come out of the actor '\(owner)', which does not call this itself",
        at: function.location, entity: model, help: lint.identifierHelp(model))
    } else if let model = function.parameters.first(where: { lint.isModelClass($0.type) })?.type {
      report(
        "a '\(model)' object is handed to the actor '\(owner)', which does not call this itself",
        at: function.location, entity: model, help: lint.identifierHelp(model))
    }
  }
}

extension LintContext {
  /// Whether it is a class of SwiftData's or of Core Data's objects.
  fileprivate func isModelClass(_ name: String) -> Bool {
    !classes(name).isEmpty || !modelIndex.entities(ofClass: name).isEmpty
  }

  /// What to hand over instead of an object of Core Data; nil for one of SwiftData, as the rule says it.
  fileprivate func identifierHelp(_ name: String) -> String? {
    classes(name).isEmpty
      ? "hand over 'objectID', or a struct with the values, and look the object up on the other side, "
        + "inside 'perform' of a context made there" : nil
  }
}
