internal import Diagnostics

extension AccessText {
  /// Contexts and objects that reach another thread through the functions of a type.
  static let acrossTaskHelpers: [RuleExample] = [RuleExample].texts(
    in: AccessText.models,
    flagged: """
      struct NotesAPI {
        func load(_ done: @escaping (Data?) -> Void) {
          URLSession.shared.dataTask(with: URL(filePath: "/notes")) { data, _, _ in
            done(data)
          }.resume()
        }
      }
      @MainActor final class Loader {
        let api = NotesAPI()
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func load() {
          api.load { data in if data != nil { self.↓context.insert(Note()) } }
        }
      }
      ---
      final class Tidier {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func start() { Task.detached { await self.tidy() } }
        private func tidy() async { await drop(below: 1) }
        private func drop(below rank: Int) async {
          for note in (try? ↓context.fetch(FetchDescriptor<Note>())) ?? [] { print(note.rank < rank) }
        }
      }
      ---
      struct Uploader {
        func upload(_ note: Note) async { print(note.title) }
        func all(_ notes: [Note]) async {
          await withTaskGroup(of: Void.self) { group in
            for note in notes { group.addTask { await upload(↓note) } }
          }
        }
      }
      ---
      // file: Copies.swift
      import Foundation

      struct Copy: Codable { var title: String }
      func copy(_ notes: [Note], to url: URL) {
        DispatchQueue.global(qos: .utility).async {
          let copies = ↓notes.map { Copy(title: $0.title) }
          try? JSONEncoder().encode(copies).write(to: url)
        }
      }
      func copyLater(_ notes: [Note], to url: URL) {
        let copies = notes.map { Copy(title: $0.title) }
        DispatchQueue.global().async { try? JSONEncoder().encode(copies).write(to: url) }
      }
      ---
      @MainActor final class Exporter {
        let notes: [Note]
        init(notes: [Note]) { self.notes = notes }
        nonisolated func title(of note: Note) async -> String { note.title }
        func all(_ note: Note) { Task.detached { print(await self.title(of: ↓note)) } }
      }
      ---
      @Observable final class NoteStore {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func clear() async { for note in (try? ↓context.fetch(FetchDescriptor<Note>())) ?? [] { print(note) } }
      }
      struct NotesView: View {
        @Environment(\\.modelContext) private var modelContext
        var body: some View { Text("").task { await NoteStore(context: modelContext).clear() } }
      }
      ---
      final class Sync {
        static let shared = Sync()
        private var context: ModelContext?
        func setContext(_ context: ModelContext) { self.context = context }
        func run() async {
          report()
        }
        private func report() {
          guard let context else { return }
          print(↓context.hasChanges)
        }
      }
      func start(_ container: ModelContainer) async {
        await Sync.shared.setContext(container.mainContext)
      }
      """,
    clean: """
      struct NotesAPI {
        func load(_ done: @escaping (Data?) -> Void) {
          URLSession.shared.dataTask(with: URL(filePath: "/notes")) { data, _, _ in
            DispatchQueue.main.async { done(data) }
          }.resume()
        }
      }
      @MainActor final class Loader {
        let api = NotesAPI()
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func load() {
          api.load { data in if data != nil { self.context.insert(Note()) } }
        }
      }
      ---
      // Its context is its own, its functions wait for nothing, or run on the main actor.
      final class NoteStore {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func clear() async { print(context.hasChanges) }
      }
      func clear(_ container: ModelContainer) async {
        let background = ModelContext(container)
        await NoteStore(context: background).clear()
      }
      final class Tags {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func clear() { print(context.hasChanges) }
        @MainActor func drop() async { print(context.hasChanges) }
        func later() async { await MainActor.run { print(context.hasChanges) } }
      }
      struct TagsView: View {
        @Environment(\\.modelContext) private var modelContext
        var body: some View { Text("").task { await Tags(context: modelContext).drop() } }
      }
      ---
      // Nobody makes one of these: the initializer that is given the main context is another type's.
      final class Unmade {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func clear() async { print(context.hasChanges) }
      }
      @MainActor final class TagList {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
      }
      struct TagListView: View {
        private var list: TagList
        init(context: ModelContext) { self.list = .init(context: context) }
        var body: some View { Text("\\(list.context.hasChanges)") }
      }
      ---
      // Each of these runs on the main actor, or has a context of its own.
      @MainActor final class Tidier {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func start() { Task.detached { await self.tidy() } }
        private func tidy() async { print(context.hasChanges) }
      }
      struct TidyButton: View {
        @Environment(\\.modelContext) private var context
        var body: some View { Button("Tidy") { Task.detached { await tidy() } } }
        private func tidy() async { print(context.hasChanges) }
      }
      final class Worker {
        private let context: ModelContext
        init(_ container: ModelContainer) { context = ModelContext(container) }
        func start() { Task.detached { await self.tidy() } }
        private func tidy() async { print(context.hasChanges) }
      }
      ---
      @MainActor struct Uploader {
        func upload(_ note: Note) async { print(note.title) }
        func all(_ notes: [Note]) async {
          await withTaskGroup(of: Void.self) { group in
            for note in notes { group.addTask { await upload(note) } }
          }
        }
      }
      ---
      @MainActor final class Painter {
        func paint(_ name: String, in context: ModelContext?) async { print(name, context as Any) }
        func all(_ names: [String], in context: ModelContext?) async {
          await withTaskGroup(of: Void.self) { group in
            for name in names { group.addTask { await self.paint(name, in: context) } }
          }
        }
      }
      """)
}
