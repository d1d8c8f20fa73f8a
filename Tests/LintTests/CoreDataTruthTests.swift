import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint

/// Code around Core Data that is right, and looks like a mistake until one reads what it names.
@Suite struct CoreDataTruthTests {
  private func check(_ text: String, _ rule: String) throws {
    let example = RuleExample(isFlagged: true, text: CoreDataText.code(text), settings: nil)
    let parsed = ExampleText(example)
    let places = try parsed.lint().filter { $0.rule == rule }.map(\.location)
    #expect(places == parsed.marks, "\(text)")
  }

  @Test func aRequestIsOfTheFunctionThatTheLabelsName() throws {
    let makers = """
      enum Requests {
        static func notes(in folder: String, limit: Int = 5) -> NSFetchRequest<CDNote> {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
          return request
        }
        static func notes(named name: String) -> NSFetchRequest<CDNote> {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: "title == %@", name)
          return request
        }
        static func recent() -> NSFetchRequest<CDNote> {
          let request = base()
          request.fetchLimit = 3
          return request
        }
        static func base() -> NSFetchRequest<CDNote> {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
          return request
        }
      }
      """
    func controller(_ request: String) -> String {
      """
      func results(_ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
        NSFetchedResultsController(
          fetchRequest: \(request), managedObjectContext: context, sectionNameKeyPath: nil,
          cacheName: nil)
      }
      \(makers)
      """
    }
    let rule = "fetched-results-without-sort"
    try check(controller("Requests.notes(in: \"a\")"), rule)
    try check(controller("Requests.notes(in: \"a\", limit: 2)"), rule)
    try check(controller("Requests.recent()"), rule)
    try check(controller("↓Requests.notes(named: \"a\")"), rule)
  }

  @Test func aTypeOfTheAppHidesTheFrameworks() throws {
    for type in ["final class URL {}", "struct URL {}", "typealias URL = CDNote"] {
      try check(
        "\(type)\nfinal class CDFolder: NSManagedObject { @NSManaged var name: URL }",
        "managed-property-type")
    }
    // Inside of another type it hides nothing here.
    try check(
      """
      enum Web { struct URL {} }
      final class CDFolder: NSManagedObject { @NSManaged var ↓name: URL }
      """, "managed-property-type")
  }

  @Test func aWrapperOfPerformIsPerform() throws {
    try check(
      """
      func rename(_ container: NSPersistentContainer, _ id: NSManagedObjectID) async throws {
        let writer = container.newBackgroundContext()
        try await writer.performSafely { (writer.object(with: id) as? CDNote)?.title = "new" }
      }
      """, "context-outside-perform")
    try check(
      """
      func rename(_ container: NSPersistentContainer, _ id: NSManagedObjectID) async throws {
        let writer = container.newBackgroundContext()
        try await Queue.main.performSafely { (↓writer.object(with: id) as? CDNote)?.title = "new" }
      }
      """, "context-outside-perform")
  }

  @Test func aContextThatMayBeTheMainOneIsNotABackgroundOne() throws {
    func keeper(_ second: String, _ mark: String) -> String {
      """
      final class Keeper {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        lazy var context: NSManagedObjectContext = {
          if Bundle.main.isExtension { return container.newBackgroundContext() }
          return \(second)
        }()
        func notes() throws -> [CDNote] { try \(mark)context.fetch(CDNote.fetchRequest()) }
      }
      """
    }
    try check(keeper("self.container.viewContext", ""), "context-outside-perform")
    try check(keeper("container.newBackgroundContext()", "↓"), "context-outside-perform")
  }

  @Test func whatStaysOnItsQueueMayBeAList() throws {
    func reader(_ use: String, mark: String = "") -> String {
      """
      func read(_ container: NSPersistentContainer) async {
        let context = container.newBackgroundContext()
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        if let notes = (await context.perform { \(mark)try? context.fetch(request) }) {
          \(use)
        }
      }
      """
    }
    let rule = "context-across-tasks"
    try check(reader("await context.perform { print(notes.map(\\.title)) }"), rule)
    try check(reader("print(notes.map(\\.title))", mark: "↓"), rule)
  }

  @Test func anotherNameInATypeIsAnotherType() throws {
    func starter(_ alias: String, _ mark: String) -> String {
      """
      struct Reply { struct CDNote { var title = "" } }
      final class Starter {
        \(alias)
        func start(_ note: CDNote) async {
          await withTaskGroup(of: Void.self) { group in
            group.addTask { print(\(mark)note.title as Any) }
          }
        }
      }
      """
    }
    try check(starter("typealias CDNote = Reply.CDNote", ""), "context-across-tasks")
    try check(starter("typealias Other = Reply.CDNote", "↓"), "context-across-tasks")
  }
}

