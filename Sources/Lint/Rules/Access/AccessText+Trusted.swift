internal import Diagnostics

extension AccessText {
  /// Saves after which code goes on as if they had worked.
  static let trusted: [RuleExample] = [RuleExample].texts(
    in: AccessText.models,
    flagged: """
      func keep(_ note: Note, _ modelContext: ModelContext) {
        note.title = "kept"
        try? modelContext.↓save()
      }
      ---
      func seed(_ context: ModelContext) {
        context.insert(Note())
        try? context.↓save()
        UserDefaults.standard.set(true, forKey: "isSeeded")
      }
      ---
      func keep(_ note: Note, _ context: ModelContext) -> Bool {
        note.title = "kept"
        do { try context.↓save() } catch { print("not saved", error) }
        return true
      }
      ---
      @ModelActor actor Importer {
        func add(_ titles: [String]) throws -> Int {
          for _ in titles { modelContext.insert(Note()) }
          let numInserted = modelContext.insertedModelsArray.count
          do { try modelContext.↓save() } catch { Logger.store.error("\\(error)") }
          return numInserted
        }
      }
      ---
      struct Editor: View {
        @Environment(\\.modelContext) private var context
        @Bindable var note: Note
        @State private var hasChanged = false
        var body: some View { Button("Keep") { keep() } }
        private func keep() {
          note.title = "kept"
          try? context.↓save()
          hasChanged = false
        }
      }
      ---
      func take(_ file: URL, _ context: ModelContext) throws {
        context.insert(Note())
        _ = try? context.↓save()
        try FileManager.default.removeItem(at: file)
      }
      ---
      @MainActor final class Store {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func saveNow() { if context.hasChanges { try? context.↓save() } }
      }
      // file: Editor.swift
      @MainActor final class Editor {
        let store: Store
        var isSaved = false
        init(store: Store) { self.store = store }
        func finish() {
          store.↓saveNow()
          isSaved = true
        }
      }
      ---
      struct NoteForm: View {
        @Environment(\\.modelContext) private var context
        @Environment(\\.dismiss) private var dismiss
        var body: some View { Button("Keep") { keep() } }
        private func keep() {
          context.insert(Note())
          do { try context.↓save() } catch { print(error) }
          dismiss()
        }
      }
      ---
      @MainActor final class Uploads {
        let context: ModelContext
        private var pending: [Note] = []
        init(context: ModelContext) { self.context = context }
        func flush() {
          for note in pending { context.insert(note) }
          ↓store()
          pending.removeAll()
        }
        private func store() {
          do { try context.save() } catch { print("not stored", error) }
        }
      }
      ---
      @MainActor final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func add(_ note: Note) throws {
          context.insert(note)
          try context.save()
        }
      }
      @MainActor final class NotesModel {
        let store: NoteStore
        private(set) var notes: [Note] = []
        init(store: NoteStore) { self.store = store }
        func add(_ title: String) {
          let note = Note()
          note.title = title
          do { try store.↓add(note) } catch { print(error) }
          notes.append(note)
        }
      }
      // file: NoteForm.swift
      import SwiftUI

      struct NoteForm: View {
        let store: NoteStore
        @Environment(\\.dismiss) private var dismiss
        var body: some View {
          Button("Keep") {
            try? store.↓add(Note())
            dismiss()
          }
        }
      }
      ---
      @MainActor final class NotesModel {
        let context: ModelContext
        private(set) var notes: [Note] = []
        init(context: ModelContext) { self.context = context }
        func add(_ title: String) {
          let note = Note()
          note.title = title
          context.insert(note)
          do { try context.↓save() } catch { print(error) }
          notes.append(note)
        }
        func drop(_ note: Note) {
          context.delete(note)
          try? context.↓save()
          notes.removeAll { $0 === note }
        }
      }
      ---
      @MainActor final class Sync {
        let context: ModelContext
        var lastSync = Date.distantPast
        init(context: ModelContext) { self.context = context }
        func take(_ titles: [String]) {
          for title in titles {
            let note = Note()
            note.title = title
            context.insert(note)
          }
          do { try context.↓save() } catch { print(error) }
          lastSync = Date()
        }
      }
      ---
      @MainActor final class Pull {
        let context: ModelContext
        private var changeToken: Data?
        init(context: ModelContext) { self.context = context }
        func take(_ titles: [String], _ next: Data) {
          for _ in titles { context.insert(Note()) }
          try? context.↓save()
          changeToken = next
        }
        func page(_ cursor: String) {
          context.insert(Note())
          do { try context.↓save() } catch { print(error) }
          UserDefaults.standard.set(cursor, forKey: "sync_cursor")
        }
      }
      """,
    clean: """
      @MainActor final class Pull {
        let context: ModelContext
        private var changeToken: Data?
        init(context: ModelContext) { self.context = context }
        func take(_ titles: [String], _ next: Data) throws {
          for _ in titles { context.insert(Note()) }
          try context.save()
          changeToken = next
        }
      }
      ---
      func keep(_ note: Note, _ context: ModelContext) {
        do { try context.save() } catch { print(error) }
      }
      ---
      func seed(_ context: ModelContext) throws {
        context.insert(Note())
        try context.save()
        UserDefaults.standard.set(true, forKey: "isSeeded")
      }
      ---
      func keep(_ note: Note, _ context: ModelContext) -> Bool {
        note.title = "kept"
        do { try context.save() } catch { return false }
        return true
      }
      ---
      @MainActor final class NotesModel {
        let context: ModelContext
        private(set) var notes: [Note] = []
        init(context: ModelContext) { self.context = context }
        func add(_ title: String) {
          let note = Note()
          note.title = title
          context.insert(note)
          do {
            try context.save()
            notes.append(note)
          } catch { print(error) }
        }
        func titles(_ note: Note) -> [String] {
          do { try context.save() } catch { print(error) }
          var titles: [String] = []
          titles.append(note.title)
          return titles
        }
      }
      ---
      @MainActor final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func add(_ note: Note) throws {
          context.insert(note)
          try context.save()
        }
        func check(_ note: Note) throws { print(note.title) }
      }
      @MainActor final class NotesModel {
        let store: NoteStore
        private(set) var notes: [Note] = []
        var failure: String?
        init(store: NoteStore) { self.store = store }
        func add(_ note: Note) {
          do { try store.add(note) } catch { failure = "\\(error)" }
          notes.append(note)
        }
        func update(_ note: Note) {
          do { try store.check(note) } catch { print(error) }
          notes.append(note)
        }
      }
      ---
      func isValid(_ note: Note, _ context: ModelContext) -> Bool {
        do { try context.save() } catch { print(error) }
        return true
      }
      ---
      @MainActor final class Editor {
        var isSaved = false
        var isShown = true
        func finish(_ context: ModelContext) {
          do {
            try context.save()
            isSaved = true
          } catch { print(error) }
          do { try context.save() } catch { print(error) }
          isShown = false
        }
      }
      ---
      struct NoteForm: View {
        @Environment(\\.modelContext) private var context
        @Environment(\\.dismiss) private var dismiss
        @State private var failure: String?
        @State private var names: [String] = []
        var body: some View { Button("Keep") { keep() } }
        private func keep() {
          context.insert(Note())
          do {
            try context.save()
            dismiss()
          } catch { print(error) }
          do { try context.save() } catch {
            failure = "not saved"
            return
          }
          names.removeAll()
          dismiss()
        }
      }
      """)
}
