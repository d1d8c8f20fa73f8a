import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint

/// Mistakes around Core Data that hide behind short forms, helpers and other contexts, each with code of
/// the same looks that is sound: '↓' stands before each place.
@Suite struct CoreDataPlaceTests {
  typealias Shape = RuleShape

  @Test(arguments: failures + contexts + loops + followed)
  func mistakesAreNamedAndNothingElse(_ shape: Shape) throws {
    let (places, marks) = try shape.found()
    #expect(places == marks)
  }

  private static let failures: [Shape] = [
    Shape(
      "fatal-error-on-container-failure",
      """
      func open(_ container: NSPersistentCloudKitContainer) {
        container.loadPersistentStores {
          print($0)
          if $1 != nil { ↓Darwin.abort() }
        }
      }
      """),
    Shape(
      "fatal-error-on-container-failure",
      """
      func open(_ container: NSPersistentContainer) {
        container.loadPersistentStores {
          #if !DEBUG
            if let problem = $1 { ↓fatalError("\\(problem)") }
          #else
            print($0, $1 as Any)
          #endif
        }
      }
      """),
    Shape(
      "fatal-error-on-container-failure",
      """
      struct Launcher {
        let library: Library
        func start() {
          do { try library.openDatabase() } catch let problem { show(problem) }
          do { try library.openDatabase() } catch let problem { ↓Launcher.die(problem) }
          do { try library.openIndex() } catch { Launcher.die(error) }
        }
        private static func die(_ error: any Error) -> Never { exit(70) }
        private func show(_ error: any Error) { print(error) }
      }
      // file: Library.swift
      import CoreData
      final class Library {
        let coordinator = NSPersistentStoreCoordinator()
        func openDatabase() throws {
          try coordinator.addPersistentStore(type: .sqlite, at: .documentsDirectory)
        }
        func openIndex() throws { _ = try String(contentsOf: .documentsDirectory) }
      }
      """),
    Shape(
      "store-deleted-on-failure",
      """
      final class Shelf {
        func attach(_ coordinator: NSPersistentStoreCoordinator, _ place: URL) throws {
          func attempt(_ options: [AnyHashable: Any]?) throws {
            try coordinator.addPersistentStore(
              ofType: NSSQLiteStoreType, configurationName: nil, at: place, options: options)
          }
          do { try attempt(nil) } catch {
            try FileManager.default.↓removeItem(at: place)
            try attempt(nil)
          }
        }
        func write(_ draft: URL) throws {
          func attempt() throws { try Data().write(to: draft) }
          do { try attempt() } catch { try FileManager.default.removeItem(at: draft) }
        }
      }
      """),
    Shape(
      "swallowed-store-error",
      """
      func put(_ context: NSManagedObjectContext) -> NSError? {
        do { try context.save() } catch let problem as NSError { return problem } catch {}
        return nil
      }
      func keep(_ context: NSManagedObjectContext) {
        do { try context.↓save() } catch is CancellationError { print("cancelled") } catch {}
      }
      """),
  ]

  private static let contexts: [Shape] = [
    Shape(
      "context-across-tasks",
      """
      final class Exchange {
        private let shown: NSManagedObjectContext
        private let scratch: NSManagedObjectContext
        private let other: NSManagedObjectContext
        private var pending: [CDNote] = []
        init(_ shown: NSManagedObjectContext, _ other: NSManagedObjectContext) {
          (self.shown, self.other) = (shown, other)
          scratch = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
          scratch.parent = shown
        }
        func load() throws { pending = try shown.fetch(CDNote.fetchRequest()) }
        func mark() {
          scratch.performAndWait {
            for note in self.↓pending { note.title = "marked" }
            if self.shown.hasChanges { try? ↓self.shown.save() }
          }
        }
        func count() { scratch.perform { print(self.pending.count, self.shown.name ?? "") } }
      }
      """),
    Shape(
      "context-across-tasks",
      """
      func pair(_ container: NSPersistentContainer) {
        let mine = container.newBackgroundContext()
        let theirs = container.newBackgroundContext()
        let folder = CDFolder(context: theirs)
        let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: mine) as! CDNote
        note.folder = ↓folder
        let home = CDFolder(context: mine)
        note.folder = home
      }
      """),
    Shape(
      "context-outside-perform",
      """
      enum Role { case shown, hidden }
      enum Contexts {
        static let container = NSPersistentContainer(name: "Notes")
        static func makeContext(for role: Role) -> NSManagedObjectContext {
          let made = NSManagedObjectContext(
            concurrencyType: role == .hidden
              ? .privateQueueConcurrencyType : .mainQueueConcurrencyType)
          made.persistentStoreCoordinator = container.persistentStoreCoordinator
          return made
        }
      }
      // file: Sweeper.swift
      import CoreData
      func sweep(_ queue: OperationQueue) {
        queue.addOperation {
          let moc = Contexts.makeContext(for: .hidden)
          for note in Finder.notes(in: ↓moc) { print(note.title ?? "") }
        }
        DispatchQueue.global().async {
          let moc = Contexts.makeContext(for: .hidden)
          moc.performAndWait { for note in Finder.notes(in: moc) { print(note.title ?? "") } }
        }
        let moc = Contexts.makeContext(for: .shown)
        print(Finder.notes(in: moc).count)
      }
      enum Finder {
        static func notes(in moc: NSManagedObjectContext?) -> [CDNote] {
          guard let moc else { return [] }
          return (try? moc.fetch(CDNote.fetchRequest())) ?? []
        }
      }
      """),
  ]
}
