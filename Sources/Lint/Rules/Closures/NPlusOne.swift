internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax
internal import TraceAnalysis

/// Finds relationships that are followed object by object after a fetch that did not load them.
struct NPlusOne: ProjectRule {
  static let info = TraceRules.rule(.nPlusOne).with(
    group: .dataAccess,
    examples: [
      .flagged(
        LoopText.function(
          """
          for note in try context.fetch(FetchDescriptor<Note>()) {
              print(note.folder?.↓name ?? "")
            }
          """)),
      .flagged(
        LoopText.function(
          """
          let descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.code)])
            let notes = try context.fetch(descriptor)
            for note in notes {
              print(note.↓tags.count, note.title)
            }
          """)),
      .flagged(
        MigrationText.relationshipPlan(
          did: """
            let notes = (try? context.fetch(FetchDescriptor<V2.Note>())) ?? []
                  notes.forEach { note in
                    note.path = note.folder!.↓name + "/" + note.title
                  }
                  try context.save()
            """)),
      .flagged(
        LoopText.function(
          """
          let named = try context.fetch(FetchDescriptor<Note>()).filter { $0.folder?.↓name == "a" }
            print(named.map(\\.title))
          """)),
      .flagged(
        LoopText.views(
          """
          struct NotesView: View {
            ↓@Query(sort: \\Note.title) private var notes: [Note]
            var body: some View {
              List(notes) { note in NavigationLink(value: note) { NoteRow(note: note) } }
            }
          }
          // file: NoteRow.swift
          import SwiftUI

          struct NoteRow: View {
            let note: Note
            var body: some View {
              HStack {
                Text(note.title)
                badge
              }
            }
            private var badge: some View { Text("\\(note.tags.count)") }
          }
          """)),
      .flagged(
        LoopText.views(
          """
          struct Row: View {
            let note: Note
            ↓@Query(sort: \\Folder.name) private var folders: [Folder]
            var body: some View { Text(folders.first?.name ?? note.title) }
          }
          struct Notes: View {
            @Query private var notes: [Note]
            private var groups: [String: [Note]] { Dictionary(grouping: notes) { $0.title } }
            var body: some View {
              ForEach(groups.keys.sorted(), id: \\.self) { title in
                if let group = groups[title] { ForEach(group) { Row(note: $0) } }
              }
            }
          }
          """)),
      .clean(
        LoopText.views(
          """
          struct Head: View {
            let title: String
            @Query(sort: \\Folder.name) private var folders: [Folder]
            var body: some View { ForEach(folders) { Text(title + $0.name) } }
          }
          struct Notes: View {
            @Query private var notes: [Note]
            private var groups: [String: [Note]] { Dictionary(grouping: notes) { $0.title } }
            var body: some View {
              Head(title: "All")
              if let group = groups["Open"] { ForEach(group) { Text($0.title) } }
            }
          }
          """)),
      .flagged(
        LoopText.views(
          """
          extension Note { var path: String { "\\(tags.count)/" + title } }

          struct NotesView: View {
            ↓@Query private var notes: [Note]
            private var sorted: [Note] { notes.sorted { $0.title < $1.title } }
            var body: some View { ForEach(sorted) { Text($0.path) } }
          }
          """)),
      .flagged(
        LoopText.views(
          """
          @Observable final class NotesModel {
            var notes: [Note] = []
            func load(_ context: ModelContext) throws {
              notes = try context.↓fetch(FetchDescriptor<Note>())
            }
          }
          struct NotesView: View {
            @State private var model = NotesModel()
            var body: some View {
              List(model.notes) { note in Text("\\(note.tags.count)") }
            }
          }
          """)),
      .flagged(
        LoopText.function(
          """
          let notes = try context.fetch(FetchDescriptor<Note>())
            for note in notes { ↓show(note) }
          """) + "\nfunc show(_ note: Note) { print(note.tags.map(\\.self)) }"),
      .clean(
        LoopText.views(
          """
          struct NotesView: View {
            @Query private var notes: [Note]
            var body: some View {
              List(notes) { note in
                NavigationLink { NoteDetail(note: note) } label: { Text(note.title) }
                  .contextMenu { Button("Untag") { note.tags.removeAll() } }
              }
            }
          }
          struct NoteDetail: View {
            let note: Note
            var body: some View { Text(note.folder?.name ?? "") }
          }
          """)),
      .clean(
        LoopText.views(
          """
          struct NotesView: View {
            @Query(NotesView.all) private var notes: [Note]
            static var all: FetchDescriptor<Note> {
              var all = FetchDescriptor<Note>()
              all.relationshipKeyPathsForPrefetching = [\\.tags]
              return all
            }
            var body: some View { List(notes) { note in Text("\\(note.tags.count)") } }
          }
          """)),
      .clean(
        LoopText.function(
          """
          var descriptor = FetchDescriptor<Note>()
            descriptor.relationshipKeyPathsForPrefetching = [\\.folder, \\.tags]
            for note in try context.fetch(descriptor) {
              print(note.folder?.name ?? "", note.tags.count)
            }
          """)),
      .clean(
        LoopText.function(
          """
          for note in try context.fetch(FetchDescriptor<Note>()) {
              note.folder = nil
              note.tags = []
              print(note.title, note.folder == nil, note.folder?.persistentModelID as Any)
            }
          """)),
      // Reading the property reads nothing of the folder, which an assignment alone does.
      .clean(
        LoopText.function(
          """
          for note in try context.fetch(FetchDescriptor<Note>()) { print(note.name) }
          """) + """

            extension Note {
              var name: String {
                get { title }
                set { title = (folder?.name ?? "") + newValue }
              }
            }
            """),
      .clean(
        LoopText.function(
          """
          var descriptor = FetchDescriptor<Note>()
            descriptor.fetchLimit = 3
            let notes = try context.fetch(descriptor)
            for note in notes { print(note.tags.count) }
            for row in rows { print(row.title) }
          """)),
    ] + NPlusOneText.throughTypes + NPlusOneText.throughLists + NPlusOneText.shared
      + NPlusOneText.ofRows,
    limits: "objects that are in memory already need no query, and a list that is scrolled loads "
      + "only the rows it shows: the one object that many lead to is loaded once, which is a note "
      + "after a fetch and nothing in a view; views and functions are followed by their names; what an "
      + "action or task does with a view's query, and tests, are left alone, \(onceRun)")

  func check(_ lint: LintContext, report: RuleReport) {
    FollowedRelationships(lint: lint, report: report, isCoreData: false).check()
  }
}

extension FetchedObjects {
  /// Whether the descriptor limits the fetch, or loads relationships with it.
  var isBounded: Bool {
    guard descriptorName != nil || !source.places.isEmpty else { return false }
    // A descriptor that comes from elsewhere may say anything.
    guard descriptor != nil, !source.places.isEmpty else { return true }
    return source.places.contains { !$0.code.isHandwritten || $0.code.bounds($0.name) }
  }
}
