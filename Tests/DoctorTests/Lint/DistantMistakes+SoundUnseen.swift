extension DistantCase {
  /// Looks like the mistakes of `unseen`, and is none.
  static let soundUnseen: [DistantCase] = [
    .init(
      "fatal-error-on-container-failure", "what only a debug build ends with",
      """
      func start() -> ModelContainer? {
        do { return try ModelContainer(for: Note.self) } catch {
          #if DEBUG
            fatalError("\\(error)")
          #else
            return nil
          #endif
        }
      }
      func exit(_ door: Door) {}
      struct Door { func exit(_ code: Int) {} }
      func leave(_ door: Door) -> ModelContainer? {
        do { return try ModelContainer(for: Note.self) } catch {
          door.exit(1)
          return nil
        }
      }
      """),
    .init(
      "swallowed-store-error", "what is saved elsewhere",
      """
      let shown = 1
      // file: Drafts.swift
      import NotesCore

      struct Drafts {
        let file: DraftFile
        func keep() { try? file.save() }
      }
      """),
    .init(
      "order-of-to-many", "lists in order, and places that count through all of them",
      """
      @Model final class Tour {
        var next = 0
        @Relationship(inverse: \\Place.tour) var places: [Place] = []
        init() {}
        var ranked: [Place] { places.sorted { $0.rank < $1.rank } }
      }
      @Model final class Place { var rank = 0; var tour: Tour?; init() {} }
      func all(_ tour: Tour) { for place in tour.places.indices { print(tour.places[place].rank) } }
      func here(_ tour: Tour) -> Place { tour.ranked[tour.next] }
      func first(_ tour: Tour) -> Place? {
        var stops = tour.places
        stops.sort { $0.rank < $1.rank }
        return stops.first
      }
      func sorted(_ tour: Tour) -> [Place] { tour.places.sorted { $0.rank < $1.rank } }
      func last(_ tour: Tour) -> Place? { sorted(tour).last }
      func at(_ place: Int, of tour: Tour) -> Place { tour.places[place] }
      """),
    .init(
      "filtered-in-memory", "what no predicate can ask, and what only leaves out a few",
      """
      @Model final class Shelf { var code = ""; @Relationship(inverse: \\Book.shelf) var books: [Book] = []; init() {} }
      @Model final class Book { var isArchived = false; var shelf: Shelf?; init() {} }
      func long(_ context: ModelContext) throws -> [Book] {
        try context.fetch(FetchDescriptor<Book>()).filter { $0.shelf?.code.count == 3 }
      }
      func kept(_ context: ModelContext) throws -> [Book] {
        try context.fetch(FetchDescriptor<Book>()).filter { !$0.isArchived }
      }
      func plain(_ context: ModelContext) throws -> [Book] {
        try context.fetch(FetchDescriptor<Book>()).filter { $0.isArchived == false }
      }
      func full(_ context: ModelContext) throws -> [Book] {
        try context.fetch(FetchDescriptor<Book>()).filter { $0.shelf?.books.isEmpty == false }
      }
      """),
    .init(
      "n-plus-one", "all that is led to is at hand",
      """
      struct Exporter {
        let context: ModelContext
        private func folders() throws -> [Folder] {
          try context.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\\.name)]))
        }
        func export() throws -> [String] {
          let known = try folders()
          let notes = try context.fetch(FetchDescriptor<Note>())
          return notes.map { "\\($0.folder?.name ?? "") of \\(known.count)" }
        }
        func export(_ folders: [Folder]) throws -> [String] {
          try context.fetch(FetchDescriptor<Note>()).map { $0.folder?.name ?? "\\(folders.count)" }
        }
      }
      """),
    .init(
      "n-plus-one", "a server is asked in each turn",
      """
      struct Uploader {
        let context: ModelContext
        let client: Client
        func send() async throws {
          for folder in try context.fetch(FetchDescriptor<Folder>()) {
            try await client.post(folder.notes.count)
          }
        }
      }
      struct Client { func post(_ number: Int) async throws {} }
      """),
    .init(
      "container-made-anew", "one container for all scenes, and a modifier for one",
      """
      @main struct NotesApp: App {
        private let container = try? ModelContainer(for: Trip.self)
        var body: some Scene {
          WindowGroup { Text("notes").withNotes() }
          Window("list", id: "list") { Text("list").withShared(container) }
          Settings { Text("settings").withShared(container) }
        }
      }
      extension View {
        func withNotes() -> some View { modelContainer(for: [Note.self, Folder.self]) }
        @ViewBuilder func withShared(_ container: ModelContainer?) -> some View {
          if let container { modelContainer(container) } else { self }
        }
      }
      """),
    .init(
      "deleted-object-used", "a function gives back another object",
      """
      struct Bin {
        let context: ModelContext
        func replace(_ note: Note) throws -> Note {
          let other = Note()
          context.insert(other)
          context.delete(note)
          try context.save()
          return other
        }
      }
      func next(_ note: Note, _ bin: Bin) throws -> String {
        let other = try bin.replace(note)
        return other.title
      }
      """),
    .init(
      "model-across-actors", "a struct with values",
      """
      struct Summary { var number = 0; let newest: String }
      @ModelActor actor Keeper {
        func summary() throws -> Summary { Summary(newest: "") }
      }
      @MainActor func title(_ keeper: Keeper) async throws -> String {
        try await keeper.summary().newest
      }
      """),
    .init(
      "deleted-one-by-one", "a table of which there is little",
      """
      @Model final class DigestSettings { var text = ""; init() {} }
      func forget(_ context: ModelContext) throws {
        for digest in try context.fetch(FetchDescriptor<DigestSettings>()) { context.delete(digest) }
      }
      """),
    .init(
      "fetch-in-loop", "a handful, by what the list is or what is asked of it",
      """
      struct Desk {
        let context: ModelContext
        func note(_ title: String) throws -> Note? {
          try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
        }
        private func ranked(_ folder: Folder) -> [Note] { folder.notes.sorted { $0.rank < $1.rank } }
        func copies(_ folder: Folder) throws {
          let notes = ranked(folder)
          for one in notes { print(try note(one.title) as Any) }
        }
        func merge(_ notes: [String: [Note]], _ key: String) throws {
          for duplicate in notes[key] ?? [] { print(try note(duplicate.title) as Any) }
        }
        func open(_ rows: [Row], _ chosen: Int) throws {
          for row in rows {
            let shallBeOpen = row.id == chosen
            if row.isOpen != shallBeOpen { print(try note(row.title) as Any) }
          }
        }
      }
      struct Row { let id: Int; let title: String; var isOpen: Bool }
      """),
  ]
}
