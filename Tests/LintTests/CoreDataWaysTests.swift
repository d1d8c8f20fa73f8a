import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint

/// Ways in which code around Core Data goes wrong by what stands elsewhere, and those in which it only looks
/// so.
@Suite struct CoreDataWaysTests {
  typealias Shape = RuleShape

  @Test(arguments: mistakes) func mistakesAreNamed(_ shape: Shape) throws {
    let (places, marks) = try shape.found()
    #expect(places == marks && !marks.isEmpty)
  }

  @Test(arguments: sound) func soundCodeIsLeftAlone(_ shape: Shape) throws {
    #expect(try shape.found().places == [])
  }

  private static let stack = """
    // file: Stack.swift
    import CoreData
    final class Stack {
      static let shared = Stack()
      let container = NSPersistentContainer(name: "Notes")
      var viewContext: NSManagedObjectContext { container.viewContext }
      func newWriter() -> NSManagedObjectContext {
        let context = container.newBackgroundContext()
        context.name = "writer"
        return context
      }
    }
    """

  private static let mistakes: [Shape] = [
    Shape(
      "context-outside-perform",
      """
      func add(_ titles: [String]) throws {
        let writer = Stack.shared.newWriter()
        for title in titles { CDNote(context: ↓writer).title = title }
        try writer.save()
      }
      final class Importer {
        private let stack: Stack
        private lazy var worker = stack.newWriter()
        init(_ stack: Stack) { self.stack = stack }
        func clear() throws { try ↓worker.fetch(CDNote.fetchRequest()).forEach(worker.delete) }
      }
      \(stack)
      """),
    Shape(
      "context-across-tasks",
      """
      struct Finder {
        let container: NSPersistentContainer
        func folder(_ name: String, context: NSManagedObjectContext = Stack.shared.viewContext) throws -> CDFolder? {
          let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
          request.predicate = NSPredicate(format: "name == %@", name)
          request.fetchLimit = 1
          return try context.fetch(request).first
        }
        func notes(in context: NSManagedObjectContext? = nil) throws -> Int {
          let context = context ?? container.viewContext
          return try context.count(for: CDNote.fetchRequest())
        }
        func add(_ title: String) async throws {
          let background = container.newBackgroundContext()
          try await background.perform {
            let note = CDNote(context: background)
            note.title = "\\(title) \\(try self.↓notes())"
            note.folder = try self.↓folder("new")
            try background.save()
          }
        }
      }
      \(stack)
      """),
    Shape(
      "fetch-without-limit",
      """
      func any(_ text: String, _ context: NSManagedObjectContext) throws -> CDNote? {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title CONTAINS[cd] %@", text)
        let found = try context.↓fetch(request)
        if found.count > 0 { return found.first! }
        return nil
      }
      func newest(named title: String, _ context: NSManagedObjectContext) throws -> CDFolder? {
        let request = NSFetchRequest<CDFolder>(entityName: "Folder")
        request.predicate = NSPredicate(format: "name ==[c] %@", title)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
        let found = try context.↓fetch(request)
        return found.first
      }
      """),
    Shape(
      "unknown-key",
      """
      func notes(where key: String, is value: Int, _ context: NSManagedObjectContext) throws -> [CDNote] {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: ↓"%@ == %d", key, value)
        return try context.fetch(request)
      }
      func named(_ name: String, _ context: NSManagedObjectContext) throws -> [CDFolder] {
        let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
        request.predicate = NSPredicate(format: ↓"(%@ != '')", #keyPath(CDFolder.name))
        return try context.fetch(request)
      }
      """),
    Shape(
      "deleted-one-by-one",
      """
      func clear(_ context: NSManagedObjectContext) throws {
        let all = try context.↓fetch(NSFetchRequest<NSFetchRequestResult>(entityName: "Note"))
        all.forEach { if let note = $0 as? NSManagedObject { context.delete(note) } }
        let notes = try context.↓fetch(NSFetchRequest<CDNote>(entityName: "Note"))
        for place in 0..<notes.count { context.delete(notes[place]) }
        let rows = try context.↓fetch(NSFetchRequest<NSFetchRequestResult>(entityName: "Note"))
        for row in rows {
          let note = row as! CDNote
          context.delete(note)
        }
      }
      """),
    Shape(
      "order-of-to-many",
      """
      final class NotesController {
        var folder: CDFolder!
        private var rows: [CDNote] = []
        func load() { rows = folder.notes?.allObjects as? [CDNote] ?? [] }
        func title(at indexPath: IndexPath) -> String? { rows↓[indexPath.row].title }
      }
      """),
  ]

