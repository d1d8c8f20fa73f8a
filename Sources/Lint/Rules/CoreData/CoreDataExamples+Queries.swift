internal import Diagnostics

/// Examples of fetches and counts of Core Data, and of what is read of their objects.
extension CoreDataText {
  static let counts: [RuleExample] = .texts(
    in: code,
    flagged: """
      func many(_ context: NSManagedObjectContext) -> Int {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.predicate = NSPredicate(format: "title != nil")
        request.fetchLimit = 0
        request.fetchBatchSize = 20
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

  /// Relationships that are followed in other places than the fetch.
  static let followed: [RuleExample] = .texts(
    in: code,
    flagged: """
      final class NotesController: UITableViewController {
        var context: NSManagedObjectContext!
        private lazy var results: NSFetchedResultsController<CDNote> = {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.sortDescriptors = [NSSortDescriptor(keyPath: \\CDNote.title, ascending: true)]
          return ↓NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: nil)
        }()
        override func tableView(
          _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
          let cell = tableView.dequeueReusableCell(withIdentifier: "note", for: indexPath)
          let note = results.object(at: indexPath)
          cell.textLabel?.text = note.folder?.name
          return cell
        }
      }
      ---
      struct NotesView: View {
        ↓@FetchRequest(sortDescriptors: [SortDescriptor(\\CDNote.title)])
        private var notes: FetchedResults<CDNote>
        var body: some View { List { ForEach(notes) { note in NoteRow(note: note) } } }
      }
      // file: NoteRow.swift
      import SwiftUI
      struct NoteRow: View {
        @ObservedObject var note: CDNote
        var body: some View { Text(note.folder?.name ?? "") }
      }
      ---
      final class FoldersModel {
        var folders: [CDFolder] = []
        func load(_ context: NSManagedObjectContext) throws {
          folders = try context.↓fetch(CDFolder.fetchRequest())
        }
        var busiest: CDFolder? { folders.max { ($0.notes?.count ?? 0) < ($1.notes?.count ?? 0) } }
      }
      ---
      extension CDFolder {
        var titles: [String] { (notes as? Set<CDNote> ?? []).compactMap(\\.title) }
      }
      func all(_ context: NSManagedObjectContext) throws -> [[String]] {
        try context.fetch(NSFetchRequest<CDFolder>(entityName: "Folder")).map(\\.↓titles)
      }
      """,
    clean: """
      final class NotesController: UITableViewController {
        private var results: NSFetchedResultsController<CDNote>!
        func load(_ context: NSManagedObjectContext) {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.sortDescriptors = [NSSortDescriptor(keyPath: \\CDNote.title, ascending: true)]
          request.relationshipKeyPathsForPrefetching = ["folder"]
          results = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: nil)
          do { try results.performFetch() } catch { show(error) }
        }
        override func tableView(
          _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
          let cell = tableView.dequeueReusableCell(withIdentifier: "note", for: indexPath)
          cell.textLabel?.text = results.object(at: indexPath).folder?.name
          return cell
        }
      }
      ---
      final class NotesController: UITableViewController {
        private var results: NSFetchedResultsController<CDNote>!
        func load(_ context: NSManagedObjectContext) {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.sortDescriptors = [NSSortDescriptor(keyPath: \\CDNote.title, ascending: true)]
          results = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: nil)
          do { try results.performFetch() } catch { show(error) }
        }
        override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
          title = results.object(at: indexPath).folder?.name
        }
      }
      """)

  /// Keys that only the class has, and those of batches.
  static let keys: [RuleExample] = .texts(
    in: code,
    flagged: """
      extension CDNote { @objc var shown: String { title ?? "" } }
      func all(_ context: NSManagedObjectContext) throws -> [CDNote] {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(keyPath: ↓\\CDNote.shown, ascending: true)]
        return try context.fetch(request)
      }
      ---
      enum Filters {
        static func busy(_ date: Date) -> NSPredicate {
          NSPredicate(format: ↓"SUBQUERY(notes, $n, $n.made > %@).@count > 3", date as NSDate)
        }
      }
      func busy(_ context: NSManagedObjectContext) throws -> [CDFolder] {
        let request = NSFetchRequest<CDFolder>(entityName: "Folder")
        request.predicate = Filters.busy(.now)
        return try context.fetch(request)
      }
      ---
      func add(_ titles: [String], _ folder: NSManagedObjectID) -> NSBatchInsertRequest {
        let rows: [[String: Any]] = titles.map { title in
          let row: [String: Any] = ["title": title, ↓"folder": folder]
          return row
        }
        return NSBatchInsertRequest(entityName: "Note", objects: rows)
      }
      ---
      func add(_ titles: [String]) -> NSBatchInsertRequest {
        NSBatchInsertRequest(entityName: "Note", objects: titles.map { [↓"name": $0, "createdAt": Date()] })
      }
      ---
      func add(_ titles: [String]) -> NSBatchInsertRequest {
        var rest = titles
        return NSBatchInsertRequest(entity: CDNote.entity()) { (row: NSMutableDictionary) in
          guard let title = rest.popLast() else { return true }
          row[↓"titel"] = title
          return false
        }
      }
      """,
    clean: """
      func all(_ context: NSManagedObjectContext) throws -> [CDNote] {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(keyPath: \\CDNote.folder?.name, ascending: true)]
        return try context.fetch(request)
      }
      ---
      enum Filters {
        static let full = NSPredicate(format: "SUBQUERY(notes, $n, $n.createdAt != nil).@count > 3")
        static func past(_ date: Date) -> NSPredicate { NSPredicate(format: "made < %@", date as NSDate) }
      }
      func full(_ context: NSManagedObjectContext) throws -> [CDFolder] {
        let request = NSFetchRequest<CDFolder>(entityName: "Folder")
        request.predicate = Filters.full
        return try context.fetch(request)
      }
      ---
      func add(_ titles: [String]) -> NSBatchInsertRequest {
        var rest = titles
        return NSBatchInsertRequest(entityName: "Note", managedObjectHandler: { note in
          guard let title = rest.popLast() else { return true }
          note.setValue(title, forKey: "title")
          return false
        })
      }
      """)

  static let identifiers: [RuleExample] = .texts(
    in: code,
    flagged: """
      func add(_ context: NSManagedObjectContext) throws -> NSManagedObjectID {
        let note = CDNote(context: context)
        let id = note.↓objectID
        try context.save()
        return id
      }
      ---
      func add(_ context: NSManagedObjectContext) throws {
        let note = CDNote(context: context)
        UserDefaults.standard.set(note.↓objectID.uriRepresentation(), forKey: "draft")
        try context.save()
      }
      """,
    clean: """
      func add(_ context: NSManagedObjectContext) throws -> NSManagedObjectID {
        let note = CDNote(context: context)
        try context.obtainPermanentIDs(for: [note])
        return note.objectID
      }
      """)

  static let containers: [RuleExample] = .texts(
    in: code,
    flagged: """
      enum Access {
        static var container: NSPersistentContainer {
          let container = ↓NSPersistentContainer(name: "Notes")
          let description = NSPersistentStoreDescription(url: URL(filePath: "/notes.sqlite"))
          description.shouldAddStoreAsynchronously = false
          container.persistentStoreDescriptions = [description]
          container.loadPersistentStores { _, error in show(error) }
          return container
        }
      }
      ---
      enum Access {
        static var container: NSPersistentContainer {
          let container = ↓NSPersistentContainer(name: "Notes")
          container.viewContext.automaticallyMergesChangesFromParent = true
          return container
        }
      }
      """,
    clean: """
      enum Access {
        private static var kept: NSPersistentContainer?
        static var container: NSPersistentContainer {
          if let kept { return kept }
          let made = NSPersistentContainer(name: "Notes")
          kept = made
          return made
        }
        static var preview: NSPersistentContainer { NSPersistentContainer(name: "Notes") }
      }
      """)
}
