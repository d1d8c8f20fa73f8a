extension DistantCase {
  /// What functions of the app do in a mistake's stead: fetch, save, open, send away.
  static let helpers: [DistantCase] = [
    .init(
      "deleted-one-by-one", "rows that a function fetches, for a function that deletes them",
      """
      @Model final class Line { var at = Date.now; init() {} }
      struct Log {
        let context: ModelContext
        func old(_ limit: Date) throws -> [Line] {
          try context.fetch(FetchDescriptor<Line>(predicate: #Predicate { $0.at < limit }))
        }
        func remove(_ lines: [Line]) { lines.forEach(context.delete) }
      }
      // file: Clean.swift
      func clean(_ log: Log, _ limit: Date) throws {
        log.remove(try log.↓old(limit))
      }
      """),
    .init(
      "fetch-without-limit", "a member of the descriptor's extension in another file",
      """
      extension FetchDescriptor where T == Note {
        static func best(from rank: Int) -> Self {
          FetchDescriptor(predicate: #Predicate { $0.rank > rank }, sortBy: [SortDescriptor(\\.rank)])
        }
      }
      // file: Best.swift
      import SwiftData

      struct Best {
        let context: ModelContext
        func note() throws -> Note? { try context.↓fetch(.best(from: 3)).first }
      }
      """),
    .init(
      "fetch-without-limit", "the first of what a function fetches",
      """
      struct Notes {
        let context: ModelContext
        func ranked() throws -> [Note] {
          try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))
        }
      }
      func best(_ notes: Notes) throws -> String? { try notes.↓ranked().first?.title }
      """),
    .init(
      "deleted-object-used",
      "a file without a word of SwiftData, and a function that deletes and saves",
      """
      struct Notes {
        let context: ModelContext
        func drop(_ note: Note) throws {
          context.delete(note)
          try context.save()
        }
      }
      // file: Screen.swift
      import UIKit

      final class Screen: UIViewController {
        var notes: Notes!
        func drop(_ note: Note) {
          do {
            try notes.drop(note)
            title = ↓note.title
          } catch { title = nil }
        }
      }
      """),
    .init(
      "temporary-identifier-kept", "handed to a queue before the save",
      """
      protocol Uploads { func enqueue(_ id: PersistentIdentifier) }
      struct Writer {
        let context: ModelContext
        let uploads: any Uploads
        func write() throws {
          let note = Note()
          context.insert(note)
          uploads.enqueue(note.↓persistentModelID)
          try context.save()
        }
      }
      """),
    .init(
      "swallowed-store-error", "a result that nobody has to look at",
      """
      extension ModelContext {
        @discardableResult func ↓keep() -> Bool {
          do {
            try save()
            return true
          } catch {
            return false
          }
        }
      }
      // file: Editor.swift
      import SwiftData

      func rename(_ note: Note, _ context: ModelContext) {
        note.title = "x"
        context.keep()
      }
      """),
    .init(
      "swallowed-store-error", "a guard that only returns",
      """
      func rename(_ note: Note, _ context: ModelContext) {
        note.title = "x"
        guard (try? context.↓save()) != nil else { return }
      }
      """),
    .init(
      "memory-store-on-failure", "behind ?? and in a loop over configurations",
      """
      enum Stack {
        static let first = (try? file()) ?? ↓memory()
        static func file() throws -> ModelContainer { try ModelContainer(for: Note.self) }
        static func memory() -> ModelContainer {
          try! ModelContainer(
            for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
        static func any() -> ModelContainer? {
          let choices = [ModelConfiguration(), ModelConfiguration(isStoredInMemoryOnly: true)]
          for choice in choices {
            guard let made = ↓try? ModelContainer(for: Note.self, configurations: choice) else {
              continue
            }
            return made
          }
          return nil
        }
      }
      """),
    .init(
      "context-across-tasks", "a function of another file runs its closure elsewhere",
      """
      enum Later { static func run(_ job: @escaping @Sendable () -> Void) { Task.detached { job() } } }
      // file: Counter.swift
      import SwiftData

      @MainActor final class Counter {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func count() {
          let own = context
          Later.run { print((try? ↓own.fetchCount(FetchDescriptor<Note>())) ?? 0) }
        }
      }
      """),
    .init(
      "unsaved-context", "an object that is made with the context and never saves it",
      """
      func load(_ container: ModelContainer, _ titles: [String]) {
        let context = ModelContext(container)
        ↓Loader(into: context).load(titles)
      }
      // file: Loader.swift
      import SwiftData

      struct Loader {
        private let target: ModelContext
        init(into context: ModelContext) { target = context }
        func load(_ titles: [String]) { for _ in titles { target.insert(Note()) } }
      }
      """),
    .init(
      "container-made-anew", "a function that two others ask for a container",
      """
      func OpenStore() throws -> ModelContainer { try ↓ModelContainer(for: Note.self) }
      func count() throws -> Int {
        let container = try OpenStore()
        return try ModelContext(container).fetchCount(FetchDescriptor<Note>())
      }
      func isEmpty() throws -> Bool { try ModelContext(OpenStore()).fetch(FetchDescriptor<Note>()).isEmpty }
      """),
    .init(
      "fetch-in-loop", "a closure in a variable, and a function inside of the function",
      """
      func raise(_ codes: [String], _ context: ModelContext) throws {
        let find = { (code: String) in
          try context.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.code == code })).first
        }
        func known(_ code: String) throws -> Bool {
          try !context.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.code == code })).isEmpty
        }
        for code in codes { try ↓find(code)?.name = "" }
        for code in codes where !code.isEmpty { print(try ↓known(code)) }
      }
      """),
    .init(
      "fetch-in-loop", "a function that calls itself with the rest",
      """
      struct Walk {
        let context: ModelContext
        func rename(_ codes: [String], from index: Int) throws {
          guard index < codes.count else { return }
          let code = codes[index]
          let wanted = FetchDescriptor<Folder>(predicate: #Predicate { $0.code == code })
          try context.↓fetch(wanted).first?.name = ""
          try rename(codes, from: index + 1)
        }
      }
      """),
  ]
}
