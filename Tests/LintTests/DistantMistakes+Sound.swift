extension DistantCase {
  /// Code of the same shapes that is right.
  static let sound: [DistantCase] = [
    .init(
      "fetch-in-loop", "a subscript that reads a dictionary, and one used outside of the loop",
      """
      final class NoteIndex {
        private let known: [String: Note]
        private let context: ModelContext
        init(context: ModelContext) throws {
          self.context = context
          known = Dictionary(grouping: try context.fetch(FetchDescriptor<Note>()), by: \\.title)
            .compactMapValues(\\.first)
        }
        subscript(title: String) -> Note? { known[title] }
      }
      final class Lookup {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        subscript(title: String) -> Note? {
          try? context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
        }
      }
      func raise(_ titles: [String], _ index: NoteIndex, _ lookup: Lookup) {
        let first = lookup["first"]
        for title in titles { index[title]?.rank += first?.rank ?? 0 }
      }
      """),
    .init(
      "fetch-in-loop", "a lazy property, and one behind an early return",
      """
      final class Cache {
        let context: ModelContext
        private lazy var all: [Note] = (try? context.fetch(FetchDescriptor<Note>())) ?? []
        private var kept: [Note]?
        init(context: ModelContext) { self.context = context }
        var notes: [Note] {
          if let kept { return kept }
          let loaded = (try? context.fetch(FetchDescriptor<Note>())) ?? []
          kept = loaded
          return loaded
        }
        func ranks(_ titles: [String]) -> [Int] {
          titles.map { title in
            (all + notes).first { $0.title == title }?.rank ?? 0
          }
        }
      }
      """),
    .init(
      "save-in-loop", "the loop is in the closure",
      """
      extension ModelContext {
        func write(_ work: (ModelContext) throws -> Void) throws {
          try work(self)
          try save()
        }
      }
      func move(_ notes: [Note], to folder: Folder, _ context: ModelContext) throws {
        try context.write { _ in for note in notes { note.folder = folder } }
      }
      """),
    .init(
      "fetch-in-body", "actions and tasks call the store",
      """
      @MainActor @Observable final class NoteStore {
        private let context: ModelContext
        private(set) var notes: [Note] = []
        init(context: ModelContext) { self.context = context }
        func load() { notes = (try? context.fetch(FetchDescriptor<Note>())) ?? [] }
      }
      struct NoteList: View {
        @State var store: NoteStore
        var body: some View {
          List(store.notes) { note in Text(note.title) }
            .task { store.load() }
            .refreshable { store.load() }
          Button("Load") { store.load() }
          Button("Again", action: store.load)
        }
      }
      """),
    .init(
      "unsaved-context", "the function that is handed the context saves, or may",
      """
      struct Seeder {
        let container: ModelContainer
        let finish: (ModelContext) -> Void
        func seed() throws {
          let one = ModelContext(container)
          try add(to: one)
          let other = ModelContext(container)
          other.insert(Note())
          finish(other)
        }
        private func add(to context: ModelContext) throws {
          context.insert(Note())
          try commit(context)
        }
        private func commit(_ context: ModelContext) throws { try context.save() }
      }
      """),
    .init(
      "fetch-without-limit", "the limit is set where the descriptor is made",
      """
      final class Finder {
        let context: ModelContext
        private lazy var best: FetchDescriptor<Note> = {
          var made = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])
          made.fetchLimit = 1
          return made
        }()
        init(context: ModelContext) { self.context = context }
        func first() throws -> Note? { try context.fetch(best).first }
        func newest() throws -> Note? { try context.fetch(.newest).first }
      }
      // file: Newest.swift
      import SwiftData

      extension FetchDescriptor where T == Note {
        static var newest: FetchDescriptor<Note> {
          var made = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])
          made.fetchLimit = 1
          return made
        }
      }
      """),
    .init(
      "deleted-after-import", "the old are deleted first, or those of another class",
      """
      @ModelActor actor Refresher {
        func refresh() throws {
          try clear()
          try store()
          try clearFolders()
        }
        private func store() throws {
          modelContext.insert(Note())
          try modelContext.save()
        }
        private func clear() throws { try modelContext.delete(model: Note.self) }
        private func clearFolders() throws { try modelContext.delete(model: Folder.self) }
      }
      """),
    .init(
      "temporary-identifier-kept", "saved before, or never meant to last",
      """
      struct Draft { var id: PersistentIdentifier }
      func begin(_ context: ModelContext, remember: (Draft) -> Void) throws {
        let note = Note()
        context.insert(note)
        try context.save()
        remember(Draft(id: note.persistentModelID))
      }
      """),
    .init(
      "deleted-one-by-one", "objects with relationships, chosen ones, and some of a list",
      """
      @Model final class Line { var stamp = Date.now; var number = 0; init() {} }
      func purge(_ numbers: [Int], _ context: ModelContext) throws {
        for note in try context.fetch(FetchDescriptor<Note>()) { context.delete(note) }
        let chosen = FetchDescriptor<Line>(predicate: #Predicate { numbers.contains($0.number) })
        for line in try context.fetch(chosen) { context.delete(line) }
        for line in try context.fetch(FetchDescriptor<Line>()) where line.number > 3 {
          context.delete(line)
        }
        try context.save()
      }
      """),
    .init(
      "filtered-in-memory", "a list that is used as a whole, too",
      """
      @MainActor final class Board {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        private lazy var notes: [Note] = { (try? context.fetch(FetchDescriptor<Note>())) ?? [] }()
        var high: [Note] { notes.filter { $0.rank > 3 } }
        var many: Int { notes.count }
      }
      """),
    .init(
      "whole-rows-for-count", "a property that was loaded before",
      """
      final class NoteStore {
        let context: ModelContext
        private(set) var notes: [Note] = []
        init(context: ModelContext) { self.context = context }
        func load() throws { notes = try context.fetch(FetchDescriptor<Note>()) }
        var all: [Note] { notes }
      }
      func badge(_ store: NoteStore) -> Int { store.all.count + store.notes.count }
      """),
  ]
}
