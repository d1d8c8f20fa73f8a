internal import Diagnostics

extension SwallowedStoreError {
  /// Ways to write that a failed fetch counts as "nothing there".
  static let failed: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      func seed(_ context: ModelContext) {
        if let count = try? context.↓fetchCount(FetchDescriptor<Note>()), count > 0 { return }
        context.insert(Note())
      }
      ---
      func prune(_ folder: URL, _ context: ModelContext) throws {
        let names = Set(((try? context.↓fetch(FetchDescriptor<Note>())) ?? []).map(\\.title))
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
          if !names.contains(file.lastPathComponent) { try FileManager.default.removeItem(at: file) }
        }
      }
      ---
      // What was looked for from too far away, is found from nearer by.
      @MainActor final class Steps {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func far() { if step1("a") == nil { context.insert(Note()) } }
        func near() { if step5("a") == nil { context.insert(Note()) } }
        private func step1(_ t: String) -> Note? { step2(t) }
        private func step2(_ t: String) -> Note? { step3(t) }
        private func step3(_ t: String) -> Note? { step4(t) }
        private func step4(_ t: String) -> Note? { step5(t) }
        private func step5(_ t: String) -> Note? { step6(t) }
        private func step6(_ t: String) -> Note? { step7(t) }
        private func step7(_ t: String) -> Note? { step8(t) }
        private func step8(_ t: String) -> Note? { step9(t) }
        private func step9(_ title: String) -> Note? {
          try? context.↓fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
        }
      }
      ---
      func put(_ title: String, _ context: ModelContext) {
        let notes = (try? context.↓fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 0 }))) ?? []
        if let known = notes.first(where: { $0.title == title }) {
          known.rank += 1
        } else {
          context.insert(Note())
        }
      }
      ---
      @MainActor final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func note(_ title: String) -> Note? {
          do {
            var one = FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })
            one.fetchLimit = 1
            return try context.fetch(one).first
          } catch {
            Journal.shared.report("no note: \\(error)")
            return nil
          }
        }
        func create(_ title: String) {
          let note = Note()
          note.title = title
          context.insert(note)
        }
      }
      final class Journal {
        static let shared = Journal()
        func report(_ text: String) { print(text) }
      }
      // file: Importer.swift
      import Foundation
      @MainActor final class Importer {
        let store: NoteStore
        init(store: NoteStore) { self.store = store }
        func take(_ title: String) {
          if let known = store.↓note(title) {
            known.rank += 1
            return
          }
          store.create(title)
        }
      }
      ---
      @ModelActor actor Tidy {
        func dropLost() throws {
          let folders = (try? modelContext.↓fetch(FetchDescriptor<Folder>())) ?? []
          let names = Set(folders.map { $0.name })
          for note in try modelContext.fetch(FetchDescriptor<Note>()) {
            if let folder = note.folder, !names.contains(folder.name) { modelContext.delete(note) }
          }
          try modelContext.save()
        }
      }
      ---
      @MainActor func raiseAll(_ context: ModelContext) throws {
        guard !UserDefaults.standard.bool(forKey: "isRaised") else { return }
        let notes = (try? context.↓fetch(FetchDescriptor<Note>())) ?? []
        for note in notes { note.rank += 1 }
        try context.save()
        UserDefaults.standard.set(true, forKey: "isRaised")
      }
      ---
      @MainActor final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        private lazy var find: (String) -> Note? = { [context] title in
          try? context.↓fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
        }
        private var folders: [Folder] {
          do { return try context.↓fetch(FetchDescriptor<Folder>()) } catch {
            print(error)
            return []
          }
        }
        func put(_ title: String) {
          guard let known = find(title) else {
            context.insert(Note())
            return
          }
          known.rank += 1
        }
        func prepare() {
          if folders.isEmpty { context.insert(Folder()) }
        }
        func note(_ title: String) -> Note {
          let result = Result {
            try context.↓fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title }))
          }
          switch result {
          case .success(let found):
            if let first = found.first { return first }
          case .failure(let error):
            print(error)
          }
          let made = Note()
          context.insert(made)
          return made
        }
      }
      """,
    clean: """
      @MainActor final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func note(_ title: String) -> Note? {
          do {
            return try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
          } catch {
            print(error)
            return nil
          }
        }
        func rename(_ title: String) { note(title)?.title = "new" }
        func drop(_ title: String) { if let known = note(title) { context.delete(known) } }
        func add(_ title: String) {
          if let known = note("parent") { known.rank += 1 }
          context.insert(Note())
        }
      }
      ---
      @ModelActor actor Tidy {
        func dropLost() throws {
          guard let folders = try? modelContext.fetch(FetchDescriptor<Folder>()) else { return }
          let names = Set(folders.map { $0.name })
          for note in try modelContext.fetch(FetchDescriptor<Note>()) {
            if let folder = note.folder, !names.contains(folder.name) { modelContext.delete(note) }
          }
          try modelContext.save()
        }
      }
      ---
      @MainActor func take(_ title: String, _ context: ModelContext) throws {
        let known = try? context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title }))
        if let first = known?.first {
          print(first.rank)
          return
        }
        try store(title, context)
      }
      @MainActor func store(_ title: String, _ context: ModelContext) throws {
        let one = FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })
        if let known = try context.fetch(one).first { known.rank += 1 } else { context.insert(Note()) }
      }
      ---
      @MainActor func put(_ title: String, _ context: ModelContext) {
        var known: Note?
        do {
          known = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
        } catch {
          print(error)
          return
        }
        if known == nil { context.insert(Note()) }
      }
      @MainActor func show(_ context: ModelContext) -> [String] {
        let notes = (try? context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))) ?? []
        if notes.isEmpty { return ["none"] }
        return notes.map { "\\($0.title) \\($0.rank)" }
      }
      """)
}
