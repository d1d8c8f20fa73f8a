extension DistantCase {
  /// Values that stand behind members, parameters, cases and choices of the project's own types.
  static let meanings: [DistantCase] = [
    .init(
      "memory-store-on-failure", "a choice by a flag that is handed over",
      """
      struct Opener {
        func open(temporary: Bool = false) throws -> ModelContainer {
          let local = ModelConfiguration("Notes")
          let chosen = temporary ? .scratch : local
          return try ModelContainer(for: Note.self, configurations: chosen)
        }
        func start() throws -> ModelContainer {
          do { return try open() } catch { return try ↓open(temporary: true) }
        }
      }
      // file: Configurations.swift
      import SwiftData
      extension ModelConfiguration {
        static var scratch: ModelConfiguration { .init(isStoredInMemoryOnly: true) }
      }
      """),
    .init(
      "memory-store-on-failure", "a function of another file, and an enum that says which",
      """
      func start() -> ModelContainer? {
        if let opened = try? ModelContainer(for: Note.self) { return opened }
        return try? ↓Opening.make(.passing)
      }
      // file: Opening.swift
      import SwiftData
      enum Place {
        case kept, passing
        var isPassing: Bool { self == .passing }
      }
      enum Opening {
        static func make(_ place: Place) throws -> ModelContainer {
          try ModelContainer(for: Note.self, configurations: settings(for: place))
        }
        private static func settings(for place: Place) -> ModelConfiguration {
          if place.isPassing { return ModelConfiguration(isStoredInMemoryOnly: true) }
          return ModelConfiguration("Notes")
        }
      }
      """),
    .init(
      "unsaved-context", "a context that a computed property of another type makes",
      """
      struct Adder {
        let store: NoteStore
        func add() {
          let worker = store.worker
          ↓worker.insert(Note())
        }
      }
      // file: NoteStore.swift
      import SwiftData
      final class NoteStore {
        let container: ModelContainer
        init(_ container: ModelContainer) { self.container = container }
        var worker: ModelContext {
          let made = ModelContext(container)
          made.autosaveEnabled = false
          return made
        }
      }
      """),
    .init(
      "unsaved-context", "an actor that changes objects by a method of their class",
      """
      @ModelActor actor Ranker {
        func raise() throws {
          for note in try modelContext.fetch(FetchDescriptor<Note>()) { ↓note.promote(by: 2) }
        }
      }
      // file: Note+Rank.swift
      extension Note {
        func promote(by steps: Int) { rank += steps }
      }
      """),
    .init(
      "store-only-in-memory", "a configuration that a function of another file makes",
      """
      @main struct TheApp: App {
        let container = try! ↓ModelContainer(
          for: Note.self, configurations: Settings.configuration(named: "Notes"))
        var body: some Scene { WindowGroup { Text("") } }
      }
      // file: Settings.swift
      import SwiftData
      enum Settings {
        static func configuration(named name: String, memory: Bool = true) -> ModelConfiguration {
          let made = ModelConfiguration(name, isStoredInMemoryOnly: memory)
          return made
        }
      }
      """),
    .init(
      "ck-unique-constraints", "a configuration in a constant of another file",
      """
      @Model final class Mark { @Attribute(.unique) var ↓code: String = ""; init() {} }
      struct Stack {
        let container: ModelContainer
        init() throws { container = try ModelContainer(for: Mark.self, configurations: .synced) }
      }
      // file: Configurations.swift
      import SwiftData
      extension ModelConfiguration {
        static let synced = ModelConfiguration(cloudKitDatabase: .private("iCloud.marks"))
      }
      """),
    .init(
      "predicate-captures-model", "an object in a case of an enum",
      """
      enum Scope { case all, of(Folder), titled(String) }
      func condition(_ scope: Scope) -> Predicate<Note>? {
        if case .of(let place) = scope {
          return #Predicate<Note> { $0.folder?.code == ↓place.code }
        }
        guard case let .titled(text) = scope else { return nil }
        return #Predicate<Note> { $0.title == text }
      }
      """),
    .init(
      "predicate-comparing-emptiness", "a comparison with a parameter",
      """
      func folders(filled isFilled: Bool) -> Predicate<Folder> {
        #Predicate<Folder> { $0.name != "" && $0.notes.↓isEmpty != isFilled }
      }
      """),
    .init(
      "both-sides-changed", "a function of another file that a loop calls for one owner",
      """
      func file(_ all: [Note], in folder: Folder, _ desk: Desk) {
        for note in all { desk.put(note, into: folder) }
      }
      // file: Desk.swift
      import SwiftData
      struct Desk {
        func put(_ note: Note, into folder: Folder) {
          folder.notes.append(note)
          ↓note.folder = folder
        }
      }
      """),
    .init(
      "deleted-one-by-one", "a generic function of the context",
      """
      func tidy(_ context: ModelContext, before day: Date) throws {
        try context.↓purge(Entry.self, where: #Predicate { $0.day < day })
      }
      @Model final class Entry { var day: Date; init(day: Date) { self.day = day } }
      // file: ModelContext+Purge.swift
      import SwiftData
      extension ModelContext {
        func purge<Item: PersistentModel>(_ type: Item.Type, where condition: Predicate<Item>) throws {
          for item in try fetch(FetchDescriptor<Item>(predicate: condition)) { delete(item) }
        }
      }
      """),
    .init(
      "whole-rows-for-count", "a member of lists that asks for the number",
      """
      extension Collection {
        var label: String { isEmpty ? "none" : "\\(count) in all" }
      }
      func title(_ context: ModelContext) throws -> String {
        let notes = try context.↓fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 2 }))
        return notes.label
      }
      """),
    .init(
      "filtered-in-memory", "a list of wanted values",
      """
      func chosen(_ titles: Set<String>, _ context: ModelContext) throws -> [Note] {
        try context.↓fetch(FetchDescriptor<Note>()).filter { titles.contains($0.title) }
      }
      """),
    .init(
      "fetch-in-loop", "a check of the element's own parts before the fetch",
      """
      func load(_ lines: [String], _ context: ModelContext) throws {
        for line in lines {
          let parts = line.split(separator: ",").map(String.init)
          guard parts.count >= 3 else { continue }
          let title = parts[0]
          let same = FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })
          if try context.↓fetch(same).isEmpty { context.insert(Note()) }
        }
      }
      """),
    .init(
      "store-deleted-on-failure", "the result of an attempt",
      """
      func open(_ url: URL) throws -> ModelContainer {
        let attempt = Result {
          try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
        }
        switch attempt {
        case .success(let container): return container
        case .failure:
          try FileManager.default.↓removeItem(at: url)
          return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
        }
      }
      """),
  ]
}
