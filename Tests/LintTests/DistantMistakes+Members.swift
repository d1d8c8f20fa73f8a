extension DistantCase {
  /// Computed properties, subscripts, functions of other types and what they call in turn.
  static let members: [DistantCase] = [
    .init(
      "fetch-in-loop", "a subscript of a store",
      """
      final class NoteIndex {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        subscript(title: String) -> Note? {
          try? context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
        }
      }
      func raise(_ titles: [String], _ index: NoteIndex) {
        for title in titles { ↓index[title]?.rank += 1 }
      }
      """),
    .init(
      "fetch-in-loop", "a computed property of the object in another file",
      """
      extension Folder {
        var newest: Note? {
          let own = code
          let wanted = FetchDescriptor<Note>(predicate: #Predicate { $0.folder?.code == own })
          return try? modelContext?.fetch(wanted).last
        }
      }
      // file: Labels.swift
      import SwiftData

      func labels(_ folders: [Folder]) -> [String] { folders.compactMap { $0.↓newest?.title } }
      """),
    .init(
      "fetch-in-loop", "four functions deep, behind a protocol with one type",
      """
      protocol NoteKeeping { func keep(_ title: String) throws }
      final class NoteKeeper: NoteKeeping {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func keep(_ title: String) throws {
          let note = try known(title) ?? added(title)
          note.rank += 1
        }
        private func known(_ title: String) throws -> Note? { try lookUp(title) }
        private func lookUp(_ title: String) throws -> Note? { try one(title) }
        private func one(_ title: String) throws -> Note? {
          try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
        }
        private func added(_ title: String) -> Note {
          let note = Note()
          context.insert(note)
          return note
        }
      }
      struct Importer {
        let keeper: any NoteKeeping
        func run(_ titles: [String]) throws { for title in titles { try keeper.↓keep(title) } }
      }
      """),
    .init(
      "fetch-in-loop", "an extension of the context, on a context that another file keeps",
      """
      enum Database {
        static let container = try! ModelContainer(for: Note.self)
        @MainActor static var main: ModelContext { container.mainContext }
      }
      extension ModelContext {
        func named(_ title: String) throws -> Note? {
          try fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
        }
      }
      // file: Restore.swift
      import SwiftData

      @MainActor func restore(_ titles: [String]) throws {
        for title in titles { try Database.main.↓named(title)?.rank = 0 }
      }
      """),
    .init(
      "fetch-in-body", "a property and a function of a store class",
      """
      @MainActor @Observable final class NoteStore {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        var notes: [Note] { (try? context.fetch(FetchDescriptor<Note>())) ?? [] }
        func first(_ text: String) -> Note? {
          var some = FetchDescriptor<Note>(predicate: #Predicate { $0.title == text })
          some.fetchLimit = 20
          return try? context.fetch(some).first
        }
      }
      // file: NoteList.swift
      import SwiftUI

      struct NoteList: View {
        @State var store: NoteStore
        var body: some View {
          List(store.↓notes) { note in Text(note.title) }
          Text(store.↓first("a")?.title ?? "")
        }
      }
      """),
    .init(
      "change-in-body", "a store that makes what is missing",
      """
      @MainActor final class Drafts: ObservableObject {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func draft(in folder: Folder) -> Note {
          if let known = folder.notes.first(where: { $0.title.isEmpty }) { return known }
          let note = Note()
          context.insert(note)
          return note
        }
      }
      struct DraftRow: View {
        let folder: Folder
        @EnvironmentObject var drafts: Drafts
        var body: some View { Text(drafts.↓draft(in: folder).title) }
      }
      """),
    .init(
      "whole-rows-for-count", "a computed property behind a protocol's function",
      """
      protocol NoteSource { func all() throws -> [Note] }
      final class LocalNotes: NoteSource {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        private var everything: [Note] { get throws { try context.fetch(FetchDescriptor<Note>()) } }
        func all() throws -> [Note] { try everything }
      }
      func many(_ source: any NoteSource) throws -> Int { try source.↓all().count }
      """),
    .init(
      "n-plus-one", "a computed property of each object, read by key path",
      """
      extension Note { var line: String { "\\(title);\\(folder?.name ?? "")" } }
      struct Export {
        let context: ModelContext
        private func rows() throws -> [Note] { try context.↓fetch(FetchDescriptor<Note>()) }
        func lines() throws -> [String] { ["title;folder"] + (try rows()).map(\\.line) }
      }
      """),
    .init(
      "deleted-object-used", "an extension of the context deletes and saves",
      """
      extension ModelContext {
        func erase(_ object: some PersistentModel) throws {
          delete(object)
          try save()
        }
      }
      // file: Trash.swift
      import SwiftData

      struct Trash {
        let context: ModelContext
        func drop(_ folder: Folder) throws -> String {
          try context.erase(folder)
          return ↓folder.name
        }
      }
      """),
    .init(
      "deleted-after-import", "two functions of one actor",
      """
      @ModelActor actor Refresher {
        func refresh(_ titles: [String]) throws {
          try store(titles)
          ↓try clear()
        }
        private func store(_ titles: [String]) throws {
          for _ in titles { modelContext.insert(Note()) }
          try modelContext.save()
        }
        private func clear() throws { try modelContext.delete(model: Note.self) }
      }
      """),
    .init(
      "context-across-tasks", "a function that a queue calls uses the main context",
      """
      final class Uploads: @unchecked Sendable {
        private let main: ModelContext
        private let queue = DispatchQueue(label: "uploads")
        @MainActor init(_ container: ModelContainer) { main = container.mainContext }
        func flush() { queue.async { [self] in try? drain() } }
        private func drain() throws { print(try ↓main.fetchCount(FetchDescriptor<Note>())) }
      }
      """),
  ]
}
