import Foundation
import Testing

@testable import DoctorCLI
@testable import Lint

/// Loops that all lead to one function, and those that call many of one kind, are said once.
@Suite struct LoopCauseTests {
  private static let model = """
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Tag" representedClassName="Tag"><attribute name="name" optional="YES" attributeType="String"/></entity>
    <entity name="Place" representedClassName="Place"><attribute name="name" optional="YES" attributeType="String"/></entity>
    </model>
    """

  private static func importer(_ number: Int) -> String {
    """
    import CoreData
    struct Importer\(number) {
      func take(_ names: [String], _ context: NSManagedObjectContext) throws {
        for name in names { print(try Keeper.\(number % 2 == 0 ? "find" : "make")(name, context) as Any) }
      }
    }
    """
  }

  private static let keeper = """
    import CoreData
    enum Keeper {
      static func find(_ name: String, _ context: NSManagedObjectContext) throws -> Tag? {
        let request: NSFetchRequest<Tag> = NSFetchRequest(entityName: "Tag")
        request.predicate = NSPredicate(format: "name == %@", name)
        return try context.fetch(request).last
      }
      static func make(_ name: String, _ context: NSManagedObjectContext) throws -> Tag {
        try find(name, context) ?? Tag(context: context)
      }
    }
    """

  private func folder(_ count: Int, keeper: String = keeper) throws -> LintFolder {
    var files = ["Tags.xcdatamodeld/Tags.xcdatamodel/contents": Self.model, "Keeper.swift": keeper]
    for number in 0..<count { files["Importer\(number).swift"] = Self.importer(number) }
    return try LintFolder(files)
  }

  @Test func manyLoopsAreSaidAtTheFunctionThatTheyLeadTo() throws {
    let folder = try folder(5)
    let text = folder.run("lint {}").text
    #expect(text.components(separatedBy: "[fetch-in-loop]").count == 2, "\(text)")
    #expect(
      text.contains(
        "Keeper.swift:3:15: warning: 'find' makes one fetch each time, and loops call it in 5 places"
      ))
    for number in 0..<5 { #expect(text.contains("Importer\(number).swift:4"), "\(text)") }
    // Who accepts it at the function accepts all of them; a baseline knows each.
    try folder.write(
      "Keeper.swift",
      Self.keeper.replacing(
        "  static func find",
        with: "  // storedoctor:ignore[fetch-in-loop] a handful of tags\n  static func find"))
    let rest = folder.run("lint {}").text
    #expect(!rest.contains("[fetch-in-loop]") && !rest.contains("[unused-suppression]"), "\(rest)")
  }

  /// What is counted are places, and not the calls that stand in one of them.
  @Test func callsOfOneLineAreOnePlace() throws {
    let folder = try folder(3)
    try folder.write(
      "Importer0.swift",
      Self.importer(0).replacing("find(name", with: "find(name, context), try Keeper.find(name"))
    let text = folder.run("lint {}").text
    #expect(!text.contains("places"), "\(text)")
  }

  @Test func fewLoopsAreSaidByTheFirst() throws {
    let text = try folder(2).run("lint {}").text
    #expect(
      text.contains(
        "'find' makes one fetch for every element of 'names'; likewise Importer1.swift:4"),
      "\(text)")
    #expect(text.contains("asks in: ") && text.contains("Keeper.swift:3:15: 'find'"), "\(text)")
  }

  @Test func functionsOfOneNameAreOneHabit() throws {
    var files = ["Tags.xcdatamodeld/Tags.xcdatamodel/contents": Self.model]
    for number in 0..<5 {
      files["Keeper\(number).swift"] = """
        import CoreData
        enum Keeper\(number) {
          static func save(_ name: String, _ context: NSManagedObjectContext) throws {
            let request: NSFetchRequest<Place> = NSFetchRequest(entityName: "Place")
            request.predicate = NSPredicate(format: "name == %@", name)
            if try context.fetch(request).isEmpty { Place(context: context).name = name }
          }
          static func all(_ names: [String], _ context: NSManagedObjectContext) throws {
            for name in names { try save(name, context) }
          }
        }
        """
    }
    let text = try LintFolder(files).run("lint {}").text
    #expect(text.components(separatedBy: "[fetch-in-loop]").count == 2, "\(text)")
    #expect(text.contains("of 'names'; likewise Keeper1.swift:9, Keeper2.swift:9"), "\(text)")
  }

  /// Objects that become plain values while the closure runs leave no queue.
  @Test func objectsThatAreMappedAtOnceStayOnTheirQueue() throws {
    func folder(_ use: String) throws -> LintFolder {
      try LintFolder([
        "Tags.xcdatamodeld/Tags.xcdatamodel/contents": Self.model,
        "Store.swift": """
        import CoreData
        final class Store {
          let container: NSPersistentContainer
          init(_ container: NSPersistentContainer) { self.container = container }
          func tags(_ completion: @escaping ([Tag]) -> Void) {
            container.performBackgroundTask { context in
              let found = (try? context.fetch(NSFetchRequest<Tag>(entityName: "Tag"))) ?? []
              completion(found)
            }
          }
        }
        """,
        "Model.swift": """
        struct Row { let name: String; init(_ tag: Tag) { name = tag.name ?? "" } }
        final class Model {
          let store: Store
          var tags: [Tag] = []
          init(_ store: Store) { self.store = store }
          func load(_ done: @escaping ([Row]) -> Void, _ keep: @escaping ([Tag]) -> Void) {
            store.tags { found in \(use) }
          }
        }
        """,
      ])
    }
    func isSaid(_ use: String) throws -> Bool {
      try folder(use).run("lint {}").text.contains("is given to 'completion' by a background task")
    }
    #expect(try !isSaid("done(found.map { Row($0) })"))
    #expect(
      try !isSaid("var rows: [Row] = []; for tag in found { rows.append(Row(tag)) }; done(rows)"))
    #expect(try isSaid("self.tags = found"))
    #expect(try isSaid("keep(found)"))
    #expect(try isSaid("DispatchQueue.main.async { done(found.map { Row($0) }) }"))
    #expect(try isSaid("keep(found.filter { $0.name != nil })"))
  }
}