  private static let sound: [Shape] = [
    Shape(
      "unsaved-context",
      """
      final class Seeder {
        private let stack: Stack
        init(_ stack: Stack) { self.stack = stack }
        func fill(_ titles: [String]) {
          let writer = stack.newWriter()
          writer.perform {
            for title in titles { CDNote(context: writer).title = title }
            self.finish(writer)
          }
        }
        private func finish(_ context: NSManagedObjectContext) { do { try context.save() } catch { print(error) } }
      }
      \(stack)
      """),
    Shape(
      "context-across-tasks",
      """
      struct Finder {
        let container: NSPersistentContainer
        func notes(in context: NSManagedObjectContext? = nil) throws -> Int {
          let context = context ?? container.viewContext
          return try context.count(for: CDNote.fetchRequest())
        }
        func add(_ title: String) async throws {
          let background = container.newBackgroundContext()
          try await background.perform {
            CDNote(context: background).title = "\\(title) \\(try self.notes(in: background))"
            try background.save()
          }
        }
        func show() throws { print(try notes()) }
      }
      """),
    Shape(
      "fetch-without-limit",
      """
      func folder(_ name: String, _ context: NSManagedObjectContext) throws -> CDFolder? {
        let request = NSFetchRequest<CDFolder>(entityName: "Folder")
        request.predicate = NSPredicate(format: "name == %@", name)
        let found = try context.fetch(request)
        if found.count > 0 { return found.first! }
        return nil
      }
      func notes(_ text: String, _ context: NSManagedObjectContext) throws -> (CDNote?, Int) {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title CONTAINS %@", text)
        let found = try context.fetch(request)
        return (found.first, found.count)
      }
      """),
    Shape(
      "unknown-key",
      """
      func notes(_ key: String, _ text: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "%@ == '' OR title == %@", key, text)
        return try context.fetch(request)
      }
      func folders(_ key: String, _ context: NSManagedObjectContext) throws -> [CDFolder] {
        let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
        request.predicate = NSPredicate(format: "%@ == name AND %K != %@", key, key, "a")
        return try context.fetch(request)
      }
      """),
    Shape(
      "order-of-to-many",
      """
      final class NotesController {
        var folder: CDFolder!
        private var rows: [CDNote] = []
        private var others: [CDNote] = []
        func load() {
          rows = folder.notes?.allObjects as? [CDNote] ?? []
          rows.sort { ($0.title ?? "") < ($1.title ?? "") }
          others = try! folder.managedObjectContext!.fetch(CDNote.fetchRequest())
        }
        func title(at indexPath: IndexPath) -> String? { rows[indexPath.row].title ?? others[indexPath.row].title }
      }
      """),
    // What no store knows needs no save.
    Shape(
      "unsaved-context",
      """
      func watch(_ name: String, _ container: NSPersistentContainer, _ watcher: NSObject) {
        container.performBackgroundTask { context in
          let request = NSFetchRequest<CDFolder>(entityName: "Folder")
          request.predicate = NSPredicate(format: "name == %@", name)
          let folder = try? context.fetch(request).first
          folder?.watcher = watcher
          print(folder?.name ?? "")
        }
      }
      // file: Folder.swift
      import CoreData
      @objc(CDFolder) final class CDFolder: NSManagedObject {
        @NSManaged var name: String?
        weak var watcher: NSObject? { didSet { print("watched") } }
      }
      """),
    Shape(
      "deleted-one-by-one",
      """
      func clear(_ kept: CDNote, _ context: NSManagedObjectContext) throws {
        let rows = try context.fetch(NSFetchRequest<NSFetchRequestResult>(entityName: "Note"))
        for row in rows {
          guard let note = row as? CDNote, note != kept else { continue }
          context.delete(note)
        }
        let notes = try context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))
        for place in 0..<notes.count { context.delete(notes[place]); print(notes[place].title ?? "") }
      }
      func empty(_ context: NSManagedObjectContext) throws {
        let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
        for folder in try context.fetch(request) { context.delete(folder) }
      }
      """),
  ]
}
