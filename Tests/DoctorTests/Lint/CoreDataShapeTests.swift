import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint

/// Mistakes around Core Data that stand one or two steps away from where a rule looks: '↓' stands before
/// each place.
@Suite struct CoreDataShapeTests {
  typealias Shape = RuleShape

  @Test(arguments: shapes) func mistakesAreNamed(_ shape: Shape) throws {
    let (places, marks) = try shape.found()
    #expect(places == marks)
  }

  @Test(arguments: sound) func soundCodeIsLeftAlone(_ shape: Shape) throws {
    let found = try shape.found().places
    #expect(found == [])
  }

  private static let shapes: [Shape] = [
    Shape(
      "unknown-key",
      """
      final class Search {
        private let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        func narrow(_ text: String) { request.predicate = NSPredicate(format: ↓"titel == %@", text) }
      }
      func narrow(_ list: NSFetchedResultsController<CDNote>) {
        list.fetchRequest.sortDescriptors = [NSSortDescriptor(key: ↓"created", ascending: true)]
      }
      """),
    Shape(
      "unknown-key",
      """
      extension NSFetchRequest where ResultType == CDFolder {
        func named(_ name: String) -> Self {
          predicate = NSPredicate(format: ↓"title == %@", name)
          return self
        }
      }
      """),
    Shape(
      "unknown-key",
      """
      extension NSManagedObjectContext {
        func all<T: NSManagedObject>(_ type: T.Type, where condition: NSPredicate) throws -> [T] {
          let request = NSFetchRequest<T>(entityName: "\\(type)")
          request.predicate = condition
          return try fetch(request)
        }
      }
      func empty(_ context: NSManagedObjectContext) throws -> [CDNote] {
        try context.all(CDNote.self, where: NSPredicate(format: ↓"text == nil"))
      }
      """),
    Shape(
      "unknown-key",
      """
      struct Notes {
        let context: NSManagedObjectContext
        func find(matching condition: NSPredicate) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = condition
          return try context.fetch(request)
        }
      }
      struct Screen {
        let notes: Notes
        func load() throws -> Int {
          try notes.find(matching: NSPredicate(format: ↓"text != nil")).count
        }
      }
      """),
    Shape(
      "unknown-key",
      """
      func find(_ text: String, _ isNew: Bool, _ context: NSManagedObjectContext) throws -> [CDNote] {
        var parts: [NSPredicate] = []
        if isNew { parts.append(NSPredicate(format: ↓"created != nil")) }
        parts.append(NSPredicate(format: "title == %@", text))
        let request = CDNote.fetchRequest()
        request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: parts)
        return try context.fetch(request)
      }
      """),
    Shape(
      "fetched-results-without-sort",
      """
      final class Screen {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        private lazy var request: NSFetchRequest<CDNote> = {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.fetchBatchSize = 20
          return request
        }()
        private lazy var list = NSFetchedResultsController(
          fetchRequest: ↓request, managedObjectContext: context, sectionNameKeyPath: nil,
          cacheName: nil)
      }
      """),
    Shape(
      "unknown-entity-name",
      """
      protocol Named: NSManagedObject { static var entityName: String { get } }
      extension Named {
        static func request() -> NSFetchRequest<Self> { NSFetchRequest(entityName: entityName) }
      }
      extension CDNote: Named { static var entityName: String { ↓"Notes" } }
      extension CDFolder: Named { static let entityName = "Folder" }
      """),
    Shape(
      "unsaved-context",
      """
      final class Editor {
        private let scratch: NSManagedObjectContext
        private let main: NSManagedObjectContext
        init(_ main: NSManagedObjectContext) {
          self.main = main
          scratch = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
          scratch.parent = main
        }
        func add() throws {
          ↓CDNote(context: scratch).title = "new"
          try main.save()
        }
      }
      """),
    Shape(
      "temporary-identifier-kept",
      """
      final class Starter {
        var running: NSManagedObjectID?
        func start(_ context: NSManagedObjectContext) throws {
          let note = CDNote(context: context)
          ↓remember(note)
          try context.save()
        }
        private func remember(_ note: CDNote) { running = note.objectID }
      }
      """),
    Shape(
      "store-deleted-on-failure",
      """
      func open(_ container: NSPersistentContainer) {
        container.loadPersistentStores { description, error in
          switch error {
          case nil: break
          case let error?:
            print(error)
            try? FileManager.default.↓removeItem(at: description.url!)
          }
        }
      }
      """),
    Shape(
      "property-outside-fetch",
      """
      final class Names {
        private let context: NSManagedObjectContext
        private let request: NSFetchRequest<CDNote>
        init(_ context: NSManagedObjectContext) {
          self.context = context
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.propertiesToFetch = ["title"]
          self.request = request
        }
        func all() throws -> [String] { try context.fetch(request).map(line) }
        private func line(_ note: CDNote) -> String { (note.title ?? "") + day(of: note) }
        private func day(of note: CDNote) -> String { "\\(note.↓createdAt as Any)" }
      }
      """),
    Shape(
      "order-of-to-many",
      """
      final class Rows {
        var folder: CDFolder!
        private var notes: [CDNote] { Array(folder.notes as? Set<CDNote> ?? []) }
        func row(_ path: IndexPath) -> String? { notes↓[path.row].title }
      }
      """),
    Shape(
      "unknown-object-key",
      """
      struct Mapper {
        private let table: [(json: String, key: String)] = [("t", "title"), ("c", ↓"createdat")]
        func fill(_ note: CDNote, _ row: [String: Any]) {
          for rule in table { note.setValue(row[rule.json], forKey: rule.key) }
        }
      }
      """),
  ]

  private static let sound: [Shape] = [
    Shape(
      "unknown-key",
      """
      typealias Memo = CDFolder
      func named(_ people: [Person]) -> [Person] {
        (people as NSArray).filtered(using: NSPredicate(format: "surname == 'Smith'")) as! [Person]
      }
      func all(_ context: NSManagedObjectContext) throws -> [CDNote] {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.sortDescriptors = [NSSortDescriptor(keyPath: \\Store.CDNote.title, ascending: true)]
        return try context.fetch(request)
      }
      """),
    Shape(
      "context-across-tasks",
      """
      func fill(_ names: [String], _ container: NSPersistentContainer) async throws {
        try await container.performBackgroundTask { context in
          for name in names {
            let note = {
              let fresh = CDNote(context: context)
              return fresh
            }()
            note.title = name
          }
          try context.save()
        }
      }
      """),
    Shape(
      "core-data-n-plus-one",
      """
      struct Names {
        let context: NSManagedObjectContext
        func all() throws -> [String] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          prepare(request)
          return try context.fetch(request).map { $0.folder?.name ?? "" }
        }
        private func prepare(_ request: NSFetchRequest<CDNote>) {
          request.relationshipKeyPathsForPrefetching = ["folder"]
        }
      }
      """),
    Shape(
      "fetch-in-loop",
      """
      struct Tagger {
        let context: NSManagedObjectContext
        func find(_ name: String) throws -> CDFolder? {
          let request = NSFetchRequest<CDFolder>(entityName: "Folder")
          request.predicate = NSPredicate(format: "name == %@", name)
          return try context.fetch(request).first
        }
        func move(_ message: Message, _ selectedNames: [String]) throws {
          for mention in message.labels { _ = try find(mention) }
          for name in selectedNames { _ = try find(name) }
        }
      }
      """),
    Shape(
      "store-without-migration",
      """
      func copy(_ url: URL, _ metadata: [String: Any]) throws {
        let model = NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: metadata)!
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
      }
      """),
  ]
}
