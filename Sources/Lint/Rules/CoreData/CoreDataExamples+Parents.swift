internal import Diagnostics

extension CoreDataText {
  /// Child contexts of 'UnsavedContext' whose parent nothing saves.
  static let unsavedParents: [RuleExample] = .texts(
    in: code,
    flagged: """
      final class Editor {
        private let worker = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        init(_ container: NSPersistentContainer) { worker.parent = container.viewContext }
        func add(_ title: String) throws {
          try worker.performAndWait {
            CDNote(context: worker).title = title
            try worker.↓save()
          }
        }
      }
      ---
      func load(_ titles: [String], _ coordinator: NSPersistentStoreCoordinator) {
        let worker = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        worker.persistentStoreCoordinator = coordinator
        worker.perform {
          for title in titles {
            let note = ↓CDNote(context: worker)
            note.title = title
          }
        }
      }
      """,
    clean: """
      final class Editor {
        private let worker = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        init(_ container: NSPersistentContainer) { worker.parent = container.viewContext }
        func add(_ title: String) throws {
          try worker.performAndWait {
            CDNote(context: worker).title = title
            try worker.save()
          }
        }
      }
      // file: Stack.swift
      import CoreData
      final class Stack {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func keep() throws {
          if container.viewContext.hasChanges { try container.viewContext.save() }
        }
      }
      ---
      final class List {
        let main: NSManagedObjectContext
        var editor: Editor?
        init(_ main: NSManagedObjectContext) { self.main = main }
        func add() {
          let draft = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
          draft.parent = main
          let note = CDNote(context: draft)
          editor?.note = note
          editor?.context = note.managedObjectContext
        }
      }
      final class Editor {
        var note: CDNote?
        var context: NSManagedObjectContext?
      }
      ---
      final class Importer {
        private let main: NSManagedObjectContext
        init(_ main: NSManagedObjectContext) { self.main = main }
        func add(_ title: String) throws {
          let worker = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
          worker.parent = main
          try worker.performAndWait {
            CDNote(context: worker).title = title
            try worker.save()
          }
        }
      }
      """)
}
