@testable import Diagnostics
@testable import Lint

/// Mistakes whose parts stand in files that know nothing of stores, or behind another name.
extension HandedOnTests {
  static let apart: [Shape] = [
    Shape(
      "core-data-n-plus-one",
      """
      func titles(_ context: NSManagedObjectContext) throws -> [String] {
        try context.fetch(NSFetchRequest<CDNote>(entityName: "Note")).map(\\.↓line)
      }
      // file: Line.swift
      import Foundation
      extension CDNote {
        var line: String {
          let home = folder
          return "\\(home?.name ?? "")/\\(title ?? "")"
        }
      }
      """),
    Shape(
      "block-predicate",
      """
      func find(_ context: NSManagedObjectContext, _ rules: Rules) throws -> [CDNote] {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = rules.condition()
        return try context.fetch(request)
      }
      // file: Rules.swift
      import Foundation
      struct Rules {
        var words: [String]
        func condition() -> NSPredicate {
          ↓NSPredicate { object, _ in self.words.contains((object as? CDNote)?.title ?? "") }
        }
      }
      """),
    Shape(
      "unknown-key",
      """
      func old(_ context: NSManagedObjectContext) throws -> [CDNote] {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = .before(Date())
        request.sortDescriptors = [.newestFirst]
        return try context.fetch(request)
      }
      // file: Conditions.swift
      import Foundation
      extension NSPredicate {
        class func before(_ date: Date) -> NSPredicate {
          NSPredicate(format: ↓"created < %@", date as NSDate)
        }
      }
      extension NSSortDescriptor {
        static let newestFirst = NSSortDescriptor(key: ↓"creation", ascending: false)
      }
      """),
    Shape(
      "unknown-model-name",
      """
      enum Settings { enum Files { static let model = "notes" } }
      final class Stack {
        let container = NSPersistentContainer(name: ↓Settings.Files.model)
      }
      """),
    Shape(
      "memory-store-on-failure",
      """
      final class Stack {
        let container = NSPersistentContainer(name: "Notes")
        func open() {
          container.loadPersistentStores { _, error in
            if let error {
              print(error)
              ↓self.startEmpty()
            }
          }
        }
        private func startEmpty() {
          let plain = NSPersistentStoreDescription()
          plain.url = URL(fileURLWithPath: "/dev/null")
          container.persistentStoreDescriptions = [plain]
          container.loadPersistentStores { _, error in if let error { print(error) } }
        }
      }
      """),
    Shape(
      "property-outside-fetch",
      """
      struct Row {
        let text: String
        init(note: CDNote) { text = "\\(note.title ?? "") \\(note.↓createdAt?.description ?? "")" }
      }
      struct Rows {
        static var short: NSFetchRequest<CDNote> {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.propertiesToFetch = ["title"]
          return request
        }
        func all(_ context: NSManagedObjectContext) throws -> [Row] {
          try context.fetch(Self.short).map(Row.init)
        }
      }
      """),
    Shape(
      "deleted-one-by-one",
      """
      func clear(_ context: NSManagedObjectContext, _ day: Date, _ names: [String]) throws {
        let request = NSFetchRequest<NSFetchRequestResult>()
        request.entity = NSEntityDescription.entity(forEntityName: "Note", in: context)
        request.predicate = NSPredicate(format: "title IN %@ AND createdAt < %@", names, day as NSDate)
        var count = 0
        let old = try context.↓fetch(request) as! [NSManagedObject]
        for note in old {
          context.delete(note)
          count += 1
        }
        print(count)
        try context.save()
      }
      """),
    Shape(
      "context-outside-perform",
      """
      class Job: Operation {
        let worker: NSManagedObjectContext
        init(_ parent: NSManagedObjectContext) {
          worker = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
          super.init()
          worker.parent = parent
        }
      }
      // file: Sweep.swift
      import CoreData
      final class Sweep: Job {
        override func main() {
          for note in (try? ↓worker.fetch(NSFetchRequest<CDNote>(entityName: "Note"))) ?? [] {
            print(note.title ?? "")
          }
        }
      }
      """),
    Shape(
      "store-only-in-memory",
      """
      import SwiftUI
      struct Vault {
        let container: NSPersistentContainer
        init(_ description: NSPersistentStoreDescription = .standard) {
          container = NSPersistentContainer(name: "Notes")
          container.persistentStoreDescriptions = [description]
          container.loadPersistentStores { _, error in if let error { print(error) } }
        }
      }
      extension NSPersistentStoreDescription {
        static let standard: NSPersistentStoreDescription = {
          let made = NSPersistentStoreDescription()
          ↓made.url = URL(fileURLWithPath: "/dev/null")
          return made
        }()
      }
      @main struct TheApp: App {
        let vault = Vault()
        var body: some Scene { WindowGroup { Text("") } }
      }
      """),
  ]
}
