internal import Diagnostics

extension CoreDataText {
  /// Contexts and objects of Core Data on another queue than their own.
  static let threads: [RuleExample] = .texts(
    in: code,
    flagged: """
      extension CDNote {
        static func keep(_ title: String, in context: NSManagedObjectContext) throws {
          CDNote(context: context).title = title
          try context.save()
        }
      }
      final class Importer {
        private let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func load(_ server: Server) async throws {
          let title = try await server.title()
          try CDNote.keep(title, in: ↓container.viewContext)
        }
      }
      ---
      extension NSManagedObjectContext {
        func safelyPerform<T>(_ block: @escaping () throws -> T) async throws -> T {
          try await perform { try block() }
        }
      }
      extension NSPersistentContainer {
        func makeWriter() -> NSManagedObjectContext { newBackgroundContext() }
      }
      @MainActor func first(_ container: NSPersistentContainer) async throws -> CDNote? {
        let moc = container.makeWriter()
        return try await moc.safelyPerform {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.fetchLimit = 1
          return ↓try moc.fetch(request).first
        }
      }
      ---
      func export(_ container: NSPersistentContainer) throws {
        let notes = try container.viewContext.fetch(CDNote.fetchRequest()) as! [CDNote]
        DispatchQueue.global(qos: .utility).async {
          print(↓notes.map { $0.title ?? "" })
        }
      }
      ---
      func pull(_ container: NSPersistentContainer) {
        let main = container.viewContext
        DispatchQueue.global().async {
          let note = CDNote(context: ↓main)
          note.title = "new"
          DispatchQueue.main.async { print(note.title ?? "") }
        }
      }
      ---
      func show(_ container: NSPersistentContainer, _ label: Label) {
        container.performBackgroundTask { context in
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.fetchLimit = 1
          guard let note = try? context.fetch(request).first else { return }
          DispatchQueue.main.async { label.text = ↓note.title }
        }
      }
      ---
      final class Board: NSObject {
        var controller: NSFetchedResultsController<CDNote>!
        let queue = OperationQueue()
        func count() {
          Task.detached { print(self.controller.↓fetchedObjects?.map(\\.title) ?? []) }
        }
        func open(_ path: IndexPath) {
          let note = controller.object(at: path)
          queue.addOperation { print(↓note.title ?? "") }
        }
      }
      ---
      func add(to folder: CDFolder, _ container: NSPersistentContainer) {
        let worker = container.newBackgroundContext()
        worker.perform {
          let note = CDNote(context: worker)
          note.folder = ↓folder
          try? worker.save()
        }
      }
      ---
      func rename(_ note: CDNote, _ container: NSPersistentContainer) {
        container.performBackgroundTask { context in
          ↓note.title = "new"
          try? context.save()
        }
      }
      ---
      final class Store {
        let container: NSPersistentContainer
        var notes: [CDNote] = []
        init(_ container: NSPersistentContainer) { self.container = container }
        func load() {
          container.performBackgroundTask { context in
            self.notes = ↓(try? context.fetch(CDNote.fetchRequest()) as? [CDNote]) ?? []
          }
        }
        func all() async throws -> [CDNote] {
          try await container.performBackgroundTask { context in
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            return ↓try context.fetch(request)
          }
        }
        func all(_ completion: @escaping ([CDNote]) -> Void) {
          container.performBackgroundTask { context in
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            let found = (try? context.fetch(request)) ?? []
            completion(↓found)
          }
        }
      }
      ---
      final class Detail {
        let note: CDNote
        let viewContext: NSManagedObjectContext
        init(_ note: CDNote, _ viewContext: NSManagedObjectContext) {
          self.note = note
          self.viewContext = viewContext
        }
        func share(_ queue: OperationQueue) {
          queue.addOperation { print(self.↓note.title ?? "") }
          URLSession.shared.dataTask(with: URL(string: "https://example.org")!) { _, _, _ in
            try? ↓self.viewContext.save()
          }.resume()
        }
      }
      ---
      func all(_ container: NSPersistentContainer) async -> [CDNote] {
        await withCheckedContinuation { continuation in
          container.performBackgroundTask { context in
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            continuation.resume(returning: ↓(try? context.fetch(request)) ?? [])
          }
        }
      }
      ---
      actor Archive {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func count() throws -> Int {
          try container.↓viewContext.count(for: CDNote.fetchRequest())
        }
      }
      ---
      actor Archive {
        private let context: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { context = container.viewContext }
        func count() throws -> Int { try ↓context.count(for: CDNote.fetchRequest()) }
      }
      """,
    clean: """
      extension CDNote {
        static func keep(_ title: String, in context: NSManagedObjectContext) throws {
          CDNote(context: context).title = title
          try context.save()
        }
      }
      @MainActor final class Importer {
        private let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func load(_ server: Server) async throws {
          let title = try await server.title()
          try CDNote.keep(title, in: container.viewContext)
        }
      }
      ---
      func mark(_ folder: CDFolder, _ container: NSPersistentContainer) {
        let worker = container.newBackgroundContext()
        worker.performAndWait {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "folder == %@", folder)
          for note in (try? worker.fetch(request)) ?? [] { print(note.title ?? "") }
        }
      }
      ---
      func pull(_ container: NSPersistentContainer, _ note: Account.CDNote) {
        let context = container.newBackgroundContext()
        context.perform { print(note.title) }
      }
      ---
      func add(to folder: CDFolder, _ container: NSPersistentContainer) {
        let worker = container.newBackgroundContext()
        let id = folder.objectID
        worker.perform {
          let note = CDNote(context: worker)
          note.folder = worker.object(with: id) as? CDFolder
          do { try worker.save() } catch { print(error) }
        }
      }
      ---
      func move(_ note: CDNote, to folder: CDFolder, _ context: NSManagedObjectContext) {
        context.perform { note.folder = folder }
      }
      ---
      final class Board: NSObject {
        var controller: NSFetchedResultsController<CDNote>!
        func count() {
          let titles = controller.fetchedObjects?.map(\\.title) ?? []
          Task.detached { print(titles.count) }
        }
      }
      ---
      func export(_ container: NSPersistentContainer) throws {
        let notes = try container.viewContext.fetch(CDNote.fetchRequest()) as! [CDNote]
        let ids = notes.map(\\.objectID)
        container.performBackgroundTask { context in
          let titles = ids.compactMap { (try? context.existingObject(with: $0) as? CDNote)?.title }
          DispatchQueue.main.async { print(titles, notes.count) }
        }
      }
      ---
      func touch(_ note: CDNote, _ context: NSManagedObjectContext) {
        DispatchQueue.global().async {
          context.perform { note.title = "new" }
        }
      }
      ---
      func show(_ container: NSPersistentContainer, _ label: Label) {
        let notes = (try? container.viewContext.fetch(CDNote.fetchRequest()) as? [CDNote]) ?? []
        DispatchQueue.main.async { label.texts = notes.map { $0.title ?? "" } }
      }
      ---
      final class Detail {
        let note: CDNote
        init(_ note: CDNote) { self.note = note }
        func share(_ queue: DispatchQueue) {
          queue.async { print(self.note.objectID) }
          OperationQueue.main.addOperation { print(self.note.title ?? "") }
        }
      }
      ---
      final class Sender {
        private let queue = OperationQueue()
        private let context: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { context = container.viewContext }
        func send(_ id: NSManagedObjectID) {
          queue.addOperation {
            OperationQueue.main.addOperation {
              (self.context.object(with: id) as? CDNote)?.title = "sent"
            }
          }
          DispatchQueue.global().async {
            DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
              (self.context.object(with: id) as? CDNote)?.title = nil
            }
          }
        }
      }
      ---
      actor Archive {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) {
          self.container = container
          container.viewContext.automaticallyMergesChangesFromParent = true
        }
        func count() async throws -> Int {
          let context = container.viewContext
          return try await context.perform { try context.count(for: CDNote.fetchRequest()) }
        }
      }
      """)
}
