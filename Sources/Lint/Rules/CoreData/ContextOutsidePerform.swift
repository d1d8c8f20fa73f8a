internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds background contexts that are used without `perform`.
struct ContextOutsidePerform: ProjectRule {
  static let info = RuleInfo(
    id: "context-outside-perform", group: .dataAccess, severity: .warning,
    summary: "a background context of Core Data is used outside of 'perform'",
    why:
      "such a context belongs to a queue of its own: used from any other thread it loses changes or "
      + "the app crashes now and then, with '-com.apple.CoreData.ConcurrencyDebug 1' at once",
    fix:
      "put the work into 'context.perform { … }', or 'performAndWait' where the result is needed "
      + "at once",
    limits:
      "only contexts that the given code shows to be made by 'newBackgroundContext()' or with a private "
      + "queue, once per function; functions that any 'perform' calls, by their name, private ones that "
      + "nothing calls, and tests are left alone",
    examples: CoreDataText.askedOutside + [
      .flagged(
        CoreDataText.code(
          """
          final class Reader {
            private let worker: NSManagedObjectContext
            init(stack: Stack) { worker = stack.makeWorker() }
            func all() throws -> [CDNote] { try ↓worker.fetch(CDNote.fetchRequest()) }
            func sweep() { worker.perform { self.worker.reset() } }
          }
          // file: Stack.swift
          import CoreData
          final class Stack {
            let container: NSPersistentContainer
            init(_ container: NSPersistentContainer) { self.container = container }
            func makeWorker() -> NSManagedObjectContext {
              let worker = container.newBackgroundContext()
              worker.undoManager = nil
              return worker
            }
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func clean(_ container: NSPersistentContainer) throws {
            let context = makeBackgroundContext(container)
            for note in try ↓context.fetch(CDNote.fetchRequest()) { context.delete(note) }
            try context.save()
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func add(_ container: NSPersistentContainer) async throws {
            let worker = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            worker.parent = container.viewContext
            let note = CDNote(context: ↓worker)
            note.title = "new"
            try await worker.perform { try worker.save() }
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          final class Store {
            let container: NSPersistentContainer
            private lazy var background = container.newBackgroundContext()
            init(_ container: NSPersistentContainer) { self.container = container }
            func count() throws -> Int { try self.↓background.count(for: CDNote.fetchRequest()) }
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func clean(_ container: NSPersistentContainer) throws {
            let context = container.newBackgroundContext()
            context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
            try context.performAndWait {
              for note in try context.fetch(CDNote.fetchRequest()) { note.title = nil }
              try context.save()
            }
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          final class Store {
            let context: NSManagedObjectContext
            init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }
            func add() { context.perform { self.insert() } }
            func finish() {
              let save = { try self.context.save() }
              try? context.performAndWait { try save() }
            }
            private func insert() {
              CDNote(context: context).title = "new"
              do { try context.save() } catch { print(error) }
            }
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          final class Store {
            let context: NSManagedObjectContext
            init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }
            func refresh() { context.refreshAllObjects() }
          }
          // file: Observer.swift
          import CoreData
          func observe(_ store: Store) { store.context.perform { store.refresh() } }
          """)),
      .clean(
        CoreDataText.code(
          """
          final class Store {
            let context: NSManagedObjectContext
            init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }
            func sweep() { perform { self.removeOld() } }
            private func perform(_ work: @escaping () -> Void) { context.perform { work() } }
            private func removeOld() { for note in old() { remove(note) } }
            private func old() -> [CDNote] { (try? context.fetch(CDNote.fetchRequest())) ?? [] }
            private func remove(_ note: CDNote) { context.delete(note) }
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          actor Library {
            private let context: NSManagedObjectContext
            private let executor: QueueExecutor
            nonisolated let unownedExecutor: UnownedSerialExecutor
            init(_ container: NSPersistentContainer) {
              context = container.newBackgroundContext()
              executor = QueueExecutor(context)
              unownedExecutor = executor.asUnownedSerialExecutor()
            }
            func all() throws -> [CDNote] { try context.fetch(CDNote.fetchRequest()) }
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func clean(_ container: NSPersistentContainer) throws {
            let worker = container.newBackgroundContext()
            let request = NSAsynchronousFetchRequest<CDNote>(
              fetchRequest: NSFetchRequest<CDNote>(entityName: "Note")
            ) { result in
              DispatchQueue.main.async { ↓worker.delete(result.finalResult![0]) }
            }
            try worker.performAndWait { _ = try worker.execute(request) }
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func clean(_ container: NSPersistentContainer) throws {
            let worker = container.newBackgroundContext()
            let request = NSAsynchronousFetchRequest(
              fetchRequest: NSFetchRequest<CDNote>(entityName: "Note")
            ) { result in
              result.finalResult?.forEach { worker.delete($0) }
              do { try worker.save() } catch { print(error) }
            }
            try worker.performAndWait { _ = try worker.execute(request) }
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          @main final class AppDelegate: UIResponder, UIApplicationDelegate {
            let worker = NSPersistentContainer(name: "Notes").newBackgroundContext()
            private func fillForScreenshots() { CDNote(context: worker).title = "Example" }
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          final class Keeper { init(context: NSManagedObjectContext) {} }
          func make(_ container: NSPersistentContainer) -> Keeper {
            let context = container.newBackgroundContext()
            return Keeper(context: context)
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func edit(_ parent: NSManagedObjectContext) throws {
            let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            child.parent = parent
            CDNote(context: child).title = "new"
            try child.save()
          }
          """)),
    ] + CoreDataText.madeElsewhere)

  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    guard !code.misplaced.isEmpty else { return }
    let performed = code.allPerformed
    for use in code.misplaced {
      if let function = use.function, performed.contains(function) { continue }
      // An actor may run all it does on the queue of its context.
      if let owner = use.owner, code.members.contains("\(owner).unownedExecutor") { continue }
      report(
        "'\(use.context)' is a background context and is used here outside of its 'perform'",
        at: use.location,
        certainty: use.function == nil
          ? .certain : .inferred("whoever calls this may do so inside of 'perform'"))
    }
  }
}
