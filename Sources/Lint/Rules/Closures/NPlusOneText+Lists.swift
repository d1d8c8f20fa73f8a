internal import Diagnostics

/// Examples in which a whole list goes from hand to hand before its objects are asked for something.
extension NPlusOneText {
  static let throughLists: [RuleExample] =
    [
      .flagged(
        LoopText.views(
          """
          struct HistoryView: View {
            ↓@Query private var notes: [Note]
            var body: some View { Text("\\(Statistics.tagCount(in: notes))") }
          }
          // file: Statistics.swift
          enum Statistics {
            static func tagCount(in notes: [Note]) -> Int { total(of: notes.filter { $0.title != "" }) }
            private static func total(of list: [Note]) -> Int { list.reduce(0) { $0 + $1.tags.count } }
          }
          """)),
      .flagged(
        LoopText.views(
          """
          @Observable final class HistoryModel {
            let context: ModelContext
            var notes: [Note] = []
            var folder: String?
            init(context: ModelContext) { self.context = context }
            func load() { notes = (try? context.↓fetch(FetchDescriptor<Note>())) ?? [] }
            var shown: [Note] {
              guard let folder else { return notes }
              return notes.filter { $0.title.contains(folder) }
            }
          }
          // file: HistoryList.swift
          import SwiftUI

          struct HistoryList: View {
            let model: HistoryModel
            var body: some View { List(model.shown) { row($0) } }
            private func row(_ note: Note) -> some View { Text("\\(note.tags.count)") }
          }
          """)),
      .flagged(
        LoopText.function(
          """
          let notes = try context.↓fetch(FetchDescriptor<Note>())
            print(report(notes), notes.map(\\.tags.count))
          """) + """

            func report(_ notes: [Note]) -> [String] { notes.map { "\\($0.tags.count)" } }
            """),
      .flagged(
        LoopText.views(
          """
          struct FoldersView: View {
            ↓@Query private var notes: [Note]
            var body: some View { Text(notes.tagCounts.joined()) }
          }
          // file: Notes.swift
          extension Array where Element == Note {
            var tagCounts: [String] { sorted { $0.title < $1.title }.map { "\\($0.tags.count)" } }
          }
          """)),
      .flagged(
        LoopText.views(
          """
          struct SearchView: View {
            ↓@Query private var notes: [Note]
            @State private var text = ""
            var shown: [Note] { text.isEmpty ? notes : notes.filter { $0.title.contains(text) } }
            var body: some View { List(shown) { Text("\\($0.tags.count)") } }
          }
          """)),
      .flagged(
        LoopText.views(
          """
          struct NotesView: View {
            ↓@Query private var notes: [Note]
            var body: some View { List(notes) { NoteRow(note: $0) } }
          }
          struct NoteRow: View {
            let note: Note
            @State private var count = 0
            var body: some View { Text("\\(note.title) \\(count)").onAppear { load() } }
            private func load() { count = note.tags.count }
          }
          """)),
      .clean(
        LoopText.views(
          """
          struct FolderName: View {
            @Query private var notes: [Note]
            let title: String
            @State private var name = ""
            var body: some View { Text(name).onAppear { find() } }
            func find() {
              for note in notes {
                if note.title == title { name = note.folder?.name ?? ""; break }
              }
            }
          }
          """)),
      .flagged(
        LoopText.views(
          """
          protocol Gateway {
            associatedtype Domain: PersistentModel
            var context: ModelContext { get }
          }
          extension Gateway {
            func everything() throws -> [Domain] { try context.fetch(FetchDescriptor<Domain>()) }
          }
          struct NoteGateway: Gateway {
            typealias Domain = Note
            let context: ModelContext
          }
          class Store<Model: PersistentModel> {
            let context: ModelContext
            init(context: ModelContext) { self.context = context }
            func all() throws -> [Model] { try context.fetch(FetchDescriptor<Model>()) }
          }
          final class FolderStore: Store<Folder> {}
          // file: Overview.swift
          import SwiftData

          struct Overview {
            let notes: NoteGateway
            let folders: FolderStore
            func text() throws -> [String] {
              try notes.everything().map { "\\($0.↓tags.count)" } + folders.all().map { "\\($0.↓notes.count)" }
            }
          }
          """)),
      .flagged(
        """
        import SwiftData

        @Model final class Exercise { var id = UUID(); var best: Effort?; init() {} }
        @Model final class Effort {
          @Relationship(inverse: \\Exercise.best) var exercise: Exercise?
          init() {}
        }
        func efforts(_ id: UUID, _ context: ModelContext) throws -> [Effort] {
          try context.fetch(FetchDescriptor<Effort>()).filter { $0.exercise?.↓id == id }
        }
        """),
      .clean(
        LoopText.views(
          """
          struct HistoryView: View {
            @Query private var notes: [Note]
            var body: some View { Text("\\(tagCount(Array(notes.prefix(3)))) of \\(notes.count)") }
            private func tagCount(_ some: [Note]) -> Int { some.reduce(0) { $0 + $1.tags.count } }
          }
          """)),
      .clean(
        LoopText.views(
          """
          struct HistoryView: View {
            @Query private var notes: [Note]
            var body: some View { Text(Statistics.titles(of: notes).joined()) }
          }
          enum Statistics {
            static func titles(of notes: [Note]) -> [String] { notes.map(\\.title) }
            static func folders(of notes: [Note]) -> [String?] { notes.map(\\.folder?.name) }
          }
          """)),
      .clean(
        LoopText.views(
          """
          struct HistoryView: View {
            @Query private var notes: [Note]
            let folder: Folder
            var body: some View { List(mine) { Text($0.title) } }
            private var mine: [Note] { notes.filter { $0.folder?.id == folder.id } }
          }
          """)),
      .clean(
        LoopText.views(
          """
          protocol Gateway {
            associatedtype Domain: PersistentModel
            var context: ModelContext { get }
          }
          extension Gateway {
            func all() throws -> [Domain] { try context.fetch(FetchDescriptor<Domain>()) }
          }
          struct NoteGateway: Gateway { typealias Domain = Note; let context: ModelContext }
          struct TagGateway: Gateway { typealias Domain = Tag; let context: ModelContext }
          struct Cache {
            func all() throws -> [Note] { [] }
          }
          func titles(_ notes: NoteGateway, _ cache: Cache) throws -> [String] {
            print(try cache.all().map(\\.tags.count))
            return try notes.all().map(\\.title)
          }
          """)),
      .clean(
        LoopText.views(
          """
          struct NotesView: View {
            @Query private var notes: [Note]
            var body: some View {
              List(notes) { Text($0.title) }
              Button("Export") { write() }
            }
            private func write() { print(lines()) }
            private func lines() -> [String] {
              var lines: [String] = []
              for note in notes { lines.append("\\(note.title) \\(note.tags.count)") }
              return lines
            }
          }
          """)),
      .clean(
        LoopText.views(
          """
          struct NotesView: View {
            @Query private var notes: [Note]
            private let title: String
            init(_ title: String, _ descriptor: FetchDescriptor<Note>) {
              self.title = title
              _notes = .init(descriptor)
            }
            var body: some View {
              Text(title)
              List(notes) { note in Text("\\(note.title) \\(note.tags.count)") }
            }
          }
          """)),
    ]
}
