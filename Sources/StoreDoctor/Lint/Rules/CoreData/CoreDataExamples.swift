internal import Diagnostics

/// Examples of Core Data for rules that look at SwiftData as well.
extension CoreDataText {
  static let threads: [RuleExample] = .texts(
    in: code,
    flagged: """
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
      """,
    clean: """
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

  static let actors: [RuleExample] = .texts(
    in: code,
    flagged: """
      actor Library {
        let context: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }
        func all() async throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          return try await context.perform { try self.context.fetch(request) }
        }
      }
      func show(_ library: Library) async throws {
        let notes = try await library.↓all()
        print(notes.count)
      }
      """,
    clean: """
      actor Library {
        let context: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }
        func all() async throws -> [NSManagedObjectID] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          return try await context.perform { try self.context.fetch(request).map(\\.objectID) }
        }
      }
      func show(_ library: Library) async throws {
        let ids = try await library.all()
        print(ids.count)
      }
      """)

  static let unsaved: [RuleExample] = .texts(
    in: code,
    flagged: """
      func add(_ title: String, _ container: NSPersistentContainer) {
        container.performBackgroundTask { context in
          let note = ↓CDNote(context: context)
          note.title = title
        }
      }
      ---
      func empty(_ id: NSManagedObjectID, _ container: NSPersistentContainer) {
        let context = container.newBackgroundContext()
        context.perform {
          guard let note = try? context.existingObject(with: id) as? CDNote else { return }
          ↓note.title = nil
        }
      }
      """,
    clean: """
      func add(_ title: String, _ container: NSPersistentContainer) {
        container.performBackgroundTask { context in
          CDNote(context: context).title = title
          self.finish(context)
        }
      }
      ---
      final class Keeper { init(context: NSManagedObjectContext) {} }
      func make(_ container: NSPersistentContainer) -> Keeper {
        let context = container.newBackgroundContext()
        return Keeper(context: context)
      }
      ---
      func count(_ container: NSPersistentContainer) {
        container.performBackgroundTask { context in
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "title != nil")
          print((try? context.count(for: request)) ?? 0)
        }
      }
      ---
      func add(_ title: String, _ container: NSPersistentContainer) {
        container.performBackgroundTask {
          CDNote(context: $0).title = title
          do { try $0.save() } catch { print(error) }
        }
      }
      """)

  static let counts: [RuleExample] = .texts(
    in: code,
    flagged: """
      func many(_ context: NSManagedObjectContext) -> Int {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.predicate = NSPredicate(format: "title != nil")
        let found = try? context.↓fetch(request)
        return found?.count ?? 0
      }
      """,
    clean: """
      func many(_ context: NSManagedObjectContext) throws -> Int {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.predicate = NSPredicate(format: "title != nil")
        return try context.count(for: request)
      }
      """)

  static let firsts: [RuleExample] = .texts(
    in: code,
    flagged: """
      func newest(_ context: NSManagedObjectContext) throws -> CDNote? {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.predicate = NSPredicate(format: "folder != nil")
        request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: false)]
        return try context.↓fetch(request).first
      }
      """,
    clean: """
      func folder(_ name: String, _ context: NSManagedObjectContext) throws -> CDFolder? {
        let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
        request.predicate = NSPredicate(format: "name == %@", name)
        return try context.fetch(request).first
      }
      ---
      func newest(_ context: NSManagedObjectContext) throws -> CDNote? {
        try context.fetch(CDNote.fetchRequest { $0.fetchLimit = 1 }).first
      }
      ---
      func newest(_ context: NSManagedObjectContext) throws -> CDNote? {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        limit(request)
        return try context.fetch(request).first
      }
      """)

  static let stops: [RuleExample] = .texts(
    in: code,
    flagged: """
      final class Stack {
        let container = NSPersistentContainer(name: "Notes")
        init() {
          container.loadPersistentStores { _, error in
            if let error = error as NSError? { ↓fatalError("no store: \\(error.userInfo)") }
          }
        }
      }
      ---
      func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) {
        do { try coordinator.addPersistentStore(type: .sqlite, at: url) } catch { ↓abort() }
      }
      """,
    clean: """
      func open(_ container: NSPersistentContainer) {
        container.loadPersistentStores { _, error in
          guard let error else { return }
          print(error)
        }
      }
      """)
}
