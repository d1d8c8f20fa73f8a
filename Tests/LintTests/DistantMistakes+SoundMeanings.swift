extension DistantCase {
  /// Looks like a mistake behind members, parameters, cases and choices, and is none.
  static let soundMeanings: [DistantCase] = [
    .init(
      "memory-store-on-failure", "a rescue that asks the same function for a store on disk",
      """
      enum Place { case main, spare, memory }
      func make(_ place: Place) throws -> ModelContainer {
        switch place {
        case .main: try ModelContainer(for: Note.self, configurations: ModelConfiguration("Main"))
        case .spare: try ModelContainer(for: Note.self, configurations: ModelConfiguration("Spare"))
        case .memory:
          try ModelContainer(
            for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
      }
      func start() throws -> ModelContainer {
        do { return try make(.main) } catch { return try make(.spare) }
      }
      """),
    .init(
      "unsaved-context", "a context that everybody shares, and one that saves by itself",
      """
      final class NoteStore {
        private let shared: ModelContext
        private var others: [ModelContext] = []
        let container: ModelContainer
        init(_ container: ModelContainer) {
          self.container = container
          shared = ModelContext(container)
        }
        func writer() -> ModelContext { shared }
        func saving() -> ModelContext {
          let made = ModelContext(container)
          made.autosaveEnabled = true
          return made
        }
        func kept() -> ModelContext {
          let made = ModelContext(container)
          others.append(made)
          return made
        }
        func add() {
          let one = writer()
          one.insert(Note())
          let two = saving()
          two.insert(Note())
          let three = kept()
          three.insert(Note())
        }
        func finish() throws { for one in [shared] + others { try one.save() } }
      }
      """),
    .init(
      "unsaved-context", "a method that changes nothing that is stored",
      """
      @ModelActor actor Reader {
        func titles() throws -> [String] {
          var found: [String] = []
          for note in try modelContext.fetch(FetchDescriptor<Note>()) { found.append(note.line(2)) }
          return found
        }
      }
      extension Note {
        func line(_ width: Int) -> String {
          var title = self.title
          title += "."
          return title
        }
      }
      """),
    .init(
      "store-only-in-memory", "a function that is asked for a store on disk",
      """
      @main struct TheApp: App {
        let container = try! ModelContainer(
          for: Note.self, configurations: Settings.configuration(memory: false))
        var body: some Scene { WindowGroup { Text("") } }
      }
      // file: Settings.swift
      import SwiftData
      enum Settings {
        static func configuration(memory: Bool = true) -> ModelConfiguration {
          ModelConfiguration(isStoredInMemoryOnly: memory)
        }
      }
      """),
    .init(
      "ck-unique-constraints", "members of two types that are called alike",
      """
      @Model final class Mark { @Attribute(.unique) var code: String = ""; init() {} }
      struct Stack {
        let container: ModelContainer
        init(_ choice: Choice) throws {
          container = try ModelContainer(for: Mark.self, configurations: choice.configuration)
        }
      }
      struct Choice {
        var configuration: ModelConfiguration { ModelConfiguration(cloudKitDatabase: .none) }
      }
      struct Other {
        var configuration: ModelConfiguration { ModelConfiguration(cloudKitDatabase: .private("a")) }
      }
      """),
    .init(
      "predicate-captures-model", "a value of the same name as a model's",
      """
      struct Place { var code = "" }
      enum Scope { case all, of(Place) }
      struct Finder {
        let place: Folder
        func condition(_ scope: Scope) -> Predicate<Note>? {
          switch scope {
          case .all: return nil
          case .of(let place): return #Predicate<Note> { $0.folder?.code == place.code }
          }
        }
      }
      """),
    .init(
      "predicate-comparing-emptiness", "a condition beside one that is compared",
      """
      func folders(_ name: String) -> Predicate<Folder> {
        #Predicate<Folder> { $0.name == name && !$0.notes.isEmpty }
      }
      """),
    .init(
      "both-sides-changed", "a function that is called once, and one with an owner for each turn",
      """
      extension Folder {
        func take(_ note: Note) {
          note.folder = self
          notes.append(note)
        }
      }
      func file(_ note: Note, in folder: Folder) { folder.take(note) }
      func spread(_ all: [(Folder, Note)]) { for (folder, note) in all { folder.take(note) } }
      """),
    .init(
      "deleted-one-by-one", "a generic function for the few that equal something",
      """
      func tidy(_ context: ModelContext, _ name: String) throws {
        try context.purge(Entry.self, where: #Predicate { $0.name == name })
      }
      @Model final class Entry { var name = ""; init() {} }
      extension ModelContext {
        func purge<Item: PersistentModel>(_ type: Item.Type, where condition: Predicate<Item>) throws {
          for item in try fetch(FetchDescriptor<Item>(predicate: condition)) { delete(item) }
        }
      }
      """),
    .init(
      "whole-rows-for-count", "a member of lists that uses the elements too",
      """
      extension Collection where Element == Note {
        var label: String { isEmpty ? "none" : "\\(count): \\(map(\\.title).joined())" }
      }
      func title(_ context: ModelContext) throws -> String {
        try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 2 })).label
      }
      """),
    .init(
      "filtered-in-memory", "a list that belongs to the object, and a function of another kind",
      """
      func chosen(_ titles: [String], _ context: ModelContext, _ book: Book) throws -> [Note] {
        let one = try context.fetch(FetchDescriptor<Note>()).filter { $0.title.range(of: "a b") != nil }
        let two = try context.fetch(FetchDescriptor<Note>()).filter { book.page(3).contains($0.title) }
        return one + two
      }
      struct Book { func page(_ number: Int) -> [String] { [] } }
      """),
    .init(
      "save-in-loop", "a function that saves every so many times",
      """
      @ModelActor actor Loader {
        private var waiting: [Note] = []
        func load(_ lines: [String]) throws {
          for (index, _) in lines.enumerated() {
            let note = Note()
            modelContext.insert(note)
            waiting.append(note)
            try store(at: index)
            try drain()
          }
          try modelContext.save()
        }
        private func store(at index: Int) throws {
          guard index % 500 == 0 else { return }
          try modelContext.save()
        }
        private func drain() throws {
          guard waiting.count >= 200 else { return }
          waiting = []
          try modelContext.save()
        }
      }
      """),
    .init(
      "fetch-in-loop", "portions that fill up before they are looked at",
      """
      func load(_ lines: [String], _ context: ModelContext) throws {
        var titles: [String] = []
        for line in lines {
          titles.append(line)
          guard titles.count == 400 else { continue }
          let part = titles
          let same = FetchDescriptor<Note>(predicate: #Predicate { part.contains($0.title) })
          for note in try context.fetch(same) { note.rank += 1 }
          titles = []
        }
      }
      """),
    .init(
      "sort-on-unstored", "a list of one name in two types, of which a fetch takes the other",
      """
      enum Loud { static let usual = [SortDescriptor(\\Note.shout)] }
      enum Plain { static let usual = [SortDescriptor(\\Note.title)] }
      func loud(_ notes: [Note]) -> [Note] { notes.sorted(using: Loud.usual) }
      func plain(_ context: ModelContext) throws -> [Note] {
        try context.fetch(FetchDescriptor<Note>(sortBy: Plain.usual))
      }
      """),
  ]
}
