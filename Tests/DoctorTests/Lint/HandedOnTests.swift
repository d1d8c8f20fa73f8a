import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint

/// Mistakes around Core Data whose parts lie in several functions, types or files: '↓' stands before each
/// place. What looks like them and is right stays silent.
@Suite struct HandedOnTests {
  typealias Shape = RuleShape

  @Test(arguments: loops + objects + stores + apart) func mistakesAreNamed(_ shape: Shape) throws {
    let (places, marks) = try shape.found()
    #expect(places == marks)
  }

  @Test(arguments: sound + soundApart) func soundCodeIsLeftAlone(_ shape: Shape) throws {
    #expect(try shape.found().places == [])
  }

  private static let loops: [Shape] = [
    // A context that a container makes has the functions which extensions add to contexts.
    Shape(
      "save-in-loop",
      """
      extension NSManagedObjectContext {
        func commit() throws { if hasChanges { try save() } }
      }
      func load(_ titles: [String], _ container: NSPersistentContainer) async throws {
        let worker = container.newBackgroundContext()
        for title in titles {
          try await worker.perform {
            CDNote(context: worker).title = title
            try worker.↓commit()
          }
        }
      }
      """),
    // A closure under a name is as good as a function.
    Shape(
      "fetch-in-loop",
      """
      final class Finder {
        private let find: (String) throws -> CDNote?
        init(_ context: NSManagedObjectContext) {
          find = { title in
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            request.predicate = NSPredicate(format: "title == %@", title)
            request.fetchLimit = 1
            return try context.fetch(request).first
          }
        }
        func all(_ titles: [String]) throws -> [CDNote] { try titles.compactMap { try ↓find($0) } }
      }
      """),
    // What all objects have, each class has.
    Shape(
      "fetch-in-loop",
      """
      extension NSManagedObject {
        static func one(_ text: String, in context: NSManagedObjectContext) throws -> NSManagedObject? {
          let request = NSFetchRequest<NSManagedObject>(entityName: "Folder")
          request.predicate = NSPredicate(format: "name == %@", text)
          return try context.fetch(request).first
        }
      }
      func show(_ names: [String], _ context: NSManagedObjectContext) throws {
        for name in names { print(try CDFolder.↓one(name, in: context) as Any) }
      }
      """),
    Shape(
      "core-data-n-plus-one",
      """
      struct Line {
        let title: String, folder: String
        init(_ note: CDNote) {
          title = note.title ?? ""
          folder = note.folder?.name ?? ""
        }
      }
      func lines(_ context: NSManagedObjectContext) throws -> [Line] {
        try context.fetch(NSFetchRequest<CDNote>(entityName: "Note")).map(↓Line.init)
      }
      """),
    Shape(
      "core-data-n-plus-one",
      """
      final class Report {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        func text() throws -> [String] {
          let notes = try context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))
          return notes.map(↓describe)
        }
        private func describe(_ note: CDNote) -> String { note.folder?.name ?? "" }
      }
      """),
    Shape(
      "filtered-in-memory",
      """
      protocol Shelf { associatedtype Item: NSManagedObject; var context: NSManagedObjectContext { get } }
      extension Shelf {
        func everything() throws -> [Item] {
          try context.fetch(NSFetchRequest<Item>(entityName: String(describing: Item.self)))
        }
      }
      struct Notes: Shelf {
        typealias Item = CDNote
        let context: NSManagedObjectContext
        func find(_ title: String) throws -> CDNote? { try ↓everything().first { $0.title == title } }
        func named(_ title: String) throws -> [CDNote] {
          try context.↓fetch(NSFetchRequest<CDNote>(entityName: "Note")).filter { $0.title == title }
        }
      }
      """),
    Shape(
      "fetch-without-limit",
      """
      func newest(_ context: NSManagedObjectContext) throws -> CDNote? {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: true)]
        return try context.↓fetch(request).last
      }
      """),
  ]

  private static let objects: [Shape] = [
    Shape(
      "batch-not-merged",
      """
      extension NSManagedObjectContext {
        func carryOut(_ request: NSPersistentStoreRequest) throws {
          if hasChanges { try save() }
          _ = try execute(request)
        }
      }
      func clear(_ context: NSManagedObjectContext) throws {
        let all = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
        try context.↓carryOut(all)
      }
      func sweep(_ context: NSManagedObjectContext) async throws {
        let all = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
        try await context.perform { try context.↓execute(all) }
      }
      """),
    Shape(
      "temporary-identifier-kept",
      """
      func remember(_ context: NSManagedObjectContext) throws {
        let note = CDNote(context: context)
        let info = ["note": note.↓objectID.uriRepresentation().absoluteString]
        UserDefaults.standard.set(info, forKey: "last")
        try context.save()
      }
      """),
    Shape(
      "unsaved-context",
      """
      func write(_ title: String, _ container: NSPersistentContainer) async throws {
        try await container.performBackgroundTask { context in
          let note = ↓CDNote(context: context)
          note.folder = try folder(in: context)
        }
      }
      func folder(in context: NSManagedObjectContext) throws -> CDFolder {
        try context.fetch(NSFetchRequest<CDFolder>(entityName: "Folder")).first ?? CDFolder(context: context)
      }
      """),
    Shape(
      "order-of-to-many",
      """
      extension CDFolder {
        @NSManaged var notes: Set<CDNote>
        var cover: CDNote? { Array(notes).↓first }
        var list: [CDNote] { Array(notes) }
      }
      func cover(of folder: CDFolder) -> CDNote? { folder.list.↓first }
      """),
    Shape(
      "sort-on-unstored",
      """
      extension CDNote { @objc var shown: String { title ?? "-" } }
      struct Shelf {
        let context: NSManagedObjectContext
        func notes<Value>(by key: KeyPath<CDNote, Value>) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.sortDescriptors = [NSSortDescriptor(keyPath: key, ascending: true)]
          return try context.fetch(request)
        }
      }
      func show(_ shelf: Shelf) throws { print(try shelf.notes(by: \\.↓shown), try shelf.notes(by: \\.title)) }
      """),
    Shape(
      "unknown-object-key",
      """
      struct Field { let key: String; let label: String }
      struct Form {
        let note: CDNote
        static let fields = [Field(key: "title", label: "A"), Field(key: ↓"createdat", label: "B")]
        func value(of field: Field) -> Any? { note.value(forKey: field.key) }
      }
      """),
    Shape(
      "change-in-body",
      """
      import SwiftUI
      struct Editor: View {
        @Environment(\\.managedObjectContext) private var context
        @FetchRequest(sortDescriptors: []) private var folders: FetchedResults<CDFolder>
        private var first: CDFolder {
          if let known = folders.first { return known }
          let made = ↓CDFolder(context: context)
          made.name = "New"
          return made
        }
        var body: some View { Text(first.name ?? "") }
      }
      """),
    Shape(
      "section-not-sorted",
      """
      final class List {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        lazy var results = NSFetchedResultsController(
          fetchRequest: Requests.newest(), managedObjectContext: context,
          sectionNameKeyPath: ↓"folder.name", cacheName: nil)
      }
      // file: Requests.swift
      import CoreData
      enum Requests {
        static func newest() -> NSFetchRequest<CDNote> {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: false)]
          return request
        }
      }
      """),
  ]
}
