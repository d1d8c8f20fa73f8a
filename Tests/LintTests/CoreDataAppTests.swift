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
        """
      let example = RuleExample(
        isFlagged: true, text: CoreDataText.code("") + "\n" + text, settings: nil)
      let found = try ExampleText(example).lint().filter { $0.rule == "fetch-in-loop" }
      #expect(found.count == (isCalled ? 1 : 0), "\(base)")
    }
  }
}
