internal import Diagnostics

extension CoreDataText {
  /// Those of 'ContextAcrossTasks' in which two contexts meet.
  static let twoContexts: [RuleExample] = .texts(
    in: code,
    flagged: """
      func file(_ container: NSPersistentContainer) throws {
        let worker = container.newBackgroundContext()
        let folder = try container.viewContext.fetch(CDFolder.fetchRequest()).first
        worker.performAndWait {
          let note = CDNote(context: worker)
          note.folder = ↓folder
        }
      }
      ---
      final class Order {
        let context: NSManagedObjectContext
        let worker: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) {
          self.context = context
          worker = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
          worker.parent = context
        }
        func finish() {
          worker.perform {
            do {
              try self.worker.save()
              try ↓self.context.save()
            } catch { print(error) }
          }
        }
      }
      ---
      final class Board: ObservableObject {
        @Published var notes: [CDNote] = []
        private let worker: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { worker = container.newBackgroundContext() }
        func load(_ store: NoteStore) { notes = store.all() }
        func number() {
          worker.perform {
            for index in 0..<self.notes.count { self.↓notes[index].title = "\\(index)" }
          }
        }
      }
      final class NoteStore { func all() -> [CDNote] { [] } }
      ---
      final class Editor: UITableViewController {
        private let container: NSPersistentContainer
        private var editor: NSManagedObjectContext?
        lazy var notes: [CDNote] = {
          return (try? container.viewContext.fetch(CDNote.fetchRequest())) ?? []
        }()
        func edit() {
          editor = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
          editor!.parent = container.viewContext
        }
        func remove(_ row: Int) {
          guard let editor = editor else { return }
          let note = notes[row]
          editor.delete(↓note)
          do { try editor.save() } catch { print(error) }
        }
      }
      ---
      func move(_ container: NSPersistentContainer) throws {
        let note = CDNote(context: container.viewContext)
        let editor = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        editor.parent = container.viewContext
        let folder = CDFolder(context: editor)
        folder.addToNotes(↓note)
        try editor.save()
      }
      """,
    clean: """
      final class Editor: UITableViewController {
        private let container: NSPersistentContainer
        private var editor: NSManagedObjectContext?
        var notes: [CDNote] = []
        func edit() {
          editor = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
          editor!.parent = container.viewContext
          notes = (try? editor!.fetch(CDNote.fetchRequest())) ?? []
        }
        func remove(_ row: Int) {
          guard let editor = editor else { return }
          editor.delete(notes[row])
          editor.delete(editor.object(with: notes[row].objectID))
          do { try editor.save() } catch { editor.rollback() }
        }
      }
      ---
      func file(_ container: NSPersistentContainer) {
        let worker = container.newBackgroundContext()
        let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
        request.fetchLimit = 1
        worker.performAndWait {
          let folder = try? worker.fetch(request).first
          let note = CDNote(context: worker)
          note.folder = folder
          do { try worker.save() } catch { print(error) }
        }
      }
      ---
      final class Board: ObservableObject {
        @Published var notes: [CDNote] = []
        private let worker: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { worker = container.newBackgroundContext() }
        func load() {
          worker.perform { self.notes = (try? self.worker.fetch(CDNote.fetchRequest())) ?? [] }
        }
        func number() {
          worker.perform {
            for index in 0..<self.notes.count { self.notes[index].title = "\\(index)" }
          }
        }
      }
      ---
      final class Order {
        let context: NSManagedObjectContext
        let worker: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) {
          self.context = context
          worker = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
          worker.parent = context
        }
        func finish() {
          worker.perform {
            do { try self.worker.save() } catch { return print(error) }
            self.context.perform { do { try self.context.save() } catch { print(error) } }
          }
        }
      }
      """)
}
