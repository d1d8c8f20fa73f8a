import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint

/// Shapes that code of apps around Core Data has, and what one rule says of each.
@Suite struct CoreDataAppTests {
  @Test(arguments: shapes) func aShapeIsRead(_ shape: RuleShape) throws {
    let (places, marks) = try shape.found()
    #expect(places == marks, "\(shape.text)")
  }

  private static let shapes: [RuleShape] = [
    // The function calls the closure inside of 'perform'.
    RuleShape(
      "context-outside-perform",
      """
      extension CDNote {
        static func load(_ context: NSManagedObjectContext, done: @escaping ([CDNote]) -> Void) {
          DispatchQueue.global().async { context.perform { done([]) } }
        }
      }
      func refresh(_ container: NSPersistentContainer) {
        let worker = container.newBackgroundContext()
        CDNote.load(worker) { notes in
          CDNote(context: worker).title = "\\(notes.count)"
          try? worker.save()
        }
      }
      """),
    RuleShape(
      "context-outside-perform",
      """
      extension CDNote {
        static func load(_ context: NSManagedObjectContext, done: @escaping ([CDNote]) -> Void) {
          DispatchQueue.global().async { done([]) }
        }
      }
      func refresh(_ container: NSPersistentContainer) {
        let worker = container.newBackgroundContext()
        CDNote.load(worker) { notes in
          CDNote(context: ↓worker).title = "\\(notes.count)"
          try? worker.save()
        }
      }
      """),
    RuleShape(
      "context-outside-perform",
      """
      func refresh(_ container: NSPersistentContainer) {
        let worker = container.newBackgroundContext()
        NoteLoader.load(from: "a", in: worker) { count in
          CDNote(context: worker).title = "\\(count)"
          try? worker.save()
        }
      }
      // file: NoteLoader.swift
      import CoreData
      enum NoteLoader {
        static func load(
          from place: String, in context: NSManagedObjectContext, done: @escaping (Int) -> Void
        ) {
          let group = DispatchGroup()
          group.notify(queue: .global()) { context.perform { done(1) } }
        }
      }
      """),
    RuleShape(
      "relationship-as-text",
      """
      final class Shelf {
        let folder: CDFolder
        init(folder: CDFolder) { self.folder = folder }
        func notes(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: ↓"folder == %@", self.folder.name!)
          return try context.fetch(request)
        }
        func same(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(
            format: ↓"%K = %@", #keyPath(CDNote.folder), folder.name ?? "")
          return try context.fetch(request)
        }
        func right(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(
            format: "%K == %@ AND %K == %@", #keyPath(CDNote.folder), folder,
            #keyPath(CDNote.title), folder.name ?? "")
          return try context.fetch(request)
        }
      }
      """),
    RuleShape(
      "section-not-sorted",
      """
      func results(
        _ byName: Bool, _ context: NSManagedObjectContext
      ) -> NSFetchedResultsController<CDNote> {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: true)]
        var section = "title"
        if !byName { section = "createdAt" }
        return NSFetchedResultsController(
          fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: section,
          cacheName: nil)
      }
      """),
    // Each turn sends a request, beside which a fetch is nothing.
    RuleShape(
      "fetch-in-loop",
      """
      func upload(_ names: [String], _ context: NSManagedObjectContext, _ client: APIClient) throws {
        for name in names {
          let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
          request.predicate = NSPredicate(format: "name == %@", name)
          guard let folder = try context.fetch(request).first else { continue }
          client.post(folder.name ?? "") { result in print(result) }
        }
      }
      final class APIClient {
        func post(_ name: String, done: @escaping (Bool) -> Void) { done(true) }
      }
      """),
    RuleShape(
      "filtered-in-memory",
      """
      func done(_ context: NSManagedObjectContext) throws -> [CDTask] {
        let request: NSFetchRequest<CDTask> = CDTask.fetchRequest()
        return try context.↓fetch(request).filter(\\.isDone)
      }
      // file: Tasks.xcdatamodeld/Tasks.xcdatamodel/contents
      <model type="com.apple.IDECoreDataModeler.DataModel">
      <entity name="Task" representedClassName="CDTask">
      <attribute name="isDone" attributeType="Boolean" usesScalarValueType="YES" defaultValueString="NO"/>
      </entity>
      </model>
      """),
    // An earlier block of the same context has given the variable its object.
    RuleShape(
      "context-across-tasks",
      """
      func add(_ title: String, _ container: NSPersistentContainer, _ link: Link) {
        let worker = container.newBackgroundContext()
        worker.perform {
          let note: CDNote
          if let known = (try? worker.fetch(CDNote.fetchRequest()))?.first {
            note = known
          } else {
            note = CDNote(context: worker)
          }
          link.send(title) { _ in
            worker.perform {
              note.title = title
              try? worker.save()
            }
          }
        }
      }
      final class Link { func send(_ text: String, done: @escaping (Bool) -> Void) { done(true) } }
      """),
    // Several objects of one block are one place to mend.
    RuleShape(
      "context-across-tasks",
      """
      func show(_ note: CDNote, in folder: CDFolder) {
        DispatchQueue.global().async { print(↓note.title ?? "", folder.name ?? "") }
      }
      """),
    // Whoever is given the object may save it.
    RuleShape(
      "unsaved-context",
      """
      func close(
        _ id: NSManagedObjectID, _ container: NSPersistentContainer,
        _ done: @escaping (Result<CDNote, Error>) -> Void
      ) {
        container.performBackgroundTask { context in
          let note = context.object(with: id) as! CDNote
          note.title = nil
          done(.success(note))
        }
      }
      """),
    // One object is asked for, whatever it leads to.
    RuleShape(
      "core-data-n-plus-one",
      """
      func page(_ id: UUID, _ context: NSManagedObjectContext) -> CDPage? {
        let request = NSFetchRequest<CDPage>(entityName: "Page")
        request.predicate = NSPredicate(format: "%K == %@", #keyPath(CDPage.uuid), id as NSUUID)
        let found = (try? context.fetch(request)) ?? []
        return found.sorted { ($0.lines?.count ?? 0) > ($1.lines?.count ?? 0) }.first
      }
      // file: Pages.xcdatamodeld/Pages.xcdatamodel/contents
      <model type="com.apple.IDECoreDataModeler.DataModel">
      <entity name="Page" representedClassName="CDPage">
      <attribute name="uuid" optional="YES" attributeType="UUID"/>
      <relationship name="lines" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Line" inverseName="page" inverseEntity="Page"/>
      </entity>
      <entity name="Line" representedClassName="CDLine">
      <relationship name="page" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Page" inverseName="lines" inverseEntity="Page"/>
      </entity>
      </model>
      """),
    // All of them lead to the one object that the request names.
    RuleShape(
      "core-data-n-plus-one",
      """
      func show(_ folder: CDFolder, _ before: NSDate, _ context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "createdAt < %@ AND folder == %@", before, folder)
        for note in try context.fetch(request) { print(note.folder?.name ?? "") }
      }
      """),
    RuleShape(
      "core-data-n-plus-one",
      """
      func show(_ before: NSDate, _ context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "createdAt < %@ AND title == %@", before, "")
        for note in try context.fetch(request) { print(note.folder?.↓name ?? "") }
      }
      """),
    // From a folder to the one around it, the way is short.
    RuleShape(
      "save-in-loop",
      """
      final class CDTree: NSManagedObject { @NSManaged var parent: CDTree? }
      func prune(_ tree: CDTree, _ context: NSManagedObjectContext) {
        var current: CDTree? = tree
        while let node = current {
          let parent = node.parent
          context.delete(node)
          try? context.save()
          current = parent
        }
      }
      """),
    RuleShape(
      "save-in-loop",
      """
      struct Chosen: View {
        let notes: Set<CDNote>
        let recent: [CDNote]
        let context: NSManagedObjectContext
        var body: some View {
          Button("Empty") { for note in notes { empty(note) } }
          Button("All") { for note in recent { ↓empty(note) } }
        }
        func empty(_ note: CDNote) {
          note.title = nil
          try? context.save()
        }
      }
      """),
  ]