/// Failures that code puts away before it acts on them.
@Suite struct KeptFailureTests {
  private func places(_ text: String, _ rule: String) throws {
    let example = RuleExample(isFlagged: true, text: CoreDataText.code(text), settings: nil)
    let parsed = ExampleText(example)
    let places = try parsed.lint().filter { $0.rule == rule }.map(\.location)
    #expect(places == parsed.marks, "\(text)")
  }

  @Test func anErrorInAVariableIsStillTheErrorOfTheStore() throws {
    func opening(_ use: String) -> String {
      """
      func open(_ container: NSPersistentContainer, _ url: URL) {
        var problem: (any Error)?
        container.loadPersistentStores { _, error in
          if let error { problem = error }
        }
        \(use)
      }
      """
    }
    let stop = "fatal-error-on-container-failure"
    try places(opening("if let problem { ↓fatalError(\"\\(problem)\") }"), stop)
    try places(opening("if let problem = problem as NSError? { print(problem); ↓abort() }"), stop)
    try places(opening("guard problem == nil else { ↓fatalError() }"), stop)
    try places(
      opening(
        "if let problem = problem as NSError? { switch problem.code { case 1: print(1)\n default: ↓fatalError() } }"
      ), stop)
    // The other branch, and another variable.
    try places(opening("if problem == nil { exit(0) }"), stop)
    try places(opening("let error = check(); if let error { fatalError(\"\\(error)\") }"), stop)
    try places(
      opening("if problem != nil { try? FileManager.default.↓removeItem(at: url) }"),
      "store-deleted-on-failure")
  }

  @Test func aStoreThatIsNilIsAFailure() throws {
    func opening(_ use: String) -> String {
      """
      func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) {
        var store: NSPersistentStore?
        do {
          store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [NSMigratePersistentStoresAutomaticallyOption: true,
              NSInferMappingModelAutomaticallyOption: true])
        } catch {
          store = nil
          print(error)
        }
        \(use)
      }
      """
    }
    let stop = "fatal-error-on-container-failure"
    try places(opening("if store == nil { print(\"no store\"); ↓abort() }"), stop)
    try places(opening("guard let store else { ↓fatalError() }\n  print(store)"), stop)
    try places(opening("if store != nil { exit(0) }"), stop)
  }

  @Test func aSaveBehindAFunctionIsASave() throws {
    let stack = """
      final class Stack {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        func saveAll() throws { if context.hasChanges { try context.save() } }
        func saveToFile(_ name: String) throws { try name.write(toFile: name, atomically: true, encoding: .utf8) }
      }
      extension NSManagedObjectContext {
        func saveOrUndo() throws { do { try save() } catch { rollback(); throw error } }
      }
      """
    try places(
      """
      func keep(_ stack: Stack, _ context: NSManagedObjectContext) {
        try? stack.↓saveAll()
        try? context.↓saveOrUndo()
        try? stack.saveToFile("a")
        if (try? stack.saveAll()) == nil { print("not saved") }
        do { try stack.saveAll() } catch { print(error) }
      }
      \(stack)
      """, "swallowed-store-error")
  }

  /// A class may be called in Swift as an old version's class was: `@objc(Thread) class AwfulThread`.
  @Test func classesOfOldVersionsTellNoKeys() throws {
    func version(_ name: String, _ type: String, _ key: String) -> String {
      """
      // file: M.xcdatamodeld/\(name).xcdatamodel/contents
      <model type="com.apple.IDECoreDataModeler.DataModel">
      <entity name="\(type)" representedClassName="\(type)">
        <attribute name="\(key)" optional="YES" attributeType="String"/>
      </entity>
      </model>
      """
    }
    func lint(_ newest: String) throws -> [String] {
      try ExampleText(
        .clean(
          """
          // file: Threads.swift
          import CoreData
          func recent(_ context: NSManagedObjectContext) throws -> [BoardThread] {
            let request = NSFetchRequest<BoardThread>(entityName: BoardThread.entity().name ?? "")
            request.predicate = NSPredicate(format: "%K > 0", #keyPath(BoardThread.page))
            request.sortDescriptors = [NSSortDescriptor(key: "page", ascending: true)]
            return try context.fetch(request)
          }
          \(version("M", "BoardThread", "title"))
          \(version("M 2", newest, newest == "Thread" ? "page" : "text"))
          // file: M.xcdatamodeld/.xccurrentversion
          <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>M 2.xcdatamodel</string></dict></plist>
          """)
      ).lint().map(\.rule)
    }
    #expect(try !lint("Thread").contains("unknown-key"))
    #expect(try lint("BoardThread").contains("unknown-key"))
  }
}
