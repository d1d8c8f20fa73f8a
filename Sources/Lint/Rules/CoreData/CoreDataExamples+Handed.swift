internal import Diagnostics

extension CoreDataText {
  /// Those of 'ContextAcrossTasks' in which one call hands an object over to another queue.
  static let handed: [RuleExample] = .texts(
    in: code,
    flagged: """
      struct NoteRow: View {
        @ObservedObject var note: CDNote
        let store: NoteStore
        var body: some View { Button(note.title ?? "") { store.close(note) } }
      }
      // file: Store.swift
      import CoreData
      final class NoteStore {
        private let worker: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { worker = container.newBackgroundContext() }
        func close(_ note: CDNote) {
          worker.perform {
            ↓note.title = "closed"
            do { try self.worker.save() } catch { print(error) }
          }
        }
      }
      ---
      struct NoteEditor: View {
        @ObservedObject var note: CDNote
        let container: NSPersistentContainer
        private var store: NoteStore { NoteStore() }
        var body: some View {
          Button("Close") { store.close(note, in: container.newBackgroundContext()) }
        }
      }
      struct NoteStore {
        func close(_ note: CDNote, in context: NSManagedObjectContext) {
          context.perform {
            ↓note.title = "closed"
            do { try context.save() } catch { print(error) }
          }
        }
      }
      ---
      final class NoteController: UIViewController {
        var note: CDNote!
        let model: NoteModel
        func rename() { model.rename(note, to: "new") }
      }
      final class NoteModel {
        let store: any Storing
        init(_ store: any Storing) { self.store = store }
        func rename(_ note: CDNote, to title: String) { store.rename(note, to: title) }
      }
      protocol Storing { func rename(_ note: CDNote, to title: String) }
      final class NoteStore: Storing {
        private let stack: Stack
        init(_ stack: Stack) { self.stack = stack }
        func rename(_ note: CDNote, to title: String) {
          stack.worker.perform { ↓note.title = title }
        }
      }
      // file: Stack.swift
      import CoreData
      final class Stack {
        let container: NSPersistentContainer
        lazy var worker = container.newBackgroundContext()
        init(_ container: NSPersistentContainer) { self.container = container }
      }
      ---
      final class NoteList: UIViewController {
        let main = Stack.shared.main
        var notes: [CDNote] = []
        func add(_ title: String) {
          let worker = Stack.shared.makeWorker()
          worker.perform {
            CDNote(context: worker).title = title
            do { try worker.save() } catch { print(error) }
            self.notes = self.↓load()
          }
        }
        func load() -> [CDNote] { (try? main.fetch(CDNote.fetchRequest())) ?? [] }
      }
      // file: Stack.swift
      import CoreData
      final class Stack {
        static let shared = Stack()
        private let container = NSPersistentContainer(name: "Notes")
        var main: NSManagedObjectContext { container.viewContext }
        func makeWorker() -> NSManagedObjectContext { container.newBackgroundContext() }
      }
      ---
      final class NoteCounter {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func count() async throws -> Int {
          try ↓container.viewContext.count(for: CDNote.fetchRequest())
        }
      }
      """,
    clean: """
      struct NoteRow: View {
        @ObservedObject var note: CDNote
        let store: NoteStore
        var body: some View { Button(note.title ?? "") { store.close(note) } }
      }
      // file: Store.swift
      import CoreData
      final class NoteStore {
        private let worker: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { worker = container.newBackgroundContext() }
        func close(_ note: CDNote) {
          let id = note.objectID
          worker.perform {
            (self.worker.object(with: id) as? CDNote)?.title = "closed"
            do { try self.worker.save() } catch { print(error) }
          }
        }
      }
      ---
      struct NoteEditor: View {
        @ObservedObject var note: CDNote
        @Environment(\\.managedObjectContext) private var context
        private var store: NoteStore { NoteStore() }
        var body: some View { Button("Close") { store.close(note, in: context) } }
      }
      struct NoteStore {
        func close(_ note: CDNote, in context: NSManagedObjectContext) {
          context.perform {
            note.title = "closed"
            do { try context.save() } catch { print(error) }
          }
        }
      }
      ---
      final class Importer {
        private let worker: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { worker = container.newBackgroundContext() }
        func run() {
          worker.perform {
            let note = CDNote(context: self.worker)
            self.fill(note)
          }
        }
        private func fill(_ note: CDNote) {
          worker.performAndWait {
            note.title = "new"
            do { try worker.save() } catch { print(error) }
          }
        }
      }
      ---
      @MainActor final class NoteList {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func count() async throws -> Int {
          try container.viewContext.count(for: CDNote.fetchRequest())
        }
      }
      final class NoteCounter {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func count() async throws -> Int {
          let context = container.viewContext
          return try await context.perform { try context.count(for: CDNote.fetchRequest()) }
        }
        func countNow() throws -> Int {
          try container.viewContext.count(for: CDNote.fetchRequest())
        }
      }
      """)
}
