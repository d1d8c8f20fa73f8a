extension DistantCase {
  /// Closures that helpers run, and loops of every form.
  static let closures: [DistantCase] = [
    .init(
      "save-in-loop", "a generic closure of an extension of the context",
      """
      extension ModelContext {
        func write<T>(_ work: (ModelContext) throws -> T) throws -> T {
          let result = try work(self)
          try save()
          return result
        }
      }
      func move(_ notes: [Note], to folder: Folder, _ context: ModelContext) throws {
        for note in notes { try context.↓write { _ in note.folder = folder } }
      }
      """),
    .init(
      "save-in-loop", "a database class, called by forEach",
      """
      final class Database {
        private let context: ModelContext
        init(container: ModelContainer) { context = ModelContext(container) }
        func perform(_ block: (ModelContext) throws -> Void) throws {
          try block(context)
          if context.hasChanges { try context.save() }
        }
      }
      func load(_ titles: [String], _ database: Database) throws {
        try titles.forEach { title in
          try database.↓perform { context in
            let note = Note()
            note.title = title
            context.insert(note)
          }
        }
      }
      """),
    .init(
      "save-in-loop", "the results of a task group",
      """
      @ModelActor actor Tiles {
        private func persist() throws {
          guard modelContext.hasChanges else { return }
          try modelContext.save()
        }
        private func keep(_ title: String) throws {
          modelContext.insert(Note())
          try persist()
        }
        func load(_ titles: [String], _ ask: @escaping @Sendable (String) async throws -> String) async throws {
          try await withThrowingTaskGroup(of: (String, String).self) { group in
            for title in titles { group.addTask { (title, try await ask(title)) } }
            for try await (title, _) in group { try ↓keep(title) }
          }
        }
      }
      """),
    .init(
      "unsaved-context", "a function fills the context that it is handed",
      """
      struct Seeder {
        let container: ModelContainer
        func seed(_ titles: [String]) {
          let background = ModelContext(container)
          ↓add(titles, to: background)
        }
        private func add(_ titles: [String], to context: ModelContext) {
          for _ in titles { context.insert(Note()) }
        }
      }
      """),
    .init(
      "unsaved-context", "a model actor's own function changes an object",
      """
      @ModelActor actor Marker {
        func mark(_ ids: [PersistentIdentifier]) {
          for id in ids { if let note = self[id, as: Note.self] { apply(to: note) } }
        }
        private func apply(to note: Note) { ↓note.rank = 5 }
      }
      """),
    .init(
      "temporary-identifier-kept", "a value that is made with it and kept before the save",
      """
      struct Draft: Codable { var id: PersistentIdentifier; var title: String }
      func begin(_ context: ModelContext, remember: (Draft) -> Void) throws {
        let note = Note()
        context.insert(note)
        remember(Draft(id: note.↓persistentModelID, title: ""))
        try context.save()
      }
      """),
    .init(
      "store-opened-twice", "a container that is made when it is first needed",
      """
      @main struct NotesApp: App {
        var body: some Scene {
          WindowGroup { Text("").task { try? Recorder().record() } }.modelContainer(for: Note.self)
        }
      }
      @MainActor final class Recorder {
        private var container: ModelContainer?
        func record() throws {
          let container = try self.container ?? ↓ModelContainer(for: Note.self)
          self.container = container
          container.mainContext.insert(Note())
          try container.mainContext.save()
        }
      }
      """),
  ]

  /// Descriptors, lists and settings that have a name of their own.
  static let values: [DistantCase] = [
    .init(
      "fetch-without-limit", "a lazy property of the type",
      """
      final class Finder {
        let context: ModelContext
        private lazy var byRank: FetchDescriptor<Note> = {
          FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])
        }()
        init(context: ModelContext) { self.context = context }
        func best() throws -> Note? { try context.↓fetch(byRank).first }
      }
      """),
    .init(
      "fetch-without-limit", "constants and functions of another file",
      """
      func best(_ context: ModelContext) throws -> [Note?] {
        [try context.↓fetch(Queries.byRank).first, try context.↓fetch(.above(3)).first]
      }
      // file: Queries.swift
      import SwiftData

      enum Queries { static let byRank = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]) }
      extension FetchDescriptor where T == Note {
        static func above(_ rank: Int) -> FetchDescriptor<Note> {
          FetchDescriptor<Note>(predicate: #Predicate { $0.rank > rank })
        }
      }
      """),
    .init(
      "property-outside-fetch", "a short descriptor of another file, and a computed property",
      """
      extension Note { var line: String { title + "\\(rank)" } }
      func lines(_ context: ModelContext) throws -> [String] {
        try context.fetch(.short).map { note in note.↓line }
      }
      // file: Short.swift
      import SwiftData

      extension FetchDescriptor where T == Note {
        static var short: FetchDescriptor<Note> {
          var made = FetchDescriptor<Note>()
          made.propertiesToFetch = [\\.title]
          return made
        }
      }
      """),
    .init(
      "filtered-in-memory", "a lazy list of which some are shown",
      """
      @MainActor final class Board {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        private lazy var notes: [Note] = { (try? context.fetch(FetchDescriptor<Note>())) ?? [] }()
        var high: [Note] { notes.↓filter { $0.rank > 3 } }
      }
      """),
    .init(
      "order-of-to-many", "another name of the relationship",
      """
      extension Folder {
        var all: [Note] { notes }
        var cover: Note? { all.↓first }
      }
      """),
    .init(
      "deleted-one-by-one", "an extension of collections",
      """
      @Model final class Line { var stamp = Date.now; init() {} }
      extension Collection where Element: PersistentModel {
        func drop(from context: ModelContext) { for element in self { context.delete(element) } }
      }
      func purge(_ context: ModelContext) throws {
        let old = FetchDescriptor<Line>(predicate: #Predicate { $0.stamp < Date.distantPast })
        try context.↓fetch(old).drop(from: context)
        try context.↓fetch(FetchDescriptor<Line>()).forEach(context.delete)
        try context.save()
      }
      """),
  ]
}
