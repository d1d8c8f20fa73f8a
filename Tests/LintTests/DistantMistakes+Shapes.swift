extension DistantCase {
  /// Values that reach a fetch or a list by other ways than a name.
  static let shapes: [DistantCase] = [
    .init(
      "n-plus-one", "a dictionary that a loop fills",
      """
      final class Index {
        private var folders: [String: Folder] = [:]
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func load() throws {
          for folder in try context.↓fetch(FetchDescriptor<Folder>()) { folders[folder.code] = folder }
        }
        func total() -> Int { folders.values.map { $0.notes.count }.reduce(0, +) }
      }
      """),
    .init(
      "n-plus-one", "a switch over the relationship, and the objects of enumerate",
      """
      func names(_ context: ModelContext) throws {
        for note in try context.fetch(FetchDescriptor<Note>()) {
          switch note.folder {
          case let folder?: print(folder.↓name)
          case nil: break
          }
        }
        try context.enumerate(FetchDescriptor<Folder>()) { folder in print(folder.↓notes.count) }
      }
      """),
    .init(
      "filtered-in-memory", "a loop with a condition, and one that goes on",
      """
      func ranked(_ context: ModelContext) throws -> [String] {
        var titles: [String] = []
        let notes = try context.↓fetch(FetchDescriptor<Note>())
        for note in notes where note.rank > 3 { titles.append(note.title) }
        for note in try context.↓fetch(FetchDescriptor<Note>()) {
          guard note.folder?.code == "x" else { continue }
          titles.append(note.title)
        }
        return titles
      }
      """),
    .init(
      "filtered-in-memory", "a query of which one part is ever shown",
      """
      struct Badge: View {
        ↓@Query(sort: \\Note.title) private var notes: [Note]
        private var count: Int { notes.filter { $0.rank == 0 }.count }
        var body: some View { Text("\\(count)") }
      }
      """),
    .init(
      "order-of-to-many", "a place that is kept, and a list that is sorted where it stands",
      """
      final class Slides {
        let folder: Folder
        private var position = 0
        init(folder: Folder) { self.folder = folder }
        var current: Note { folder.notes↓[position] }
        var next: Note { folder.notes↓[self.position + 1] }
        func order() { folder.notes.↓sort { $0.title < $1.title } }
      }
      """),
    .init(
      "predicate-captures-enum", "a descriptor that says of what by its result",
      """
      struct Moods {
        func found(_ mood: Mood) -> FetchDescriptor<Note> {
          FetchDescriptor(predicate: #Predicate { ↓$0.mood == mood })
        }
        func narrowed(_ mood: Mood) -> FetchDescriptor<Note> {
          var wanted = FetchDescriptor<Note>()
          wanted.predicate = #Predicate { ↓$0.mood == mood }
          return wanted
        }
      }
      """),
    .init(
      "sort-on-unstored", "a key path that a function sorts by",
      """
      struct Notes {
        let context: ModelContext
        func all(by key: KeyPath<Note, String>) throws -> [Note] {
          try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(key)]))
        }
      }
      func loud(_ notes: Notes) throws -> [Note] { try notes.all(by: \\.↓shout) }
      """),
    .init(
      "model-across-actors", "a part of a pair that comes out of an actor",
      """
      @ModelActor actor Shelf {
        func best() throws -> (note: Note, rank: Int)? {
          try modelContext.fetch(FetchDescriptor<Note>()).first.map { ($0, $0.rank) }
        }
      }
      @MainActor func show(_ shelf: Shelf) async throws -> Note? { try await shelf.↓best()?.note }
      """),
    .init(
      "save-in-loop", "lines of a file, and a closure of reduce",
      """
      func load(_ url: URL, _ titles: [String], _ context: ModelContext) async throws {
        for try await line in url.lines where !line.isEmpty {
          context.insert(Note())
          try context.↓save()
        }
        let all = try titles.reduce(into: [Note]()) { notes, title in
          let note = Note()
          context.insert(note)
          try context.↓save()
          notes.append(note)
        }
        print(all.count)
      }
      """),
    .init(
      "swallowed-store-error", "a save behind a store that may be none",
      """
      protocol Saving { func save() throws }
      struct Notes: Saving {
        let context: ModelContext
        func save() throws { try context.save() }
      }
      final class Editor {
        private var store: (any Saving)?
        func done() { _ = try? store?.↓save() }
      }
      """),
  ]
}
