import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint

/// The rules know contexts by what Swift 2 called their methods, too.
@Suite struct OldSwiftTests {
  @Test(
    arguments: [
      (
        "fetch-in-loop",
        """
        func add(names: [String], context: NSManagedObjectContext) {
          for name in names {
            let request = NSFetchRequest(entityName: "Note")
            request.predicate = NSPredicate(format: "title == %@", name)
            let found = try! context.↓executeFetchRequest(request)
            print(found)
          }
        }
        """
      ),
      (
        "whole-rows-for-count",
        """
        func number(context: NSManagedObjectContext) throws -> Int {
          let request = NSFetchRequest(entityName: "Note")
          return try context.↓executeFetchRequest(request).count
        }
        """
      ),
      (
        "deleted-object-used",
        """
        class Screen: UIViewController {
          var context: NSManagedObjectContext!
          var note: CDNote!
          func remove() {
            context.deleteObject(self.note)
            (UIApplication.sharedApplication().delegate as! AppDelegate).saveContext()
            print(self.note.↓title)
          }
        }
        """
      ),
      (
        "context-across-tasks",
        """
        class Screen: UIViewController {
          var context: NSManagedObjectContext!
          func later() {
            dispatch_async(dispatch_get_global_queue(QOS_CLASS_BACKGROUND, 0)) {
              print(try? ↓self.context.executeFetchRequest(NSFetchRequest(entityName: "Note")))
            }
          }
        }
        """
      ),
      (
        "context-outside-perform",
        """
        func work() throws {
          let worker = NSManagedObjectContext(concurrencyType: .PrivateQueueConcurrencyType)
          worker.performBlockAndWait { worker.reset() }
          print(try ↓worker.executeFetchRequest(NSFetchRequest(entityName: "Note")))
        }
        """
      ),
      (
        "unknown-entity-name",
        """
        func add(context: NSManagedObjectContext) {
          NSEntityDescription.insertNewObjectForEntityForName(↓"Nota", inManagedObjectContext: context)
        }
        """
      ),
    ])
  func mistakesAreNamed(_ rule: String, _ text: String) throws {
    let parsed = ExampleText(.flagged(CoreDataText.code(text)))
    let found = try parsed.lint().filter { $0.rule == rule }.compactMap { $0.location?.line }
    #expect(found == parsed.marks.compactMap(\.line))
  }
}
