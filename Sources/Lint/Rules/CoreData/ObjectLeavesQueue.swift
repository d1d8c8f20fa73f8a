internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds functions that return objects of a background context to whoever calls them.
struct ObjectLeavesQueue: SourceRule {
  static let info = RuleInfo(
    id: "object-leaves-queue", group: .dataAccess, severity: .warning,
    summary: "a function returns objects out of 'perform' of a background context",
    why:
      "objects may only be used on the queue of their context, and whoever awaits the function is on another one: "
      + "reading a property there is a race, and crashes at random",
    fix:
      "return 'objectID's, and fetch the objects in the context that uses them, or return structs with the values",
    limits:
      "functions that are declared to return a class of the model's objects, or a list of them; those of actors are "
      + "left to 'model-across-actors'",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        final class NoteRepository {
          private let context: NSManagedObjectContext
          init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }
          func recent() async throws -> [CDNote] {
            try await context.perform {
              let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
              request.fetchLimit = 10
              request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: false)]
              return try ↓self.context.fetch(request)
            }
          }
        }
        ---
        struct Notes {
          let container: NSPersistentContainer
          func first() async throws -> CDNote? {
            return try await container.performBackgroundTask { context in
              let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
              request.fetchLimit = 1
              let notes = try context.fetch(request)
              return ↓notes.first
            }
          }
        }
        ---
        func add(_ title: String, _ container: NSPersistentContainer) async throws -> CDNote {
          let context = container.newBackgroundContext()
          return try await context.perform {
            let note = CDNote(context: context)
            note.title = title
            try context.save()
            return ↓note
          }
        }
        """,
      clean: """
        struct Notes {
          let container: NSPersistentContainer
          func add(_ title: String) async throws -> NSManagedObjectID {
            try await container.performBackgroundTask { context in
              let note = CDNote(context: context)
              note.title = title
              try context.save()
              return note.objectID
            }
          }
          func titles() async throws -> [String] {
            let context = container.newBackgroundContext()
            return try await context.perform { try context.fetch(CDNote.fetchRequest()).compactMap(\\.title) }
          }
        }
        ---
        struct Notes {
          let container: NSPersistentContainer
          @MainActor func all() async throws -> [CDNote] {
            let context = container.viewContext
            return try await context.perform { try context.fetch(CDNote.fetchRequest()) }
          }
        }
        ---
        struct NoteRow { var title: String }
        func rows(_ container: NSPersistentContainer) async throws -> [NoteRow] {
          let context = container.newBackgroundContext()
          return try await context.perform {
            try context.fetch(CDNote.fetchRequest()).map { NoteRow(title: $0.title ?? "") }
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      ["perform", "performBackgroundTask"].contains(call.name), let closure = call.lastClosure,
      call.isReturnedLater, let receiver = call.receiver,
      // Who uses what an actor returns is told by 'model-across-actors'.
      !(call.enclosingType?.is(ActorDeclSyntax.self) ?? false),
      call.name == "performBackgroundTask" || receiver.contextQueue == .own,
      let function = call.enclosing(FunctionDeclSyntax.self),
      let type = function.signature.returnClause.flatMap({ WrittenType($0.type) })
    else { return }
    let types = TypeReader(file: file)
    guard types.isManaged(type.name) else { return }
    for value in closure.results {
      guard let given = types.managed(value), given.name == type.name else { continue }
      report(
        "'\(type.name)' belongs to the queue of this context, and the caller uses it elsewhere",
        at: file.location(value.unwrapped), entity: type.name)
      return
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether the function around waits for the call and returns what it gives.
  fileprivate var isReturnedLater: Bool {
    var node = Syntax(self)
    var waits = false
    while let next = node.parent {
      if next.is(AwaitExprSyntax.self) {
        waits = true
      } else if !next.is(TryExprSyntax.self) {
        break
      }
      node = next
    }
    guard waits, enclosing(ClosureExprSyntax.self) == nil else { return false }
    if node.parent?.is(ReturnStmtSyntax.self) ?? false { return true }
    return node.parent?.is(CodeBlockItemSyntax.self) ?? false
      && node.parent?.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
  }
}
