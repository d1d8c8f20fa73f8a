extension DistantCase {
  /// What loops ask of stores, and the functions of the app that ask for them.
  static let loops: [DistantCase] = [
    .init(
      "fetch-in-loop", "lists that are given, whatever stands behind them",
      """
      final class Finder {
        let context: ModelContext
        init(_ context: ModelContext) { self.context = context }
        func note(_ title: String) throws -> Note? {
          try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).last
        }
        func all(_ titles: [String]?, _ more: [String], _ isLong: Bool) throws {
          for title in titles ?? [] { print(try ↓note(title) as Any) }
          for title in ["first"] + more { print(try ↓note(title) as Any) }
          for title in (isLong ? more : ["first"]) { print(try ↓note(title) as Any) }
          for (title, place) in zip(more, more.indices) { print(place, try ↓note(title) as Any) }
          var grown = ["first"]
          for title in more { grown.append(title) }
          for title in grown { print(try ↓note(title) as Any) }
        }
      }
      """),
    .init(
      "fetch-in-loop", "objects in a variable that is called like a handful",
      """
      struct Totals {
        let context: ModelContext
        func notes(of folder: Folder) throws -> [Note] {
          let code = folder.code
          return try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.folder?.code == code }))
        }
        func all(_ accounts: [Folder]) throws {
          for account in accounts { print(try ↓notes(of: account).count) }
        }
      }
      """),
    .init(
      "fetch-in-loop", "a value that can be called",
      """
      struct Finder {
        let context: ModelContext
        func callAsFunction(_ title: String) throws -> [Note] {
          try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title }))
        }
      }
      struct Screen {
        let find: Finder
        func all(_ titles: [String]) throws {
          for title in titles { print(try ↓find(title).count) }
        }
      }
      """),
    .init(
      "fetch-in-loop", "a generic function of the context",
      """
      extension ModelContext {
        func everything<Kind: PersistentModel>(_ kind: Kind.Type) throws -> [Kind] {
          try fetch(FetchDescriptor<Kind>())
        }
      }
      // file: Screen.swift
      import SwiftData

      func show(_ titles: [String], _ context: ModelContext) throws {
        for title in titles {
          print(try context.↓everything(Note.self).filter { $0.title == title }.count)
        }
      }
      """),
    .init(
      "fetch-in-loop", "a context that a function of another file lends, by any name",
      """
      func show(_ titles: [String]) throws {
        try Stack.shared.perform { db in
          for title in titles {
            let wanted = FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })
            print(try db.↓fetch(wanted).count)
          }
        }
      }
      // file: Stack.swift
      import SwiftData

      final class Stack {
        static let shared = Stack()
        let container = try? ModelContainer(for: Note.self)
        func perform(_ work: (ModelContext) throws -> Void) rethrows {
          guard let container else { return }
          try work(ModelContext(container))
        }
      }
      """),
    .init(
      "unsaved-context", "a context that a shared object of another file makes",
      """
      func add() {
        let db = Stack.shared.fresh()
        ↓db.insert(Note())
      }
      // file: Stack.swift
      import SwiftData

      final class Stack {
        static let shared = Stack()
        let container: ModelContainer
        init() { container = try! ModelContainer(for: Note.self) }
        func fresh() -> ModelContext {
          let context = ModelContext(container)
          context.autosaveEnabled = false
          return context
        }
      }
      """),
    .init(
      "fetch-without-limit", "the first of a list in other words",
      """
      struct Notes {
        let context: ModelContext
        func oldest() throws -> Note? {
          let found = try context.↓fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))
          if found.count > 0 { return found.first! }
          return nil
        }
        func newest() throws -> Note? {
          let found = try context.↓fetch(
            FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank, order: .reverse)]))
          guard !found.isEmpty else { return nil }
          return found[0]
        }
        func newest(_ title: String) throws -> Note? {
          try context.↓fetch(
            FetchDescriptor<Note>(
              predicate: #Predicate { $0.title == title }, sortBy: [SortDescriptor(\\.rank)])
          ).first
        }
        func newest(in code: String) throws -> Note? {
          try context.↓fetch(
            FetchDescriptor<Note>(
              predicate: #Predicate { $0.folder?.name == code }, sortBy: [SortDescriptor(\\.rank)])
          ).first
        }
      }
      """),
    .init(
      "filtered-in-memory", "a closure that decides in steps",
      """
      @Model final class Loan { var due: Date?; var isBack = false; init() {} }
      func late(_ context: ModelContext, _ now: Date) throws -> [Loan] {
        let all = try context.↓fetch(FetchDescriptor<Loan>())
        return all.filter { loan in
          if loan.isBack { return false }
          guard let due = loan.due else { return false }
          return due < now
        }
      }
      """),
    .init(
      "both-sides-changed", "an object that is made for the owner and then added to its list",
      """
      @Model final class Line {
        var text = ""
        var page: Page?
        init(text: String, page: Page?) { (self.text, self.page) = (text, page) }
      }
      @Model final class Page { @Relationship(inverse: \\Line.page) var lines: [Line] = []; init() {} }
      func fill(_ page: Page, _ texts: [String], _ context: ModelContext) {
        for text in texts {
          let line = Line(text: text, page: page)
          context.insert(line)
          ↓page.lines.append(line)
        }
      }
      """),
    .init(
      "model-across-actors", "parts of tuples, and one of several functions of a name",
      """
      struct Copy: Sendable { var title: String }
      actor Client {
        func push(_ note: Note) { print(note.title) }
        func push(_ copy: Copy) { print(copy.title) }
        func keep(_ notes: [Note], for name: String) { print(notes.count, name) }
      }
      @MainActor struct Sync {
        let client: Client
        func send(_ notes: [Note], _ pairs: [(Note, Int)], _ parts: [(name: String, notes: [Note])]) async {
          for note in notes { await client.↓push(note) }
          for pair in pairs { await client.↓push(pair.0) }
          for part in parts { await client.↓keep(part.notes, for: part.name) }
          for (name, some) in parts { await client.↓keep(some, for: name) }
        }
      }
      """),
    .init(
      "store-deleted-on-failure", "behind the attempt, and for the files beside the store",
      """
      @MainActor final class Opener {
        var container: ModelContainer?
        func make() throws -> ModelContainer {
          try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: Self.url))
        }
        static let url = URL.applicationSupportDirectory.appending(path: "Notes.store")
        func start() {
          do {
            container = try make()
            return
          } catch { print(error) }
          do {
            ↓dropSidecars()
            container = try make()
          } catch { print(error) }
        }
        private func dropSidecars() {
          for end in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(at: URL(fileURLWithPath: Self.url.path + end))
          }
        }
      }
      """),
    .init(
      "deleted-one-by-one", "all objects of a class that leads to no other",
      """
      @Model final class Word { var text = ""; init() {} }
      func clear(_ context: ModelContext) throws {
        for word in try context.↓fetch(FetchDescriptor<Word>()) { context.delete(word) }
        try context.save()
      }
      """),
    .init(
      "sort-on-unstored", "a list that is set later, of an object of another file",
      """
      func loud(_ orders: Orders, _ context: ModelContext) throws -> [Note] {
        var wanted = FetchDescriptor<Note>()
        wanted.sortBy = orders.mine
        return try context.fetch(wanted)
      }
      // file: Orders.swift
      import SwiftData

      struct Orders { let mine = [SortDescriptor(\\Note.↓shout)] }
      """),
  ]
}
