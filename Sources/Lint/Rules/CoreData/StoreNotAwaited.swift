internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds code that uses stores which are added later.
struct StoreNotAwaited: SourceRule {
  static let info = RuleInfo(
    id: "store-not-awaited", group: .dataAccess, severity: .warning,
    summary: "a store is added asynchronously, and a context is used before it is there",
    why:
      "with 'shouldAddStoreAsynchronously' the call returns at once: a fetch finds no store, and a save fails or ends the "
      + "app with 'this NSPersistentStoreCoordinator has no persistent stores'",
    fix:
      "leave 'shouldAddStoreAsynchronously' out, or go on in the completion handler of 'loadPersistentStores'",
    limits:
      "both in one function that does not wait for the handler, or the use in one of the type's that it calls",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func count(_ container: NSPersistentContainer) throws -> Int {
          container.persistentStoreDescriptions.first?.shouldAddStoreAsynchronously = true
          container.loadPersistentStores { _, error in show(error) }
          return try container.viewContext.↓count(for: CDNote.fetchRequest())
        }
        ---
        func context() -> NSManagedObjectContext {
          let container = NSPersistentContainer(name: "Notes")
          let description = NSPersistentStoreDescription()
          description.shouldAddStoreAsynchronously = true
          container.persistentStoreDescriptions = [description]
          container.loadPersistentStores { _, error in show(error) }
          return container.↓viewContext
        }
        ---
        final class Stack {
          let container = NSPersistentContainer(name: "Notes")
          func start() throws {
            container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
            container.loadPersistentStores { _, error in show(error) }
            let context = container.viewContext
            let notes = try context.↓fetch(CDNote.fetchRequest())
            print(notes.count)
          }
        }
        ---
        final class Stack {
          let container = NSPersistentContainer(name: "Notes")
          init() {
            container.persistentStoreDescriptions.first?.shouldAddStoreAsynchronously = true
            container.loadPersistentStores { _, error in show(error) }
            container.viewContext.automaticallyMergesChangesFromParent = true
            ↓addFirstNote()
          }
          private func addFirstNote() {
            let context = container.viewContext
            do {
              if try context.count(for: CDNote.fetchRequest()) == 0 { CDNote(context: context).title = "Welcome" }
              try context.save()
            } catch { show(error) }
          }
        }
        """,
      clean: """
        func open(_ container: NSPersistentContainer, _ done: @escaping () -> Void) {
          container.persistentStoreDescriptions.first?.shouldAddStoreAsynchronously = true
          container.loadPersistentStores { _, error in
            show(error)
            done()
          }
          container.viewContext.automaticallyMergesChangesFromParent = true
        }
        ---
        @MainActor func count(_ container: NSPersistentContainer) async throws -> Int {
          container.persistentStoreDescriptions.first?.shouldAddStoreAsynchronously = true
          await withCheckedContinuation { continuation in
            container.loadPersistentStores { _, error in
              show(error)
              continuation.resume()
            }
          }
          return try container.viewContext.count(for: CDNote.fetchRequest())
        }
        ---
        func count(_ container: NSPersistentContainer) throws -> Int {
          container.persistentStoreDescriptions.first?.shouldAddStoreAsynchronously = false
          container.loadPersistentStores { _, error in show(error) }
          return try container.viewContext.count(for: CDNote.fetchRequest())
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  private static let uses: Set = ["count", "execute", "fetch", "save"]
  private static let waits: Set = [
    "DispatchGroup", "DispatchSemaphore", "expectation", "fulfillment", "wait",
    "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
    "withUnsafeThrowingContinuation",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let load = node.as(FunctionCallExprSyntax.self), load.name == "loadPersistentStores",
      let body = load.enclosingBody, body.isHandwritten, body.addsLater, !body.mentions(Self.waits)
    else { return }
    var found: Syntax?
    body.forEachDescendant { node in
      // What is done in the handler, or in any other closure, comes later.
      if node.is(ClosureExprSyntax.self) { return false }
      guard found == nil, node.position > load.position else { return found == nil }
      if let call = node.as(FunctionCallExprSyntax.self), Self.uses.contains(call.name),
        let receiver = call.receiver, receiver.isContextOfCoreData
      {
        found = call.nameNode
      } else if let call = node.as(FunctionCallExprSyntax.self), call.receiver?.isSelfName ?? true,
        let own = call.functionOfFile?.body, own.isHandwritten, own.usesStore(Self.uses)
      {
        found = call.nameNode
      } else if let result = node.as(ReturnStmtSyntax.self)?.expression?.unwrapped
        .as(MemberAccessExprSyntax.self), result.declName.baseName.text == "viewContext"
      {
        found = Syntax(result.declName)
      }
      return found == nil
    }
    guard let found else { return }
    report(
      "the store is added asynchronously, and this does not wait until it is there",
      at: file.location(found))
  }
}

extension CodeBlockSyntax {
  /// Whether the code asks a context, or saves it, before anything that comes later.
  fileprivate func usesStore(_ uses: Set<String>) -> Bool {
    var isUsed = false
    forEachDescendant { node in
      if isUsed || node.is(ClosureExprSyntax.self) { return false }
      if let call = node.as(FunctionCallExprSyntax.self), uses.contains(call.name),
        call.receiver?.isContextOfCoreData ?? false
      {
        isUsed = true
      }
      return !isUsed
    }
    return isUsed
  }
}

extension Syntax {
  /// Whether a description is told that its store may be added later.
  fileprivate var addsLater: Bool {
    hasDescendant { node in
      guard let terms = node.as(ExprListSyntax.self), terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      else { return false }
      return terms.first?.lastName == "shouldAddStoreAsynchronously"
        && terms.last?.trimmedDescription == "true"
    }
  }
}
