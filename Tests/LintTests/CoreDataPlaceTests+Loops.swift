/// Loops, and what is followed in them.
extension CoreDataPlaceTests {
  static let loops: [Shape] = [
    Shape(
      "save-in-loop",
      """
      extension CDNote {
        static func find(_ title: String, in context: NSManagedObjectContext) -> CDNote? {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "title == %@", title)
          return try? context.fetch(request).first
        }
      }
      func label(_ titles: [String], with folders: [CDFolder], _ context: NSManagedObjectContext) throws {
        for title in titles {
          guard let note = CDNote.find(title, in: context) else { continue }
          for folder in folders where folder.name != nil { note.folder = folder }
          try context.↓save()
        }
      }
      func take(_ portions: [[String]], _ context: NSManagedObjectContext) throws {
        for portion in portions {
          for title in portion { CDNote(context: context).title = title }
          try context.save()
        }
      }
      """),
    Shape(
      "fetch-in-loop",
      """
      extension CDNote {
        static func newest(in folder: CDFolder, _ context: NSManagedObjectContext) throws -> CDNote? {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "folder == %@", folder)
          request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: false)]
          request.fetchLimit = 1
          return try context.fetch(request).first
        }
        static func named(_ title: String, _ context: NSManagedObjectContext) throws -> CDNote? {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "title == %@", title)
          request.fetchLimit = 1
          return try context.fetch(request).first
        }
      }
      func newest(of folders: [CDFolder], _ context: NSManagedObjectContext) throws {
        for folder in folders { print(try CDNote.newest(in: folder, context)?.title ?? "") }
      }
      func find(_ titles: [String], _ context: NSManagedObjectContext) throws {
        for title in titles { print(try CDNote.↓named(title, context)?.title ?? "") }
      }
      """),
    Shape(
      "fetch-in-loop",
      """
      struct Step { var number = 0; var title = "" }
      final class Replay {
        var journal = Journal()
        func run(_ steps: [Step], _ context: NSManagedObjectContext) throws {
          for step in steps {
            try note(step.title, context)?.title = "done"
            journal.lastNumber = step.number
          }
          var last = ""
          for step in steps {
            try ↓note(step.title, context)?.title = "seen"
            last = step.title
          }
          print(last)
        }
        private func note(_ title: String, _ context: NSManagedObjectContext) throws -> CDNote? {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "title == %@", title)
          return try context.fetch(request).first
        }
      }
      struct Journal { var lastNumber = 0 }
      """),
  ]

  static let followed: [Shape] = [
    Shape(
      "core-data-n-plus-one",
      """
      enum Shelf {
        static let container = NSPersistentContainer(name: "Notes")
        static func folders() -> [CDFolder] {
          var found: [CDFolder] = []
          let request = NSFetchRequest<CDFolder>(entityName: "Folder")
          container.viewContext.performAndWait {
            do { found = try container.viewContext.↓fetch(request) } catch { print(error) }
          }
          return found
        }
        static func shelves() -> [CDFolder] { [] }
        static func shelves(named name: String) -> [CDFolder] {
          var found: [CDFolder] = []
          do { found = try container.viewContext.fetch(CDFolder.fetchRequest()) } catch { print(error) }
          return found
        }
      }
      // file: Report.swift
      import CoreData
      struct Report {
        func sizes() -> [Int] {
          let all = Shelf.folders().sorted { ($0.name ?? "") < ($1.name ?? "") }
          return all.map { $0.notes?.count ?? 0 } + Shelf.shelves().map { $0.notes?.count ?? 0 }
        }
      }
      """),
    Shape(
      "core-data-n-plus-one",
      """
      func auditFolders(_ context: NSManagedObjectContext) throws {
        for folder in try context.fetch(NSFetchRequest<CDFolder>(entityName: "Folder")) {
          guard let notes = folder.notes, notes.count > 3 else { continue }
          NSLog("%@ has %d notes", folder.name ?? "", notes.count)
        }
      }
      func list(_ context: NSManagedObjectContext) throws {
        for folder in try context.fetch(NSFetchRequest<CDFolder>(entityName: "Folder")) {
          print(folder.↓notes?.count ?? 0)
        }
      }
      func logSizes(_ context: NSManagedObjectContext) throws -> Int {
        var sum = 0
        for folder in try context.fetch(NSFetchRequest<CDFolder>(entityName: "Folder")) {
          print(folder.name ?? "")
          sum += folder.↓notes?.count ?? 0
        }
        return sum
      }
      """),
    Shape(
      "core-data-n-plus-one",
      """
      func list(_ allFolders: [CDFolder], _ context: NSManagedObjectContext) throws -> [String] {
        let notes = try context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))
        return notes.map { $0.folder?.name ?? "" }
      }
      func list(_ chosen: CDFolder, _ context: NSManagedObjectContext) throws -> [String] {
        let notes = try context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))
        return notes.map { $0.folder?.↓name ?? "" }
      }
      """),
    Shape(
      "order-of-to-many",
      """
      func sample(_ folder: CDFolder) -> CDNote? {
        // Any of them will do: they share one picture.
        folder.notes?.allObjects.first as? CDNote
      }
      func top(_ folder: CDFolder) -> CDNote? {
        // The note at the top of the list.
        folder.notes?.allObjects.↓first as? CDNote
      }
      """),
    Shape(
      "relationship-as-text",
      """
      func all(_ name: String, _ limit: Int, _ context: NSManagedObjectContext) throws -> [CDNote] {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.predicate = NSPredicate(
          format: ↓"title != %@ AND folder LIKE[c] %@", "", name.lowercased())
        request.predicate = NSPredicate(format: "folder.name LIKE[c] %@", name)
        request.predicate = NSPredicate(format: "title == %@ AND folder.notes.@count > %d", name, limit)
        return try context.fetch(request)
      }
      """),
  ]
}
