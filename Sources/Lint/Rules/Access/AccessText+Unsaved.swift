internal import Diagnostics

extension AccessText {
  /// Contexts that take their changes with them.
  static let unsaved: [RuleExample] = [RuleExample].texts(
    in: AccessText.models,
    flagged: """
      extension ModelContext {
        func noteCount() throws -> Int { try fetchCount(FetchDescriptor<Note>()) }
      }
      func addFirst(to container: ModelContainer) throws {
        let context = ModelContext(container)
        if try context.noteCount() == 0 { ↓context.insert(Note()) }
      }
      ---
      func add(_ titles: [String], to container: ModelContainer) {
        let context = ModelContext(container)
        for title in titles {
          let note = Note()
          note.title = title
          ↓context.insert(note)
        }
      }
      ---
      actor Cleaner {
        let container: ModelContainer
        init(container: ModelContainer) { self.container = container }
        func clean() throws {
          let background = ModelContext(container)
          let old = try background.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.rank < 0 }))
          for note in old { ↓background.delete(note) }
        }
      }
      ---
      func clear(_ container: ModelContainer) throws {
        let modelContext = ModelContext(container)
        modelContext.undoManager = nil
        try ↓modelContext.delete(model: Note.self)
      }
      ---
      func rename(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        let notes = try context.fetch(FetchDescriptor<Note>())
        for note in notes where note.rank > 3 { ↓note.title = "" }
      }
      ---
      struct Shelf {
        let container: ModelContainer
        func rename(_ title: String) throws {
          let context = ModelContext(container)
          let found = try note(title: title, in: context)
          ↓found.rank = 1
        }
        private func note(title: String, in context: ModelContext) throws -> Note {
          try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title }))[0]
        }
        private func note(rank: Int, in context: ModelContext) throws -> Note {
          try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.rank == rank }))[0]
        }
      }
      ---
      @ModelActor actor Renamer {
        func rename(_ id: PersistentIdentifier, to title: String) {
          guard let note = self[id, as: Note.self] else { return }
          ↓note.title = title
        }
        func raise(_ id: PersistentIdentifier) {
          let note = modelContext.model(for: id) as? Note
          note?.rank += 1
        }
      }
      ---
      final class Renamer {
        private let context: ModelContext
        init(_ container: ModelContainer) { context = ModelContext(container) }
        func empty() throws {
          try context.fetch(FetchDescriptor<Note>()).forEach { ↓$0.title = "" }
        }
      }
      ---
      @ModelActor actor Importer {
        func add(_ titles: [String]) {
          for title in titles {
            let note = Note()
            note.title = title
            modelContext.↓insert(note)
          }
        }
      }
      """,
    clean: """
      func draft(_ container: ModelContainer) -> Note {
        let context = ModelContext(container)
        let note = Note()
        context.insert(note)
        return note
      }
      ---
      extension ModelContext {
        func saveIfNeeded() throws { if hasChanges { try save() } }
      }
      func empty(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        context.autosaveEnabled = false
        for note in try context.fetch(FetchDescriptor<Note>()) { note.title = "" }
        try context.saveIfNeeded()
      }
      ---
      func add(_ container: ModelContainer) {
        let context = ModelContext(container)
        context.insert(Note())
        context.storeOrLog()
      }
      ---
      @ModelActor actor Importer {
        func add() { modelContext.insert(Note()) }
        func drop(_ note: Note) { modelContext.delete(note) }
      }
      // file: Importer+Save.swift
      import SwiftData
      extension Importer {
        func finish() throws { try modelContext.save() }
      }
      ---
      protocol Saving: ModelActor {}
      extension Saving { func commit() throws { try modelContext.save() } }
      @ModelActor actor Importer: Saving {
        func add() throws {
          modelContext.insert(Note())
          try commit()
        }
      }
      ---
      @ModelActor actor Importer {
        func add() { change { $0.insert(Note()) } }
        private func change(_ work: (ModelContext) -> Void) { work(modelContext) }
        func drop() throws { try modelContext.delete(model: Note.self) }
      }
      ---
      func add(_ titles: [String], to container: ModelContainer) throws {
        let context = ModelContext(container)
        for title in titles {
          let note = Note()
          note.title = title
          context.insert(note)
        }
        try context.save()
      }
      ---
      func titles(_ container: ModelContainer) throws -> [String] {
        let context = ModelContext(container)
        var row = Row()
        let notes = try context.fetch(FetchDescriptor<Note>())
        for note in notes { row.titles.append(note.title) }
        let spare = Note()
        spare.title = "spare"
        return row.titles
      }
      struct Row { var titles: [String] = [] }
      @ModelActor actor Reader {
        func draft(_ id: PersistentIdentifier, _ other: Note) -> String {
          let copy = Note()
          copy.title = self[id, as: Note.self]?.title ?? ""
          return copy.title
        }
      }
      final class Writer {
        private let context: ModelContext
        init(_ container: ModelContainer) { context = ModelContext(container) }
        func add() { context.insert(Note()) }
        func finish() throws { try context.save() }
      }
      ---
      func add(to container: ModelContainer) {
        let context = ModelContext(container)
        context.autosaveEnabled = true
        context.insert(Note())
      }
      ---
      func add(to container: ModelContainer) throws {
        let context = ModelContext(container)
        context.insert(Note())
        try finish(context)
      }
      func finish(_ context: ModelContext) throws { if context.hasChanges { try context.save() } }
      """)
}
