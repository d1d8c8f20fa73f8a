internal import Diagnostics

extension AccessText {
  /// Models that are handed to actors, and that come out of them.
  static let acrossActors: [RuleExample] = [RuleExample].texts(
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
      protocol Database: Sendable {
        func withContext<T>(_ work: @Sendable @escaping (ModelContext) throws -> T) async rethrows -> sending T
      }
      extension ModelActor where Self: Database {
        func withContext<T: Sendable>(
          _ work: @Sendable @escaping (ModelContext) throws -> T
        ) async rethrows -> sending T { try work(modelContext) }
      }
      @ModelActor actor NoteDatabase: Database {}
      struct Reader {
        let database: any Database
        func first() async throws -> Note? {
          return try await database.↓withContext { context in
            let notes = try context.fetch(FetchDescriptor<Note>())
            if notes.isEmpty { return nil }
            return notes.first
          }
        }
        func titles() async throws -> [String] {
          let notes: [Note] = try await database.↓withContext({ context in
            return try context.fetch(FetchDescriptor())
          })
          return notes.map(\\.title)
        }
        func count() async throws -> Int {
          try await database.withContext { try $0.fetchCount(FetchDescriptor<Note>()) }
        }
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
      ---
      @ModelActor actor Background {
        func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
          try modelContext.fetch(descriptor)
        }
        public func ↓first<T>(_ type: T.Type) throws -> T? where T: PersistentModel {
          try modelContext.fetch(FetchDescriptor<T>()).first
        }
      }
      func show(_ background: Background) async throws {
        for note in try await background.↓fetch(FetchDescriptor<Note>()) { print(note.title) }
      }
      ---
      @ModelActor actor Background {
        func remove<T: PersistentModel>(_ model: T) throws {
          modelContext.delete(model)
          try modelContext.save()
        }
        func touch(_ model: some PersistentModel) throws { try modelContext.save() }
        func insert(_ model: any PersistentModel) { modelContext.insert(model) }
      }
      struct Rows: View {
        let background: Background
        let note: Note
        var body: some View {
          Button("Remove") {
            Task {
              try await background.↓remove(note)
              try await background.↓touch(note)
            }
          }
        }
      }
      ---
      @ModelActor actor Remover {
        func ↓purge(_ model: some PersistentModel) throws {
          modelContext.delete(model)
          try modelContext.save()
        }
      }
      func run(_ remover: Remover, _ note: Note) async throws {
        try await made(remover).purge(note)
      }
      ---
      @ModelActor actor Shelf<Item: PersistentModel>: Shelving {
        func ↓all() throws -> [Item] { try modelContext.fetch(FetchDescriptor<Item>()) }
      }
      protocol Shelving { associatedtype Item; func all() async throws -> [Item] }
      func show(_ shelf: some Shelving) async throws { print(try await shelf.all()) }
      ---
      protocol Library: ModelActor { associatedtype Item: PersistentModel }
      extension Library {
        func items() throws -> [Item] { try modelContext.fetch(FetchDescriptor<Item>()) }
      }
      func show(_ library: some Library) async throws { print(try await library.↓items()) }
      ---
      @ModelActor actor Feed {
        public func ↓load(_ done: @escaping ([Note]) -> Void) throws {
          done(try modelContext.fetch(FetchDescriptor<Note>()))
        }
        public func ↓later() -> Task<[Note], any Error> { Task { try all() } }
        private func all() throws -> [Note] { try modelContext.fetch(FetchDescriptor<Note>()) }
        public func each(_ use: (Note) -> Void) throws { try all().forEach(use) }
      }
      ---
      @ModelActor actor Store {
        func perform<R>(_ work: (ModelContext) throws -> R) rethrows -> R { try work(modelContext) }
      }
      func show(_ store: Store) async throws {
        let notes = try await store.↓perform { try $0.fetch(FetchDescriptor<Note>()) }
        print(notes.count)
      }
      """,
    clean: """
      @ModelActor actor Background {
        func insert(_ model: some PersistentModel) throws {
          modelContext.insert(model)
          try modelContext.save()
        }
        func clear<T: PersistentModel>(_ type: T.Type) throws {
          try modelContext.delete(model: type)
          try modelContext.save()
        }
      }
      func start(_ background: Background) async throws {
        let note = Note()
        note.title = "First"
        try await background.insert(note)
        try await background.clear(Note.self)
      }
      ---
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
      @ModelActor actor Store {
        func perform<R>(_ work: (ModelContext) throws -> R) rethrows -> R { try work(modelContext) }
        func count<T: PersistentModel>(_ type: T.Type) throws -> Int {
          try modelContext.fetchCount(FetchDescriptor<T>())
        }
        public func map<T: PersistentModel, Value: Sendable>(
          _ descriptor: FetchDescriptor<T>, _ value: (T) -> Value
        ) throws -> [Value] {
          try modelContext.fetch(descriptor).map(value)
        }
      }
      func show(_ store: Store) async throws {
        let titles = try await store.perform { try $0.fetch(FetchDescriptor<Note>()).map(\\.title) }
        print(titles, try await store.count(Note.self))
        print(try await store.map(FetchDescriptor<Note>()) { $0.title })
      }
      ---
      @MainActor final class Store {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func perform<R>(_ work: (ModelContext) throws -> R) rethrows -> R { try work(context) }
      }
      func show(_ store: Store) async throws {
        print(try await store.perform { try $0.fetch(FetchDescriptor<Note>()) })
      }
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
      ---
      // file: Old.swift
      enum OldSchema: VersionedSchema {
        static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
        static var models: [any PersistentModel.Type] { [Gadget.self] }
        @Model final class Gadget { var name = ""; init() {} }
      }
      // file: Gadgets.swift
      struct Gadget: Sendable { var name = "" }
      actor Gadgets {
        public func all() async throws -> [Gadget] { [] }
        public func keep(_ gadget: Gadget) { print(gadget.name) }
      }
      func show(_ gadgets: Gadgets) async throws {
        print(try await gadgets.all())
        await gadgets.keep(Gadget())
      }
      """)
}
