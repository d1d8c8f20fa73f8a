internal import Diagnostics

/// Examples in which only a declared type tells what is fetched, or another type fetches it.
enum NPlusOneText {
  static let throughTypes: [RuleExample] = [
    .flagged(
      LoopText.function(
        """
        let descriptor: FetchDescriptor<Note> = .init(sortBy: [SortDescriptor(\\.title)])
          for note in try context.fetch(descriptor) { print(note.↓tags.count) }
          let all: [Note] = try context.fetch(FetchDescriptor())
          for note in all { print(note.folder?.↓name ?? "") }
        """)),
    .flagged(
      LoopText.views(
        """
        protocol NoteSource { func notes() throws -> [Note] }
        final class NoteStore: NoteSource {
          let context: ModelContext
          init(_ context: ModelContext) { self.context = context }
          func notes() throws -> [Note] { try context.↓fetch(.init(sortBy: [])) }
        }
        // file: Statistics.swift
        func tags(in source: any NoteSource) throws -> Int {
          var count = 0
          for note in try source.notes() { count += note.tags.count }
          return count
        }
        """)),
    .flagged(
      LoopText.views(
        """
        final class NoteStore {
          let context: ModelContext
          init(_ context: ModelContext) { self.context = context }
          func notes() -> [Note] {
            let found = try? context.↓fetch(FetchDescriptor(predicate: #Predicate<Note> { $0.title != "" }))
            return found ?? []
          }
        }
        // file: NotesModel.swift
        import SwiftData

        @Observable final class NotesModel {
          let store: NoteStore
          var notes: [Note] = []
          init(store: NoteStore) { self.store = store }
          func load() { notes = store.notes() }
          var tagCount: Int { notes.reduce(0) { $0 + $1.tags.count } }
        }
        """)),
    .flagged(
      LoopText.views(
        """
        struct NotesView: View {
          ↓@Query private var notes: [Note]
          var body: some View {
            List(notes) { note in LabeledContent(note.title, value: note.tagCount, format: .number) }
          }
        }
        // file: Note+Count.swift
        extension Note { var tagCount: Int { tags.count } }
        """)),
    .flagged(
      LoopText.views(
        """
        struct NotesTable: View {
          ↓@Query private var notes: [Note]
          var body: some View {
            Table(notes) {
              TableColumn("Title", value: \\.title)
              TableColumn("Tags") { note in Text("\\(note.tags.count)") }
            }
          }
        }
        struct RowsTable: View {
          ↓@Query private var notes: [Note]
          var body: some View {
            Table(of: Note.self) {
              TableColumn("Tags") { Text("\\($0.tags.count)") }
            } rows: {
              ForEach(notes) { TableRow($0) }
            }
          }
        }
        """)),
    .flagged(
      LoopText.function(
        """
        let notes = try context.fetch(FetchDescriptor<Note>())
          print(Dictionary(grouping: notes, by: \\.folder?.↓name).count, notes.map(\\.tags.count))
        """)),
    .flagged(
      LoopText.views(
        """
        struct Repository<Entity: PersistentModel> {
          let context: ModelContext
          func all() throws -> [Entity] { try context.fetch(FetchDescriptor<Entity>()) }
        }
        struct Statistics {
          let notes: Repository<Note>
          func tags() throws -> Int { try notes.all().reduce(0) { $0 + $1.↓tags.count } }
        }
        // file: Context.swift
        import SwiftData

        extension ModelContext {
          func load<T: PersistentModel>(_ type: T.Type = T.self) throws -> [T] {
            try fetch(FetchDescriptor<T>())
          }
        }
        // file: Export.swift
        import SwiftData

        struct Export {
          let context: ModelContext
          func text() throws -> String {
            var text = ""
            for note in try context.load(Note.self) { text += note.folder?.↓name ?? "" }
            let all: [Note] = try context.load()
            return all.map { "\\($0.↓tags.count)" }.joined() + text
          }
        }
        """)),
    .flagged(
      LoopText.views(
        """
        protocol Fetching { var context: ModelContext { get } }
        extension Fetching {
          func notes() throws -> [Note] { try context.↓fetch(FetchDescriptor<Note>()) }
        }
        // file: Report.swift
        import SwiftData

        struct Report: Fetching {
          let context: ModelContext
          func text() throws -> [String] {
            try notes().sorted { $0.tags.count < $1.tags.count }.map(\\.title)
          }
        }
        """)),
    .clean(
      LoopText.views(
        """
        struct NotesTable: View {
          @Query private var notes: [Note]
          @State private var chosen: Note?
          var body: some View {
            Table(notes) {
              TableColumn("Title", value: \\.title)
              TableColumn("Folder") { Text("\\($0.folder?.persistentModelID.hashValue ?? 0)") }
            }
            if let chosen { Text(chosen.folder?.name ?? "") }
          }
        }
        struct Repository<Entity: PersistentModel> {
          let context: ModelContext
          func all() throws -> [Entity] { try context.fetch(FetchDescriptor<Entity>()) }
          func some(_ descriptor: FetchDescriptor<Entity>) throws -> [Entity] {
            try context.fetch(descriptor)
          }
        }
        func titles(_ notes: Repository<Note>, _ some: FetchDescriptor<Note>) throws -> [String] {
          try notes.all().map(\\.title) + notes.some(some).map { $0.folder?.name ?? "" }
        }
        """)),
    .clean(
      LoopText.function(
        """
        var descriptor: FetchDescriptor<Note> = .init()
          descriptor.relationshipKeyPathsForPrefetching = [\\.tags]
          for note in try context.fetch(descriptor) { print(note.tags.count) }
        """)),
    .clean(
      LoopText.views(
        """
        final class NoteStore {
          let context: ModelContext
          init(_ context: ModelContext) { self.context = context }
          func notes(_ descriptor: FetchDescriptor<Note>) throws -> [Note] {
            try context.fetch(descriptor)
          }
        }
        func tags(in store: NoteStore, _ all: FetchDescriptor<Note>) throws -> Int {
          try store.notes(all).reduce(0) { $0 + $1.tags.count }
        }
        """)),
    .clean(
      LoopText.views(
        """
        final class NoteStore {
          let context: ModelContext
          init(_ context: ModelContext) { self.context = context }
          func notes() throws -> [Note] { try context.fetch(.init(sortBy: [])) }
        }
        @Observable final class NotesModel {
          let store: NoteStore
          var notes: [Note] = []
          init(store: NoteStore) { self.store = store }
          func load() throws { notes = try store.notes() }
          var titles: [String] { notes.map(\\.title) }
        }
        """)),
  ]
}
