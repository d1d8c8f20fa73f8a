@testable import Diagnostics
@testable import Lint

extension HandedOnTests {
  static let stores: [Shape] = [
    Shape(
      "store-deleted-on-failure",
      """
      final class Stack {
        let container = NSPersistentContainer(name: "Notes")
        func start() throws {
          var reason: Error?
          container.loadPersistentStores { _, error in reason = error }
          guard let reason else { return }
          print(reason)
          try ↓startAnew()
        }
        private func startAnew() throws {
          for one in container.persistentStoreDescriptions {
            try container.persistentStoreCoordinator.destroyPersistentStore(at: one.url!, type: .sqlite)
          }
        }
      }
      """),
    Shape(
      "store-deleted-on-failure",
      """
      func open(_ container: NSPersistentContainer, _ url: URL) {
        var isBroken = false
        container.loadPersistentStores { _, error in isBroken = error != nil }
        if isBroken { try? FileManager.default.↓removeItem(at: url) }
      }
      """),
    Shape(
      "memory-store-on-failure",
      """
      enum Stack {
        static func open(_ url: URL) -> NSPersistentContainer? {
          switch load(NSPersistentStoreDescription(url: url)) {
          case .success(let container): return container
          case .failure(let error):
            print(error)
            let spare = NSPersistentStoreDescription()
            spare.type = ↓NSInMemoryStoreType
            return try? load(spare).get()
          }
        }
        private static func load(
          _ one: NSPersistentStoreDescription
        ) -> Result<NSPersistentContainer, Error> {
          let container = NSPersistentContainer(name: "Notes")
          container.persistentStoreDescriptions = [one]
          var result = Result<NSPersistentContainer, Error>.success(container)
          container.loadPersistentStores { _, error in if let error { result = .failure(error) } }
          return result
        }
      }
      """),
    Shape(
      "store-opened-twice",
      """
      final class Stack {
        static let shared = Stack()
        let container = NSPersistentContainer(name: "Notes")
      }
      final class Uploader {
        private lazy var container: NSPersistentContainer = {
          let own = ↓NSPersistentContainer(name: "Notes")
          own.loadPersistentStores { _, error in print(error as Any) }
          return own
        }()
      }
      """),
    Shape(
      "context-outside-perform",
      """
      class Job: Operation {
        let worker: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { worker = container.newBackgroundContext() }
      }
      // file: Sweep.swift
      import CoreData
      final class Sweep: Job {
        override func main() { self.↓worker.reset() }
      }
      """),
    Shape(
      "context-outside-perform",
      """
      func tidy(_ container: NSPersistentContainer) {
        let worker = container.newBackgroundContext()
        worker.perform { Task { ↓worker.reset() } }
      }
      """),
    Shape(
      "deleted-one-by-one",
      """
      func wipe(_ context: NSManagedObjectContext) throws -> Int {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        var count = 0
        for note in try context.↓fetch(request) {
          context.delete(note)
          count += 1
        }
        return count
      }
      """),
    Shape(
      "deleted-one-by-one",
      """
      extension CDNote {
        static func all(in context: NSManagedObjectContext) throws -> [CDNote] {
          try context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))
        }
      }
      extension Collection where Element: NSManagedObject {
        func remove(from context: NSManagedObjectContext) { forEach(context.delete) }
      }
      func wipe(_ context: NSManagedObjectContext) throws {
        try CDNote.↓all(in: context).remove(from: context)
        try context.save()
      }
      """),
  ]
}
