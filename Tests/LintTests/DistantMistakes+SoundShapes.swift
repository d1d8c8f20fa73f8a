extension DistantCase {
  /// Right code of the shapes in which the mistakes above are made.
  static let soundShapes: [DistantCase] = [
    .init(
      "save-in-loop", "a method that only inserts, handed to forEach, and one save",
      """
      struct Diary {
        let context: ModelContext
        func enter(_ title: String) { context.insert(Note()) }
        func load(_ titles: [String]) throws {
          titles.forEach(enter)
          try context.save()
        }
      }
      """),
    .init(
      "n-plus-one", "an initializer and a protocol that read the row alone",
      """
      protocol Listed { var row: String { get } }
      extension Note: Listed { var row: String { "\\(title) \\(rank)" } }
      struct Card { let title: String; init(_ note: Note) { title = note.title } }
      func cards(_ context: ModelContext) throws -> [Card] {
        let notes = try context.fetch(FetchDescriptor<Note>())
        print(notes.map(\\.row))
        return notes.map(Card.init)
      }
      """),
    .init(
      "deleted-one-by-one", "rows of a function that are shown, too",
      """
      @Model final class Line { var at = Date.now; init() {} }
      struct Log {
        let context: ModelContext
        func old(_ limit: Date) throws -> [Line] {
          try context.fetch(FetchDescriptor<Line>(predicate: #Predicate { $0.at < limit }))
        }
        func clean(_ limit: Date) throws -> Int {
          let lines = try old(limit)
          print(lines.map(\\.at))
          lines.forEach(context.delete)
          return lines.count
        }
      }
      """),
    .init(
      "fetch-without-limit", "a limit in the extension, and a list that is used as a whole",
      """
      extension FetchDescriptor where T == Note {
        static var best: Self {
          var wanted = FetchDescriptor(sortBy: [SortDescriptor(\\.rank)])
          wanted.fetchLimit = 1
          return wanted
        }
      }
      struct Notes {
        let context: ModelContext
        func best() throws -> Note? { try context.fetch(.best).first }
        func ranked() throws -> [Note] {
          try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))
        }
        func ends() throws -> (Note?, Note?) {
          let all = try ranked()
          return (all.first, all.last)
        }
      }
      """),
    .init(
      "swallowed-store-error", "a result that is looked at, and a guard that says so",
      """
      extension ModelContext { func keep() -> Bool { (try? save()) != nil } }
      final class Editor {
        let context: ModelContext
        var failed = false
        init(context: ModelContext) { self.context = context }
        func done() {
          failed = !context.keep()
          guard (try? context.save()) != nil else {
            failed = true
            return
          }
          if !context.keep() { failed = true }
        }
        func last() -> Bool { context.keep() }
      }
      """),
    .init(
      "memory-store-on-failure", "several files, and a store for previews",
      """
      enum Stack {
        static func open(_ files: [URL]) throws -> ModelContainer {
          for file in files {
            if let made = try? ModelContainer(for: Note.self, configurations: ModelConfiguration(url: file)) {
              return made
            }
          }
          throw CocoaError(.fileNoSuchFile)
        }
        static let preview = (try? open([])) ?? (try! ModelContainer(
          for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
      }
      """),
    .init(
      "context-across-tasks", "a function that runs its closure on the main queue",
      """
      enum Later { static func run(_ job: @escaping () -> Void) { DispatchQueue.main.async { job() } } }
      @MainActor final class Counter {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func count() { Later.run { print((try? self.context.fetchCount(FetchDescriptor<Note>())) ?? 0) } }
      }
      """),
    .init(
      "unsaved-context", "an object that saves, and one whose maker does",
      """
      struct Loader {
        let context: ModelContext
        func load() { context.insert(Note()) }
      }
      struct Keeper {
        let context: ModelContext
        func load() throws {
          context.insert(Note())
          try finish()
        }
        private func finish() throws { try context.save() }
      }
      func load(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        Loader(context: context).load()
        try context.save()
        let other = ModelContext(container)
        try Keeper(context: other).load()
      }
      """),
    .init(
      "container-made-anew", "a function that is asked once, and one that keeps what it made",
      """
      enum Stack {
        nonisolated(unsafe) static var made: ModelContainer?
        static func once() throws -> ModelContainer { try ModelContainer(for: Note.self) }
        static func openKept() throws -> ModelContainer {
          if let made { return made }
          let container = try ModelContainer(for: Note.self)
          made = container
          return container
        }
        static func first() throws -> Int {
          try ModelContext(openKept()).fetchCount(FetchDescriptor<Note>())
        }
        static func second() throws -> Int {
          try ModelContext(openKept()).fetchCount(FetchDescriptor<Folder>())
        }
      }
      """),
    .init(
      "fetch-in-loop",
      "a closure that looks into a dictionary, a retry, and a case with a function's name",
      """
      enum Order { case find(String), none }
      struct Walk {
        let context: ModelContext
        func find(_ code: String) throws -> Folder? {
          try context.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.code == code })).first
        }
        func load(_ retries: Int) throws -> [Note] {
          do { return try context.fetch(FetchDescriptor<Note>()) } catch {
            guard retries > 0 else { throw error }
            return try load(retries - 1)
          }
        }
        func run(_ orders: [Order], _ known: [String: Folder]) {
          let look = { (code: String) in known[code] }
          for order in orders {
            switch order {
            case .find(let code): look(code)?.name = ""
            case .none: break
            }
          }
        }
      }
      """),
    .init(
      "filtered-in-memory", "a list that is used twice, and a condition that keeps count",
      """
      func ranked(_ context: ModelContext) throws -> ([Note], Int) {
        let notes = try context.fetch(FetchDescriptor<Note>())
        var found: [Note] = []
        for note in notes where note.rank > 3 { found.append(note) }
        var seen: Set<String> = []
        for note in try context.fetch(FetchDescriptor<Note>()) where seen.insert(note.title).inserted {
          found.append(note)
        }
        return (found, notes.count)
      }
      struct Lists: View {
        @Query private var notes: [Note]
        @State private var rank = 0
        var body: some View { List(notes.filter { $0.rank == rank }) { Text($0.title) } }
      }
      """),
    .init(
      "order-of-to-many", "a sorted list with a place, the only object, and a copy that is sorted",
      """
      final class Slides {
        let folder: Folder
        private var position = 0
        init(folder: Folder) { self.folder = folder }
        private var ordered: [Note] { folder.notes.sorted { $0.rank < $1.rank } }
        var current: Note { ordered[position] }
        var title: String? { folder.notes.count == 1 ? folder.notes[0].title : nil }
        func ranks() -> [Int] {
          var list = folder.notes
          list.sort { $0.rank < $1.rank }
          return list.indices.map { folder.notes[$0].rank }
        }
      }
      """),
    .init(
      "unknown-configuration-argument", "a type of that name in another module",
      """
      // file: Model.swift
      import MachineLearning

      func load() -> ModelConfiguration { ModelConfiguration(id: "x", tokens: 3) }
      """),
    .init(
      "optional-many-to-many", "a store that is mirrored for those who want it",
      """
      @Model final class Tag {
        @Relationship(inverse: \\Post.tags) var posts: [Post]?
        init() {}
      }
      @Model final class Post { var tags: [Tag]?; init() {} }
      func open(_ isSynced: Bool) throws -> ModelContainer {
        let wanted = ModelConfiguration(
          cloudKitDatabase: isSynced ? .private("iCloud.notes") : .none)
        return try ModelContainer(for: Tag.self, Post.self, configurations: wanted)
      }
      """),
  ]
}
