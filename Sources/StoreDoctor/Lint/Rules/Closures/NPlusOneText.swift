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
