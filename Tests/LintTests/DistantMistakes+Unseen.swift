extension DistantCase {
  /// Causes in other files, in conditional code and behind several members of a model.
  static let unseen: [DistantCase] = [
    .init(
      "memory-store-on-failure", "a second store on disk is tried before the one in memory",
      """
      func start(_ spare: ModelConfiguration) -> ModelContainer? {
        do { return try ModelContainer(for: Note.self) } catch {
          print(error)
          let second = ModelConfiguration("Second")
          if let made = try? ModelContainer(for: Note.self, configurations: second) { return made }
          let last = ModelConfiguration(isStoredInMemoryOnly: true)
          return try? ↓ModelContainer(for: Note.self, configurations: last)
        }
      }
      """),
    .init(
      "fatal-error-on-container-failure", "conditional code, and a function that never returns",
      """
      enum Boot {
        static func released() -> ModelContainer {
          do { return try ModelContainer(for: Note.self) } catch {
            #if !DEBUG
              print(error)
              ↓exit(2)
            #else
              return spare
            #endif
          }
        }
        static func both() -> ModelContainer {
          do { return try ModelContainer(for: Note.self) } catch {
            #if targetEnvironment(simulator)
              ↓Swift.preconditionFailure()
            #else
              return spare
            #endif
          }
        }
        static func givenUp() -> ModelContainer {
          do { return try ModelContainer(for: Note.self) } catch { ↓giveUp(error) }
        }
        private static func giveUp(_ problem: any Error) -> Never {
          print(problem)
          abort()
        }
      }
      """),
    .init(
      "swallowed-store-error", "a file that imports the app's own module alone",
      """
      let shown = 1
      // file: Adder.swift
      import NotesCore

      struct Adder: View {
        @Query private var notes: [Note]
        var body: some View { List(notes) { Text($0.title) }.onDisappear { keep() } }
        private func keep() { do { try notes.first?.modelContext?.↓save() } catch {} }
      }
      """),
    .init(
      "order-of-to-many", "places that objects keep, and lists under another name",
      """
      @Model final class Tour {
        var next = 0
        var seen: [Int] = []
        @Relationship(inverse: \\Place.tour) var places: [Place] = []
        init() {}
        var here: Place { places↓[next] }
        var all: [Place] { places }
      }
      @Model final class Place { var name = ""; var tour: Tour?; init() {} }
      func visited(_ tour: Tour) -> [Place] { tour.seen.map { tour.places↓[$0] } }
      func following(_ tour: Tour) -> Place { let place = tour.next + 1; return tour.places↓[place] }
      func cover(_ tour: Tour) -> String { let stops = tour.places; return stops.↓first?.name ?? "" }
      func stops(of tour: Tour) -> [Place] { tour.places }
      func end(_ tour: Tour) -> Place? { stops(of: tour).↓last }
      """),
    .init(
      "filtered-in-memory", "what the objects lead to is compared",
      """
      @Model final class Shelf { var code = 0; @Relationship(inverse: \\Book.shelf) var books: [Book] = []; init() {} }
      @Model final class Book { var title = ""; var shelf: Shelf; var parts: [Part] = []; init(_ shelf: Shelf) { self.shelf = shelf } }
      @Model final class Part { var name = ""; @Relationship(inverse: \\Book.parts) var book: Book?; init() {} }
      func books(_ shelf: Shelf, _ context: ModelContext) throws -> [Book] {
        let every = try context.↓fetch(FetchDescriptor<Book>())
        return every.filter { book in book.shelf.code == shelf.code && book.title != "" }
      }
      func parts(_ code: Int, _ context: ModelContext) throws -> [Part] {
        try context.↓fetch(FetchDescriptor<Part>()).filter { $0.book?.shelf.code == code }
      }
      func first(of shelf: Shelf, _ context: ModelContext) throws -> Book? {
        try context.↓fetch(FetchDescriptor<Book>()).first {
          $0.shelf.persistentModelID == shelf.persistentModelID
        }
      }
      """),
    .init(
      "n-plus-one", "methods of a model that call each other",
      """
      extension Folder {
        func newest() -> Note? { ranked(from: 1).last }
        private func ranked(from rank: Int) -> [Note] { open.filter { $0.rank >= rank } }
        private var open: [Note] { self.listed().sorted { $0.rank < $1.rank } }
        private func listed() -> [Note] { notes.filter { $0.mood == .good } }
      }
      struct FoldersView: View {
        ↓@Query private var folders: [Folder]
        var body: some View { List(folders) { folder in Text(folder.newest() == nil ? "" : "new") } }
      }
      """),
    .init(
      "container-made-anew", "a modifier that several scenes get",
      """
      @main struct NotesApp: App {
        var body: some Scene {
          WindowGroup { Text("notes").withOwnStore() }
          Window("list", id: "list") { Text("list").withOwnStore() }
          WindowGroup(id: "trips") { Text("trips").modifier(Trips()) }
          Settings { VStack { Text("settings").modifier(Trips()) } }
        }
      }
      extension View {
        func withOwnStore() -> some View { ↓modelContainer(for: [Note.self, Folder.self]) }
      }
      struct Trips: ViewModifier {
        func body(content: Content) -> some View { content.↓modelContainer(for: Trip.self) }
      }
      """),
    .init(
      "container-made-anew", "an object that is made for its container",
      """
      struct Depot {
        private(set) var container: ModelContainer
        init() throws { container = try ↓ModelContainer(for: Note.self) }
        static func opened() throws -> ModelContainer {
          let depot = try Depot()
          return depot.container
        }
      }
      func add() throws { ModelContext(try Depot.opened()).insert(Note()) }
      func count() throws -> Int { try ModelContext(try Depot.opened()).fetchCount(FetchDescriptor<Note>()) }
      """),
    .init(
      "deleted-object-used", "a function gives back what it has deleted",
      """
      struct Bin {
        let context: ModelContext
        func take(_ note: Note) throws -> Note {
          context.delete(note)
          try context.save()
          return note
        }
      }
      func discard(_ first: Note, _ bin: Bin) throws -> String {
        let taken = try bin.take(first)
        return ↓taken.title + "\\(↓first.rank)"
      }
      """),
    .init(
      "context-across-tasks", "a closure that has a name first",
      """
      @MainActor final class Filler {
        let context: ModelContext
        init(_ context: ModelContext) { self.context = context }
        func start(_ titles: [String]) {
          let own = context
          let work = { for _ in titles { ↓own.insert(Note()) } }
          Task.detached(operation: work)
        }
      }
      """),
    .init(
      "model-across-actors", "objects in a struct",
      """
      struct Summary { var number = 0; let newest: Note? }
      @ModelActor actor Keeper {
        func summary() throws -> Summary {
          Summary(newest: try modelContext.fetch(FetchDescriptor<Note>()).first)
        }
      }
      @MainActor func title(_ keeper: Keeper) async throws -> String? {
        try await keeper.↓summary().newest?.title
      }
      """),
    .init(
      "deleted-one-by-one", "two tables that are emptied together",
      """
      @Model final class LogLine { var text = ""; init() {} }
      @Model final class Digest { var text = ""; init() {} }
      func forget(_ context: ModelContext) throws {
        for line in try context.↓fetch(FetchDescriptor<LogLine>()) { context.delete(line) }
        try context.↓fetch(FetchDescriptor<Digest>()).forEach { context.delete($0) }
      }
      """),
  ]
}
