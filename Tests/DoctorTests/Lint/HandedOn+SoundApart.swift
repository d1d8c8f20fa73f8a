@testable import Diagnostics
@testable import Lint

/// The same shapes where they are right.
extension HandedOnTests {
  private static func openings(_ body: String) -> Shape {
    Shape(
      "store-only-in-memory",
      """
      import SwiftUI
      final class Vault {
        let container = NSPersistentContainer(name: "Notes")
        \(body)
      }
      @main struct TheApp: App {
        var body: some Scene { WindowGroup { Text("") } }
      }
      """)
  }

  static let soundApart: [Shape] = [
    // The value before is there, so what stands behind '??' is seldom asked for.
    Shape(
      "core-data-n-plus-one",
      """
      func keys(_ context: NSManagedObjectContext) throws -> [String] {
        try context.fetch(NSFetchRequest<CDNote>(entityName: "Note")).map { note in
          guard let home = note.folder else { return "" }
          return note.title ?? (home.value(forKey: "name") as? String) ?? "\\(home.objectID)"
        }
      }
      """),
    // The folders are there before the loop asks for them.
    Shape(
      "core-data-n-plus-one",
      """
      func names(_ context: NSManagedObjectContext) throws -> [String] {
        let notes = try context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))
        let folders = try context.fetch(NSFetchRequest<CDFolder>(entityName: "Folder"))
        return folders.map { $0.name ?? "" } + notes.map { $0.folder?.name ?? "" }
      }
      """),
    Shape(
      "block-predicate",
      """
      struct Rules {
        var inMemory: NSPredicate { NSPredicate { object, _ in (object as? CDNote)?.title != nil } }
        var stored: NSPredicate { NSPredicate(format: "title != nil") }
      }
      func find(_ context: NSManagedObjectContext, _ rules: Rules) throws -> [Any] {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = rules.stored
        return try (context.fetch(request) as NSArray).filtered(using: rules.inMemory)
      }
      """),
    // A 'switch' has told which case it is, and that one's condition fits.
    Shape(
      "unknown-key",
      """
      enum Scope {
        case titled(String), named(String)
        func narrow(_ other: NSPredicate) -> NSPredicate {
          switch self {
          case .titled(let text): return NSPredicate(format: "title == %@", text)
          case .named(let text): return NSPredicate(format: "name == %@", text)
          }
        }
      }
      func folders(_ context: NSManagedObjectContext, _ scope: Scope, _ all: NSPredicate) throws -> [CDFolder] {
        let request = NSFetchRequest<CDFolder>(entityName: "Folder")
        switch scope {
        case .titled: request.predicate = all
        case .named: request.predicate = scope.narrow(all)
        }
        return try context.fetch(request)
      }
      """),
    Shape(
      "memory-store-on-failure",
      """
      final class Stack {
        let container = NSPersistentContainer(name: "Notes")
        var isTemporary = false
        func open() {
          container.loadPersistentStores { _, error in if error != nil { self.startEmpty() } }
        }
        private func startEmpty() {
          isTemporary = true
          let plain = NSPersistentStoreDescription()
          plain.type = NSInMemoryStoreType
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
        init(note: CDNote) { text = note.title ?? "" }
        init(whole note: CDNote) { text = note.createdAt?.description ?? "" }
      }
      func rows(_ context: NSManagedObjectContext) throws -> [Row] {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.propertiesToFetch = ["title"]
        return try context.fetch(request).map { Row(note: $0) }
      }
      """),
    // What is said of the fetch in each round is enough.
    Shape(
      "deleted-one-by-one",
      """
      func drop(_ titles: [String], _ context: NSManagedObjectContext) throws {
        for title in titles {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: "title == %@", title)
          for note in try context.fetch(request) { context.delete(note) }
        }
        try context.save()
      }
      """),
    Shape(
      "fetch-in-loop",
      """
      func sums(_ context: NSManagedObjectContext) throws -> [Int] {
        let count = 6
        return try (0..<count).map { month in
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: "createdAt > %@", Date(timeIntervalSinceNow: Double(month)) as NSDate)
          return try context.count(for: request) + context.fetch(request).count
        }
      }
      """),
    // The class's own functions run what they are given on the context's queue.
    Shape(
      "context-outside-perform",
      """
      final class Writer {
        private let worker: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { worker = container.newBackgroundContext() }
        func add(_ titles: [String]) {
          sync { for title in titles { $0.make(title) } }
        }
        private func sync(_ work: (Writer) -> Void) { worker.performAndWait { work(self) } }
        private func make(_ title: String) {
          CDNote(context: worker).title = title
          store()
        }
        private func store() { do { try worker.save() } catch { print(error) } }
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
        override func main() { worker.performAndWait { sweep() } }
        private func sweep() { all().forEach(drop) }
        private func all() -> [CDNote] {
          (try? worker.fetch(NSFetchRequest<CDNote>(entityName: "Note"))) ?? []
        }
        private func drop(_ note: CDNote) { worker.delete(note) }
      }
      """),
    openings(
      """
      init(inMemory: Bool) {
        if inMemory {
          container.persistentStoreDescriptions.first?.url = URL(fileURLWithPath: "/dev/null")
        }
      }
      """),
    openings(
      """
      func startTemporary() {
        let plain = NSPersistentStoreDescription()
        plain.type = NSInMemoryStoreType
        container.persistentStoreDescriptions = [plain]
      }
      """),
    openings(
      """
      init(_ folder: URL) {
        let file = NSPersistentStoreDescription(url: folder.appending(path: "notes.sqlite"))
        let cache = NSPersistentStoreDescription()
        cache.type = NSInMemoryStoreType
        container.persistentStoreDescriptions = [file, cache]
      }
      """),
  ]
}
