extension DistantCase {
  /// Loops that ask stores little, and what only looks as if it asked them.
  static let soundLoops: [DistantCase] = [
    .init(
      "fetch-in-loop", "lists that are written out",
      """
      let kinds = ["a", "b", "c"]
      final class Finder {
        let context: ModelContext
        init(_ context: ModelContext) { self.context = context }
        private let names = ["a", "b"]
        private var wanted: [String] { ["a", "b"] }
        private let shown = 5
        func note(_ title: String) throws -> Note? {
          try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).last
        }
        func all(_ titles: [String], _ isLong: Bool) throws {
          for title in kinds { print(try note(title) as Any) }
          for title in names.reversed() { print(try note(title) as Any) }
          for title in wanted.map({ $0 + "x" }) { print(try note(title) as Any) }
          for (place, title) in ["a", "b"].enumerated() { print(place, try note(title) as Any) }
          for (title, place) in zip(["a", "b"], titles) { print(place, try note(title) as Any) }
          for title in Array(titles.sorted().prefix(3)) { print(try note(title) as Any) }
          let top = titles.prefix(shown)
          for title in top { print(try note(title) as Any) }
          for title in isLong ? ["a", "b"] : ["c"] { print(try note(title) as Any) }
          for title in (0..<7).map({ "\\($0)" }) { print(try note(title) as Any) }
          for day in stride(from: 0, to: 28, by: 7) { print(try note("\\(day)") as Any) }
          for title in "a,b".split(separator: ",") { print(try note(String(title)) as Any) }
          let pairs: [(String, Int)] = [("a", 1), ("b", 2)]
          for (title, _) in pairs { print(try note(title) as Any) }
        }
      }
      """),
    .init(
      "fetch-in-loop", "a function that keeps what it found",
      """
      final class Notes {
        let context: ModelContext
        private var cached: [Note]?
        private var byTitle: [String: Note] = [:]
        private var isLoaded = false
        init(_ context: ModelContext) { self.context = context }
        private func load() throws -> [Note] { try context.fetch(FetchDescriptor<Note>()) }
        func all() throws -> [Note] {
          if let cached { return cached }
          return try load()
        }
        func every() throws -> [Note] {
          guard cached == nil else { return cached! }
          let notes = try load()
          cached = notes
          return notes
        }
        func note(_ title: String) throws -> Note? {
          if let known = byTitle[title] { return known }
          return try load().first { $0.title == title }
        }
        func prepare() throws {
          guard !isLoaded else { return }
          cached = try load()
          isLoaded = true
        }
      }
      func show(_ titles: [String], _ notes: Notes) throws {
        for title in titles {
          try notes.prepare()
          print(try notes.all().count, try notes.every().count, try notes.note(title) as Any)
        }
      }
      """),
    .init(
      "fetch-in-loop", "the same name in another type, and a receiver that nobody knows",
      """
      struct Store {
        let context: ModelContext
        func count(_ title: String) throws -> Int {
          try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).count
        }
      }
      struct Text { func count(_ word: String) -> Int { word.count } }
      func show(_ words: [String], _ text: Text, _ makers: [() -> Text]) {
        for word in words { print(text.count(word), makers[0]().count(word)) }
      }
      """),
    .init(
      "fetch-in-loop", "one of the columns that a loop writes",
      """
      struct Table {
        let context: ModelContext
        func count(_ title: String) -> Int {
          let wanted = FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })
          return (try? context.fetch(wanted).count) ?? 0
        }
        func cell(_ column: String, _ title: String) -> String {
          switch column {
          case "Title", "Name": return title
          case "Count": return "\\(count(title))"
          default: return ""
          }
        }
        func row(_ columns: [String], _ title: String) -> [String] {
          columns.map { column in cell(column, title) }
        }
      }
      """),
    .init(
      "whole-rows-for-count", "the number of those alone that a function picks",
      """
      extension Note { var isLoud: Bool { title == shout } }
      struct Notes {
        let context: ModelContext
        func loud() throws -> [Note] {
          let ranked = FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 3 })
          return try context.fetch(ranked).filter(\\.isLoud)
        }
        func isLoud() throws -> Bool { try loud().isEmpty == false }
      }
      """),
    .init(
      "model-across-actors", "a function of an actor that nobody calls, beside one that is called",
      """
      actor Old { func keep(_ note: Note) { print(note.title) } }
      actor New { func keep(_ title: String) { print(title) } }
      func send(_ note: Note, _ new: New) async { await new.keep(note.title) }
      """),
    .init(
      "store-deleted-on-failure", "what follows a failure that leads away",
      """
      func open(_ url: URL, _ old: URL) throws -> ModelContainer? {
        do { return try ModelContainer(for: Note.self) } catch { throw error }
        try? FileManager.default.removeItem(at: url)
      }
      func load(_ old: URL) -> ModelContainer? {
        var made: ModelContainer?
        do { made = try ModelContainer(for: Note.self) } catch { print(error) }
        try? FileManager.default.removeItem(at: old)
        return made
      }
      """),
    .init(
      "fetch-without-limit", "what a list is also asked for",
      """
      struct Notes {
        let context: ModelContext
        func some() throws -> Note? {
          let found = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))
          if found.count > 1 { print("several") }
          return found.first
        }
        func rest() throws -> [Note] {
          let found = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))
          if found.count > 0 { print(found[0].title) }
          return found
        }
        func third() throws -> Note? {
          let found = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))
          return found.count > 2 ? found[2] : nil
        }
      }
      """),
    .init(
      "fetch-without-limit", "a table that an app gives one row",
      """
      @Model final class Counter { var count = 0; var at = Date.now; init() {} }
      struct Counters {
        let context: ModelContext
        func counter() throws -> Counter {
          let all = try context.fetch(FetchDescriptor<Counter>(sortBy: [SortDescriptor(\\.at)]))
          if let known = all.first { return known }
          let made = Counter()
          context.insert(made)
          return made
        }
      }
      """),
    .init(
      "filtered-in-memory", "a closure whose steps no predicate knows",
      """
      @Model final class Loan { var due: Date?; init() {} }
      func due(_ context: ModelContext, _ day: Date) throws -> [Loan] {
        try context.fetch(FetchDescriptor<Loan>()).filter { loan in
          guard let due = loan.due else { return false }
          return Calendar.current.isDate(due, inSameDayAs: day)
        }
      }
      """),
    .init(
      "deleted-one-by-one", "objects that others lead to",
      """
      func clear(_ context: ModelContext) throws {
        for note in try context.fetch(FetchDescriptor<Note>()) { context.delete(note) }
        try context.save()
      }
      """),
    .init(
      "save-in-loop", "what every user begins with, and what is gone with the process",
      """
      struct Store {
        let context: ModelContext
        func seedIfNeeded(_ titles: [String]) throws {
          for _ in titles {
            context.insert(Note())
            try context.save()
          }
        }
        func createDefaultNotes(_ titles: [String]) throws {
          for _ in titles {
            context.insert(Note())
            try context.save()
          }
        }
      }
      @MainActor func fill(_ titles: [String]) throws -> ModelContainer {
        let container = try ModelContainer(
          for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        for _ in titles {
          container.mainContext.insert(Note())
          try container.mainContext.save()
        }
        return container
      }
      """),
    .init(
      "container-made-anew", "a container that a member elsewhere keeps in memory",
      """
      enum Notes {
        static var container: ModelContainer? { open() }
        static func open() -> ModelContainer? {
          try? ModelContainer(for: Note.self, configurations: Trials.configuration)
        }
      }
      // file: Trials.swift
      import SwiftData

      enum Trials {
        static let isTrying = true
        static var configuration: ModelConfiguration {
          ModelConfiguration(isStoredInMemoryOnly: isTrying)
        }
      }
      """),
  ]
}
