internal import Diagnostics

/// Examples of Core Data for rules that look at SwiftData as well.
extension CoreDataText {
  static let actors: [RuleExample] = .texts(
    in: code,
    flagged: """
      actor Library {
        let context: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }
        func all() async throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          return try await context.perform { try self.context.fetch(request) }
        }
      }
      func show(_ library: Library) async throws {
        let notes = try await library.↓all()
        print(notes.count)
      }
      """,
    clean: """
      actor Library {
        let context: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }
        func all() async throws -> [NSManagedObjectID] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.includesPropertyValues = false
          return try await context.perform { try self.context.fetch(request).map(\\.objectID) }
        }
      }
      func show(_ library: Library) async throws {
        let ids = try await library.all()
        print(ids.count)
      }
      """)

  static let unsaved: [RuleExample] = .texts(
    in: code,
    flagged: """
      func add(_ title: String, _ container: NSPersistentContainer) {
        container.performBackgroundTask { context in
          let note = ↓CDNote(context: context)
          note.title = title
        }
      }
      ---
      func empty(_ id: NSManagedObjectID, _ container: NSPersistentContainer) {
        let context = container.newBackgroundContext()
        context.perform {
          guard let note = try? context.existingObject(with: id) as? CDNote else { return }
          ↓note.title = nil
        }
      }
      ---
      struct Cleanup {
        func run(_ container: NSPersistentContainer) {
          container.performBackgroundTask { context in
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            let notes = (try? context.fetch(request)) ?? []
            ↓notes.forEach(Self.trim)
          }
        }
        private static func trim(_ note: CDNote) { note.title = note.title?.lowercased() }
      }
      ---
      final class Archive {
        func run(_ container: NSPersistentContainer, _ date: Date) {
          container.performBackgroundTask { context in
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            let notes = (try? context.fetch(request)) ?? []
            notes.forEach { ↓self.close($0, at: date) }
          }
          container.performBackgroundTask { context in
            for note in (try? context.fetch(CDNote.fetchRequest())) ?? [] { ↓close(note, at: date) }
          }
        }
        private func close(_ note: CDNote, at date: Date) { note.createdAt = date }
      }
      """,
    clean: """
      func show(_ container: NSPersistentContainer) {
        let worker = container.newBackgroundContext()
        worker.performAndWait {
          for note in CDNote.all(inManagedObjectContext: worker) { print(note.title ?? "") }
        }
      }
      ---
      func add(_ title: String, _ container: NSPersistentContainer) {
        container.performBackgroundTask { context in
          CDNote(context: context).title = title
          self.finish(context)
        }
      }
      ---
      final class Keeper { init(context: NSManagedObjectContext) {} }
      func make(_ container: NSPersistentContainer) -> Keeper {
        let context = container.newBackgroundContext()
        return Keeper(context: context)
      }
      ---
      final class Archive {
        func run(_ container: NSPersistentContainer, _ label: Label) {
          container.performBackgroundTask { context in
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            let notes = (try? context.fetch(request)) ?? []
            for note in notes { self.show(note, in: label) }
            notes.forEach { self.show($0, in: label) }
            [label].forEach { self.clear($0) }
          }
        }
        private func show(_ note: CDNote, in label: Label) { label.text = note.title }
        private func clear(_ label: Label) { label.text = nil }
      }
      ---
      func count(_ container: NSPersistentContainer) {
        container.performBackgroundTask { context in
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "title != nil")
          print((try? context.count(for: request)) ?? 0)
        }
      }
      ---
      func add(_ title: String, _ container: NSPersistentContainer) {
        container.performBackgroundTask {
          CDNote(context: $0).title = title
          do { try $0.save() } catch { print(error) }
        }
      }
      """)

  static let stops: [RuleExample] = .texts(
    in: code,
    flagged: """
      final class Stack {
        let container = NSPersistentContainer(name: "Notes")
        init() {
          container.loadPersistentStores { _, error in
            if let error = error as NSError? { ↓fatalError("no store: \\(error.userInfo)") }
          }
        }
      }
      ---
      func open(_ container: NSPersistentContainer) {
        container.loadPersistentStores { _, error in error.map { ↓fatalError("no store: \\($0)") } }
      }
      ---
      func open(_ container: NSPersistentContainer) {
        container.loadPersistentStores { _, error in ↓precondition(error == nil, "no store") }
      }
      ---
      func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) {
        do { try coordinator.addPersistentStore(type: .sqlite, at: url) } catch { ↓abort() }
      }
      ---
      func open(_ container: NSPersistentContainer, again: Bool) {
        container.loadPersistentStores { _, error in
          if let error = error as NSError? {
            guard again, error.code == NSMigrationError else { ↓fatalError("no store: \\(error)") }
            self.open(container, again: false)
          }
        }
      }
      ---
      func open(_ container: NSPersistentContainer) {
        container.loadPersistentStores {
          guard let problem = $1 else { return print($0) }
          #if DEBUG
            fatalError("\\(problem)")
          #else
            ↓exit(1)
          #endif
        }
      }
      ---
      func launch(_ stack: Stack) {
        do { try stack.openStore() } catch {
          print(error)
          ↓giveUp()
        }
      }
      func giveUp() -> Never { preconditionFailure("no store") }
      // file: Stack.swift
      import CoreData
      final class Stack {
        let coordinator = NSPersistentStoreCoordinator()
        func openStore() throws {
          try coordinator.addPersistentStore(type: .sqlite, at: .documentsDirectory)
        }
      }
      """,
    clean: """
      func open(_ container: NSPersistentContainer, _ failed: @escaping (any Error) -> Void) {
        container.loadPersistentStores { _, error in
          guard let error else { return }
          print(error)
          failed(error)
        }
      }
      ---
      func open(_ container: NSPersistentContainer) {
        container.loadPersistentStores {
          if let problem = $1 {
            #if DEBUG
              fatalError("\\(problem)")
            #else
              print(problem)
            #endif
          }
        }
      }
      ---
      func launch(_ library: Library) {
        do { try library.load() } catch { fatalError() }
      }
      // file: Library.swift
      import Foundation
      final class Library { func load() throws { _ = try Data(contentsOf: .documentsDirectory) } }
      """)
}
