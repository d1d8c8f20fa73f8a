internal import Diagnostics
internal import StoreModel

extension FollowedRelationships {
  /// Queries of views that a list makes for each of its objects.
  func checkRows() {
    guard !lint.flows.rowQueries.isEmpty else { return }
    let passes = lint.flows.rowPasses
    let parts = Dictionary(grouping: lint.flows.viewParts, by: \.view)
    // Each view with the one that the list makes.
    var rows: [String: String] = [:]
    var waiting = passes.map { ($0.callee, $0.callee) }
    while let (view, row) = waiting.popLast() {
      guard rows[view] == nil else { continue }
      rows[view] = row
      waiting += (parts[view] ?? []).flatMap(\.parts).map { ($0, row) }
    }
    for query in lint.flows.rowQueries where query.isCoreData == isCoreData {
      // Where all objects are loaded to keep a few, 'filtered-in-memory' says so.
      guard let row = rows[query.view], !passes.contains(where: query.takes) else { continue }
      let part = row == query.view ? "" : ", a part of '\(row)'"
      report(
        "\(NPlusOneText.eachRow)'\(query.view)'\(part) for each of its elements, and each runs this query of "
          + "'\(query.entity)' objects on its own",
        at: query.location, entity: query.entity,
        help:
          "query once in the view of the list, and hand each row what it needs, or read a relationship of "
          + "the object that the row shows",
        certainty: .inferred("a list that is scrolled makes only the rows it shows"))
    }
  }
}

extension NPlusOneText {
  /// How it begins what a query of a row is said to be.
  static let eachRow = "a list makes one "

  static let ofRows: [RuleExample] = [
    .flagged(
      LoopText.views(
        """
        struct NotesView: View {
          @Query private var notes: [Note]
          var body: some View { List { ForEach(notes) { note in NoteRow(note: note) } } }
        }
        struct NoteRow: View {
          let note: Note
          ↓@Query private var folders: [Folder]
          init(note: Note) {
            self.note = note
            let title = note.title
            _folders = Query(filter: #Predicate<Folder> { $0.name == title })
          }
          var body: some View { Text(note.title + folders.map(\\.name).joined()) }
        }
        """)),
    .flagged(
      LoopText.views(
        """
        struct NotesView: View {
          @Query private var notes: [Note]
          var body: some View { List(notes) { NoteRow(note: $0) } }
        }
        struct NoteRow: View {
          let note: Note
          var body: some View { HStack { Text(note.title); FolderNames() } }
        }
        // file: FolderNames.swift
        import SwiftData
        import SwiftUI
        struct FolderNames: View {
          ↓@Query private var folders: [Folder]
          var body: some View { ForEach(folders) { Text($0.name) } }
        }
        """)),
    .clean(
      LoopText.views(
        """
        struct NotesView: View {
          @Query private var notes: [Note]
          @State private var shown: Note?
          var body: some View {
            List(notes) { note in NavigationLink { NoteView(note: note) } label: { Text(note.title) } }
              .sheet(item: $shown) { NoteView(note: $0) }
          }
        }
        struct NoteView: View {
          let note: Note
          @Query private var folders: [Folder]
          var body: some View { List(folders) { Text($0.name) } }
        }
        """)),
  ]
}
