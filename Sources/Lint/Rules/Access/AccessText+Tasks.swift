internal import Diagnostics

extension AccessText {
  /// Contexts and models that are used on another thread than their own.
  static let acrossTasks: [RuleExample] = [RuleExample].texts(
    in: AccessText.models,
    flagged: """
      struct Sync {
        let container: ModelContainer
        func send() async throws {
          let notes = try await MainActor.run(resultType: [Note].self) {
            ↓try container.mainContext.fetch(FetchDescriptor<Note>())
          }
          for note in notes { print(note.title) }
        }
      }
      ---
      struct ImportButton: View {
        @Environment(\\.modelContext) private var modelContext
        var body: some View {
          Button("Import") {
            Task.detached { ↓modelContext.insert(Note()) }
          }
        }
      }
      ---
      func all(_ container: ModelContainer) async throws -> [Note] {
        let task = Task.detached {
          let context = ModelContext(container)
          return ↓try context.fetch(FetchDescriptor<Note>())
        }
        return try await task.value
      }
      ---
      func loud(_ notes: [Note]) -> [Note] { notes.filter { $0.title == $0.shout } }
      // file: Days.swift
      import SwiftUI

      struct Days: View {
        var notes: [Note]
        @State private var titles: [String] = []
        var body: some View { Text(titles.joined()).task { await load() } }
        func load() async {
          let copy = notes
          titles = await Task.detached { ↓copy.map { $0.title } }.value
        }
      }
      ---
      func rename(_ note: Note) {
        DispatchQueue.global().async { ↓note.title = "new" }
      }
      ---
      func export(_ notes: [Note], container: ModelContainer) async {
        let context = ModelContext(container)
        await withTaskGroup(of: Void.self) { group in
          for note in notes {
            group.addTask { print(↓note.title, try? ↓context.fetchCount(FetchDescriptor<Note>()) as Any) }
          }
        }
      }
      ---
      @MainActor final class Backup {
        private let workQueue = DispatchQueue(label: "backup")
        let modelContext: ModelContext
        var note: Note
        init(_ context: ModelContext, _ note: Note) { (modelContext, self.note) = (context, note) }
        func start() {
          workQueue.async { print((try? self.↓modelContext.fetch(FetchDescriptor<Note>())) as Any) }
          Task.detached { [weak self] in print(self?.↓note.title ?? "") }
        }
      }
      ---
      @MainActor final class Renderer {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        @concurrent nonisolated func titles(of notes: [Note]) async -> [String] {
          ↓notes.map(\\.title)
        }
      }
      ---
      actor Exporter {
        let container: ModelContainer
        init(container: ModelContainer) { self.container = container }
        func titles() async throws -> [String] {
          try await container.↓mainContext.fetch(FetchDescriptor<Note>()).map(\\.title)
        }
      }
      ---
      func upload(_ note: Note, _ notes: [Note]) {
        Task.detached {
          send(↓note)
          for one in ↓notes { send(one.title) }
        }
      }
      ---
      func print(_ notes: [Note]) {
        DispatchQueue.concurrentPerform(iterations: notes.count) { Swift.print(↓notes[$0].title) }
      }
      ---
      @ModelActor actor Importer {
        func load(into model: NotesModel) async throws {
          let notes = try modelContext.fetch(FetchDescriptor<Note>())
          await MainActor.run { model.titles = ↓notes.map(\\.title) }
          for note in notes {
            Task { @MainActor in model.titles.append(↓note.title) }
          }
        }
      }
      ---
      func load(_ container: ModelContainer, show: @escaping ([Note]) -> Void) {
        DispatchQueue.global().async {
          let modelContext = ModelContext(container)
          let notes = (try? modelContext.fetch(FetchDescriptor<Note>())) ?? []
          DispatchQueue.main.async { show(↓notes) }
        }
      }
      """,
    clean: """
      struct Sync {
        let container: ModelContainer
        func titles() async throws -> [String] {
          try await MainActor.run { try container.mainContext.fetch(FetchDescriptor<Note>()).map(\\.title) }
        }
        func count() async throws {
          await MainActor.run { _ = try? container.mainContext.fetch(FetchDescriptor<Note>()) }
        }
        @MainActor func all() async throws -> [Note] {
          try await MainActor.run { try container.mainContext.fetch(FetchDescriptor<Note>()) }
        }
      }
      ---
      func titles(_ container: ModelContainer) async throws -> [String] {
        let task = Task.detached {
          let context = ModelContext(container)
          let notes = try context.fetch(FetchDescriptor<Note>())
          return notes.map(\\.title)
        }
        return try await task.value
      }
      ---
      struct ImportButton: View {
        @Environment(\\.modelContext) private var modelContext
        var body: some View {
          Button("Import") {
            Task { modelContext.insert(Note()) }
            let container = modelContext.container
            Task.detached {
              let context = ModelContext(container)
              context.insert(Note())
              try context.save()
            }
          }
        }
      }
      ---
      func rename(_ note: Note, in container: ModelContainer) {
        let id = note.persistentModelID
        DispatchQueue.global().async {
          let modelContext = ModelContext(container)
          (modelContext.model(for: id) as? Note)?.title = "new"
          do { try modelContext.save() } catch { print(error) }
        }
      }
      ---
      final class Backup {
        private let queue = DispatchQueue(label: "backup")
        private let context: ModelContext
        init(_ container: ModelContainer) { context = ModelContext(container) }
        func count(_ show: @escaping (Int?) -> Void) {
          queue.async { show(try? self.context.fetchCount(FetchDescriptor<Note>())) }
        }
      }
      @MainActor final class Cleaner {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func clean() {
          Task.detached { print(await self.context.container.configurations.count) }
        }
      }
      ---
      @MainActor final class Fetcher {
        private var note: Notes.Note?
        func show() { Task.detached { print(self.note?.title ?? "") } }
      }
      enum Notes { struct Note { var title = "" } }
      ---
      @ModelActor actor Handler {
        // An executor of the main context runs the actor on the main thread.
        @MainActor init(container: ModelContainer, isMain: Bool) {
          let context = container.mainContext
          modelExecutor = DefaultSerialModelExecutor(modelContext: context)
          modelContainer = container
        }
      }
      ---
      @concurrent nonisolated func titles(of ids: [PersistentIdentifier], _ container: ModelContainer)
        async throws -> [String]
      {
        let context = ModelContext(container)
        return try context.fetch(FetchDescriptor<Note>()).map(\\.title)
      }
      ---
      func count(_ modelContext: ModelContext) {
        Task.detached { _ = ModelContext(modelContext.container) }
      }
      ---
      func rename(_ note: Note) {
        DispatchQueue.main.async { note.title = "new" }
        Task.detached { await MainActor.run { note.title = "newer" } }
        Task.detached { @MainActor in note.title = "newest" }
      }
      ---
      func upload(_ note: Note, _ notes: [Note], _ sender: Sender) {
        let ids = notes.map(\\.persistentModelID)
        Task.detached {
          await sender.send(note)
          print(ids, notes.count)
        }
      }
      ---
      @ModelActor actor Importer {
        func load(into model: NotesModel) async throws {
          let notes = try modelContext.fetch(FetchDescriptor<Note>())
          let titles = notes.map(\\.title)
          await MainActor.run {
            model.titles = titles
            model.ids = notes.map(\\.persistentModelID)
          }
        }
        func new(_ context: ModelContext) async {
          let note = Note()
          await MainActor.run { context.container.mainContext.insert(note) }
          let other = await made()
          await MainActor.run { context.container.mainContext.insert(other) }
        }
        @MainActor private func made() -> Note { Note() }
      }
      ---
      func load(_ container: ModelContainer, show: @escaping ([PersistentIdentifier]) -> Void) {
        DispatchQueue.global().async {
          let modelContext = ModelContext(container)
          let ids = (try? modelContext.fetchIdentifiers(FetchDescriptor<Note>())) ?? []
          DispatchQueue.main.async { show(ids) }
        }
      }
      """)
}
