internal import Diagnostics

/// What a fetch is given by a function, a property or a case that stands elsewhere.
extension CoreDataText {
  static let keysElsewhere: [RuleExample] = .texts(
    in: code,
    flagged: """
      struct Recent {
        let context: NSManagedObjectContext
        private var newest: [NSSortDescriptor] {
          [NSSortDescriptor(key: Keys.changed, ascending: false)]
        }
        func load() throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.sortDescriptors = newest
          return try context.fetch(request)
        }
      }
      // file: Keys.swift
      import Foundation
      enum Keys { static let changed = ↓"modifiedAt" }
      ---
      extension CDFolder { @objc var latest: Date { .distantPast } }
      struct FoldersView: View {
        @FetchRequest private var folders: FetchedResults<CDFolder>
        init() {
          let order = NSSortDescriptor(keyPath: ↓\\CDFolder.latest, ascending: false)
          _folders = FetchRequest(sortDescriptors: [order])
        }
        var body: some View { Text("\\(folders.count)") }
      }
      """,
    clean: """
      struct Recent {
        let context: NSManagedObjectContext
        private var newest: [NSSortDescriptor] { [NSSortDescriptor(key: "age", ascending: false)] }
        func sorted(_ people: NSArray) throws -> ([Any], [CDNote]) {
          (people.sortedArray(using: newest), try context.fetch(CDNote.fetchRequest()))
        }
      }
      ---
      struct NotesView: View {
        @SectionedFetchRequest<String, CDNote>(
          sectionIdentifier: \\.monthOfOtherModule, sortDescriptors: [SortDescriptor(\\.createdAt)])
        private var notes
        var body: some View { Text("\\(notes.count)") }
      }
      """)

  static let namesElsewhere: [RuleExample] = .texts(
    in: code,
    flagged: """
      enum Kind: String { case note = "Note", folder = ↓"Floder" }
      extension NSManagedObjectContext {
        func make(_ kind: Kind) -> NSManagedObject {
          NSEntityDescription.insertNewObject(forEntityName: kind.rawValue, into: self)
        }
      }
      """,
    clean: """
      enum Kind: String { case note = "Note", response = "CachedResponse" }
      func make(_ kind: Kind, _ context: NSManagedObjectContext) -> NSManagedObject {
        NSEntityDescription.insertNewObject(forEntityName: kind.rawValue, into: context)
      }
      """)

  static let blocksElsewhere: [RuleExample] = .texts(
    in: code,
    flagged: """
      struct Search {
        let context: NSManagedObjectContext
        func notes(_ filter: NoteFilter) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = filter.predicate
          return try context.fetch(request)
        }
      }
      // file: NoteFilter.swift
      import CoreData
      struct NoteFilter {
        var isShort = false
        var predicate: NSPredicate {
          var parts = [NSPredicate(format: "title != nil")]
          if isShort { parts.append(short) }
          return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
        }
        private var short: NSPredicate { ↓NSPredicate { note, _ in note != nil } }
      }
      """,
    clean: """
      struct NoteFilter {
        var short: NSPredicate { NSPredicate { note, _ in note != nil } }
        func notes(_ context: NSManagedObjectContext) throws -> [Any] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "title != nil")
          return (try context.fetch(request) as NSArray).filtered(using: short)
        }
      }
      """)

  static let requestsElsewhere: [RuleExample] = .texts(
    in: code,
    flagged: """
      func results(_ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
        NSFetchedResultsController(
          fetchRequest: ↓CDNote.titled(), managedObjectContext: context, sectionNameKeyPath: nil,
          cacheName: nil)
      }
      // file: Requests.swift
      import CoreData
      extension CDNote {
        static func titled() -> NSFetchRequest<CDNote> {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: "title != nil")
          return request
        }
      }
      """,
    clean: """
      func results(_ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
        NSFetchedResultsController(
          fetchRequest: CDNote.titled(), managedObjectContext: context, sectionNameKeyPath: nil,
          cacheName: nil)
      }
      extension CDNote {
        static func titled() -> NSFetchRequest<CDNote> {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
          return request
        }
      }
      ---
      func results(_ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
        let request = CDNote.plain()
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        return NSFetchedResultsController(
          fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
          cacheName: nil)
      }
      extension CDNote {
        static func plain() -> NSFetchRequest<CDNote> { NSFetchRequest<CDNote>(entityName: "Note") }
        static func sorted() -> NSFetchRequest<CDNote> { prepare(NSFetchRequest(entityName: "Note")) }
      }
      """)

  static let sectionsElsewhere: [RuleExample] = .texts(
    in: code,
    flagged: """
      final class History {
        static var order: [NSSortDescriptor] {
          let newest = NSSortDescriptor(key: #keyPath(CDNote.createdAt), ascending: false)
          return [newest]
        }
        func results(_ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.sortDescriptors = Self.order
          return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context,
            sectionNameKeyPath: ↓#keyPath(CDNote.title), cacheName: nil)
        }
      }
      """,
    clean: """
      final class History {
        static let order = [NSSortDescriptor(key: #keyPath(CDNote.title), ascending: false)]
        func results(_ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.sortDescriptors = Self.order
          return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context,
            sectionNameKeyPath: #keyPath(CDNote.title), cacheName: nil)
        }
      }
      """)

  static let threadsElsewhere: [RuleExample] = .texts(
    in: code,
    flagged: """
      final class Jobs {
        let store: Store
        init(_ store: Store) { self.store = store }
        func start() { DispatchQueue.global().async { self.store.↓sweep() } }
      }
      // file: Store.swift
      import CoreData
      final class Store {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func sweep() { removeOld() }
        private func removeOld() {
          let main = container.viewContext
          for note in (try? main.fetch(CDNote.fetchRequest())) ?? [] { main.delete(note) }
        }
      }
      ---
      func inBackground(_ work: @escaping () -> Void) {
        DispatchQueue.global(qos: .utility).async(execute: work)
      }
      func rename(_ note: CDNote) { inBackground { ↓note.title = "new" } }
      """,
    clean: """
      func atOnce(_ work: () -> Void) { work() }
      func rename(_ note: CDNote) { atOnce { note.title = "new" } }
      final class Store {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func start() { DispatchQueue.global().async { self.sweep() } }
        func sweep() {
          let main = container.viewContext
          main.performAndWait { for note in main.registeredObjects { main.delete(note) } }
        }
      }
      """)
}
