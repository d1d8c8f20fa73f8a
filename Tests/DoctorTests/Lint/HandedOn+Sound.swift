@testable import Diagnostics
@testable import Lint

/// Code that resembles such mistakes and is right.
extension HandedOnTests {
  static let sound: [Shape] = [
    Shape(
      "unsaved-context",
      """
      struct Row { var title = ""; var number = 0 }
      func rows(_ container: NSPersistentContainer) async throws -> [Row] {
        try await container.performBackgroundTask { context in
          try context.fetch(NSFetchRequest<CDNote>(entityName: "Note")).map { note in
            var row = Row(title: note.title ?? "")
            var sum = (count: note.title?.count ?? 0, rest: 1)
            sum.count += 1
            row.number = sum.count
            return row
          }
        }
      }
      """),
    Shape(
      "context-outside-perform",
      """
      func count(_ container: NSPersistentContainer) async -> Int {
        let worker = container.newBackgroundContext()
        return await worker.perform {
          func all() -> Int { (try? worker.count(for: NSFetchRequest<CDNote>(entityName: "Note"))) ?? 0 }
          return all()
        }
      }
      """),
    // What several fetches share may hold a part for one of them.
    Shape(
      "unknown-key",
      """
      enum Scope {
        case title, name
        var predicate: NSPredicate {
          switch self {
          case .title: NSPredicate(format: "title != nil")
          case .name: NSPredicate(format: "name != nil")
          }
        }
      }
      func show(_ context: NSManagedObjectContext) throws {
        let notes = NSFetchRequest<CDNote>(entityName: "Note")
        notes.predicate = Scope.title.predicate
        let folders = NSFetchRequest<CDFolder>(entityName: "Folder")
        folders.predicate = Scope.name.predicate
        print(try context.fetch(notes), try context.fetch(folders))
      }
      """),
    Shape(
      "core-data-n-plus-one",
      """
      func names(_ context: NSManagedObjectContext) throws -> [String] {
        let folders = try context.fetch(NSFetchRequest<CDFolder>(entityName: "Folder"))
        let notes = try context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))
        return notes.map { $0.folder?.name ?? "" } + folders.map { $0.name ?? "" }
      }
      func titles(_ context: NSManagedObjectContext) throws -> [String] {
        let notes = try context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))
        return notes.map { note in note.title ?? note.folder?.name ?? "" }
      }
      """),
    Shape(
      "filtered-in-memory",
      """
      extension CDNote { var shown: String { (title ?? "").lowercased() } }
      func find(_ text: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
        let all = NSFetchRequest<CDNote>(entityName: "Note")
        let some = NSFetchRequest<CDNote>(entityName: "Note")
        some.predicate = NSPredicate(format: "createdAt != nil")
        return try context.fetch(all).filter { $0.shown == text } + context.fetch(some).filter { $0.title == text }
      }
      """),
    Shape(
      "store-opened-twice",
      """
      final class Stack {
        private var kept: NSPersistentContainer?
        var container: NSPersistentContainer {
          if let kept { return kept }
          let made = NSPersistentContainer(name: "Notes")
          kept = made
          return made
        }
        func prepare() { kept = NSPersistentContainer(name: "Notes") }
      }
      """),
    Shape(
      "memory-store-on-failure",
      """
      final class Stack {
        private(set) var failure: Error?
        let container = NSPersistentContainer(name: "Notes")
        func start() {
          container.loadPersistentStores { [unowned self] one, error in
            guard let error else { return }
            failure = error
            one.type = NSInMemoryStoreType
          }
        }
      }
      """),
    Shape(
      "batch-not-merged",
      """
      extension NSManagedObjectContext {
        func carryOut(_ request: NSBatchDeleteRequest) throws {
          request.resultType = .resultTypeObjectIDs
          let result = try execute(request) as? NSBatchDeleteResult
          let ids = result?.result as? [NSManagedObjectID] ?? []
          NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [self])
        }
      }
      func clear(_ context: NSManagedObjectContext) throws {
        let all = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
        try context.carryOut(all)
      }
      """),
    Shape(
      "order-of-to-many",
      """
      extension CDFolder {
        @NSManaged var notes: Set<CDNote>
        var names: [String] { Array(notes).compactMap(\\.title).sorted() }
        var first: CDNote? { Array(notes).sorted { ($0.title ?? "") < ($1.title ?? "") }.first }
      }
      """),
  ]
}