  /// A class that inherits from one of the app's screens may stand in a storyboard alone.
  @Test func whatAStoryboardMayNameIsCalled() throws {
    for (base, isCalled) in [("UIViewController", true), ("Sorter", false)] {
      let text = """
        // file: App.swift
        import UIKit
        @main final class AppDelegate: UIResponder, UIApplicationDelegate {}
        // file: Screen.swift
        import UIKit
        class Screen: \(base) {}
        // file: NotesScreen.swift
        import CoreData
        final class NotesScreen: Screen {
          func folders(_ names: [String], _ context: NSManagedObjectContext) throws -> Int {
            var count = 0
            for name in names {
              let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
              request.predicate = NSPredicate(format: "name == %@", name)
              count += try context.fetch(request).isEmpty ? 0 : 1
            }
            return count
          }
          func show(_ context: NSManagedObjectContext) { print((try? folders([], context)) ?? 0) }
          func viewDidLoad(_ context: NSManagedObjectContext) { show(context); viewDidLoad(context) }
        }
        // file: Sorter.swift
        class Sorter {}

        """ + (0..<20).map { "// file: Part\($0).swift\nenum Part\($0) {}\n" }.joined()
      let example = RuleExample(
        isFlagged: true, text: CoreDataText.code("") + "\n" + text, settings: nil)
      let found = try ExampleText(example).lint().filter { $0.rule == "fetch-in-loop" }
      #expect(found.count == (isCalled ? 1 : 0), "\(base)")
    }
  }
}
