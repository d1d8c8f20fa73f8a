import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import NotesSample

/// The Swift code of README.md and Documentation/SwiftData.md, compiled and run;
/// `DocumentedCommandTests` compares it with the pages line by line.
@Suite struct DocumentedCode {
  typealias Folder = NotesSample.Folder
  typealias Note = NotesSample.Note
  typealias Tag = NotesSample.Tag

  let store: TestStore

  init() throws { store = try TestStore() }

  @MainActor @Test func aContainerWithAPlan() throws {
    try fill(testContainer())
    let url = store.url
    let container = try ModelContainer(
      for: Schema(versionedSchema: NotesSchemaV2.self), migrationPlan: NotesMigrationPlan.self,
      configurations: ModelConfiguration(url: url))
    let notes = try container.mainContext.fetch(
      FetchDescriptor<Note>(predicate: #Predicate { $0.folder?.name == "Work" }))
    #expect(notes.count == 10)
  }

  @Test func twoExpectations() throws {
    let context = ModelContext(try testContainer())
    func loadList(_ context: ModelContext) throws -> [Note] {
      var list = FetchDescriptor<Note>()
      list.relationshipKeyPathsForPrefetching = [\.tags]
      let notes = try context.fetch(list)
      for note in notes { _ = note.tags.count }
      return notes
    }
    try expectNoNPlusOne { try loadList(context) }
    let notes = try expectQueries(atMost: 2) { try loadList(context) }
    #expect(notes.count == 20)
  }

  @Test func theListAsksTwice() throws {
    let context = ModelContext(try testContainer())
    let rows = try expectQueries(atMost: 2) { try NoteList.rows(context) }
    #expect(rows.count == 20)
    try expectNoNPlusOne { try NoteList.rows(context) }
  }

  private enum NoteList {
    static func rows(_ context: ModelContext) throws -> [String] {
      var list = FetchDescriptor<Note>()
      list.relationshipKeyPathsForPrefetching = [\.tags]
      return try context.fetch(list).map { note in
        note.title + note.tags.map(\.name).sorted().joined()
      }
    }
  }

  private func testContainer() throws -> ModelContainer {
    let container = try ModelContainer(
      for: Schema(versionedSchema: NotesSchemaV2.self), configurations: store.configuration)
    try fill(container)
    return container
  }

  /// Twenty notes with a tag each, ten of them in the folder "Work"; nothing in a store that has some.
  private func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    guard try context.fetchCount(FetchDescriptor<Note>()) == 0 else { return }
    let folder = Folder(name: "Work")
    for number in 0..<20 {
      let note = Note(
        id: UUID(), title: "\(number)", body: "", createdAt: Date(timeIntervalSince1970: 0))
      context.insert(note)
      note.tags = [Tag(name: "\(number)")]
      if number < 10 { note.folder = folder }
    }
    try context.save()
  }
}
