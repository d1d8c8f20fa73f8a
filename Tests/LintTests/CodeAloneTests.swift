import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint
@testable import StoreDoctor

/// Code around Core Data without the model file beside it: its classes are known by what is said of them,
/// and nothing is claimed of properties that nobody has seen.
@Suite struct CodeAloneTests {
  private func found(_ files: [String: String]) -> [String] {
    var input = LintInput(files: files.map { SourceFile(path: $0.key, text: $0.value) })
    input.files.sort { $0.path < $1.path }
    return Linter().lint(input).map { "\($0.rule) \($0.location?.line ?? 0)" }
  }

  @Test func objectsThatLeaveAnActorAreKnown() {
    let shelf = """
      import CoreData
      actor Shelf {
        let context: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }
        func trips() async throws -> [Trip] {
          try await context.perform { [context] in try context.fetch(Trip.fetchRequest()) }
        }
        func count() async throws -> Int {
          try await context.perform { [context] in try context.count(for: Trip.fetchRequest()) }
        }
      }
      """
    let screen = """
      @MainActor final class Screen {
        let shelf: Shelf
        init(_ shelf: Shelf) { self.shelf = shelf }
        func show() async throws { print(try await shelf.trips(), try await shelf.count()) }
      }
      """
    #expect(found(["Shelf.swift": shelf, "Screen.swift": screen]) == ["model-across-actors 4"])
  }

  /// What a context deletes is the class that is written behind that name, unless that is a plain value.
  @Test(arguments: ["String", "Int", "[String: Int]", "URLRequest", "Set<String>"])
  func plainValuesAreNoModels(_ type: String) {
    func text(_ written: String) -> String {
      """
      import CoreData
      actor Shelf {
        func all() async throws -> [\(type)] { [] }
        func trips() async throws -> [Trip] { [] }
      }
      func drop(_ context: NSManagedObjectContext, _ rows: [NSManagedObject]) {
        for row in rows { context.delete(row) }
      }
      func save(row: \(written)) {}
      func show(_ shelf: Shelf) async throws {
        print(try await shelf.all())
        print(try await shelf.trips())
      }
      """
    }
    #expect(found(["Shelf.swift": text(type)]) == [])
    #expect(
      found(["Shelf.swift": text("Trip")]).filter { $0.hasPrefix("model-across") }
        == ["model-across-actors 12"])
  }

  @Test func whatAdoptersReadOfDeletedObjectsIsSeen() {
    let remover = """
      import CoreData
      protocol Telling { func gone(_ trip: Trip) }
      struct Remover {
        let context: NSManagedObjectContext
        let teller: any Telling
        func remove(_ trip: Trip) throws {
          context.delete(trip)
          try context.save()
          teller.gone(trip)
        }
      }
      """
    #expect(
      found([
        "Remover.swift": remover,
        "Mail.swift": "struct Mail: Telling { func gone(_ trip: Trip) { print(trip.title) } }",
      ]) == ["deleted-object-used 9"])
    #expect(
      found([
        "Remover.swift": remover,
        "Mail.swift": "struct Mail: Telling { func gone(_ trip: Trip) { print(trip.objectID) } }",
      ]) == [])
  }

  @Test func otherTypesAreNoEntities() {
    let text = """
      import CoreData
      struct Exporter {
        let context: NSManagedObjectContext
        func all<Row: NSManagedObject>(_ type: Row.Type) throws -> [Row] {
          try context.fetch(NSFetchRequest<Row>(entityName: "Row"))
        }
      }
      struct Screen {
        func keep(_ context: NSManagedObjectContext) -> [String: URL] {
          let exporter = Exporter(context: context)
          let request = NSFetchRequest<NSManagedObject>(entityName: "Anything")
          request.predicate = NSPredicate(format: "nothing == 1")
          request.sortDescriptors = [NSSortDescriptor(key: "unheardOf", ascending: true)]
          print(exporter, request)
          return [:]
        }
      }
      """
    #expect(found(["Export.swift": text]) == [])
  }
}
