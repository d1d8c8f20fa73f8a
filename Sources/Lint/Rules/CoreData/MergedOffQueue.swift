internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds main contexts that take over the changes of others on whatever thread has saved them.
struct MergedOffQueue: SourceRule {
  static let info = RuleInfo(
    id: "merged-off-queue", group: .dataAccess, severity: .warning,
    summary: "the main thread's context merges changes on the thread that has saved them",
    why:
      "'NSManagedObjectContextDidSave' is posted on the queue of the context that saves: its observer runs there, and "
      + "the main context is changed while the main thread reads it, which crashes now and then",
    fix:
      "merge inside 'viewContext.perform { … }', or set 'viewContext.automaticallyMergesChangesFromParent = true' and "
      + "leave the observer out",
    limits:
      "observers in the same file, without a queue or with one of their own; those of the main context itself, and "
      + "functions bound to the main actor are left alone",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        final class Stack {
          let container: NSPersistentContainer
          let writer: NSManagedObjectContext
          init(_ container: NSPersistentContainer) {
            self.container = container
            writer = container.newBackgroundContext()
            NotificationCenter.default.addObserver(forName: .NSManagedObjectContextDidSave, object: writer, queue: nil) {
              [weak self] note in
              self?.container.viewContext.↓mergeChanges(fromContextDidSave: note)
            }
          }
        }
        ---
        final class Merger: NSObject {
          let viewContext: NSManagedObjectContext
          init(_ container: NSPersistentContainer) {
            viewContext = container.viewContext
            super.init()
            NotificationCenter.default.addObserver(
              self, selector: #selector(merge(_:)), name: .NSManagedObjectContextDidSave, object: nil)
          }
          @objc private func merge(_ note: Notification) {
            guard let context = note.object as? NSManagedObjectContext, context !== viewContext else { return }
            viewContext.↓mergeChanges(fromContextDidSave: note)
          }
        }
        ---
        func watch(_ container: NSPersistentContainer) {
          let main = container.viewContext
          let worker = container.newBackgroundContext()
          NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectsNotification, object: worker, queue: OperationQueue()
          ) { main.↓mergeChanges(fromContextDidSave: $0) }
        }
        """,
      clean: """
        final class Stack {
          let container: NSPersistentContainer
          let writer: NSManagedObjectContext
          init(_ container: NSPersistentContainer) {
            self.container = container
            writer = container.newBackgroundContext()
            let main = container.viewContext
            NotificationCenter.default.addObserver(forName: .NSManagedObjectContextDidSave, object: writer, queue: .main) {
              main.mergeChanges(fromContextDidSave: $0)
            }
            NotificationCenter.default.addObserver(forName: .NSManagedObjectContextDidSave, object: writer, queue: nil) {
              note in main.perform { main.mergeChanges(fromContextDidSave: note) }
            }
          }
        }
        ---
        final class Merger: NSObject {
          let viewContext: NSManagedObjectContext
          init(_ container: NSPersistentContainer) {
            viewContext = container.viewContext
            super.init()
            NotificationCenter.default.addObserver(
              self, selector: #selector(merge(_:)), name: .NSManagedObjectContextDidSave, object: nil)
          }
          @objc private func merge(_ note: Notification) {
            DispatchQueue.main.async { self.viewContext.mergeChanges(fromContextDidSave: note) }
          }
        }
        ---
        func watch(_ container: NSPersistentContainer) {
          let main = container.viewContext
          let worker = container.newBackgroundContext()
          NotificationCenter.default.addObserver(forName: .NSManagedObjectContextDidSave, object: main, queue: nil) { note in
            worker.perform { worker.mergeChanges(fromContextDidSave: note) }
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  private static let names: Set = [
    "NSManagedObjectContextDidSave", "didSaveObjectsNotification",
    "NSManagedObjectContextObjectsDidChange",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "mergeChanges", call.argument("fromContextDidSave") != nil,
      let context = call.receiver, file.queue(of: context) == .main,
      call.runsWhereSaved(file)
    else { return }
    report(
      "this runs on the thread of the context that has saved, and not on that of '\(context.trimmedDescription)'",
      at: file.location(call.nameNode))
  }

  /// Whether the observer that a call adds runs on whatever thread posts.
  fileprivate static func isUnbound(_ call: FunctionCallExprSyntax, _ file: LintFile) -> Bool {
    guard call.name == "addObserver",
      let name = call.argument("forName") ?? call.argument("name"), name.mentions(names)
    else { return false }
    if let sender = call.argument("object"), file.queue(of: sender) == .main { return false }
    guard call.argument("forName") != nil else { return true }
    guard let queue = call.argument("queue") else { return false }
    return queue.is(NilLiteralExprSyntax.self)
      || queue.call?.calledExpression.dottedName == "OperationQueue"
  }
}

extension FunctionCallExprSyntax {
  /// Whether an observer runs the call at once, on the thread of whoever posts.
  fileprivate func runsWhereSaved(_ file: LintFile) -> Bool {
    var node = Syntax(self)
    for _ in 0..<128 {
      guard let next = node.parent else { return false }
      if let closure = next.as(ClosureExprSyntax.self) {
        guard let user = closure.userCall else { return false }
        return MergedOffQueue.isUnbound(user, file)
      }
      if let function = next.as(FunctionDeclSyntax.self) {
        guard function.attribute("MainActor") == nil, let type = function.enclosingType,
          type.asProtocol((any WithAttributesSyntax).self)?.attribute("MainActor") == nil
        else { return false }
        return file.tree.hasDescendant { node in
          guard let add = node.as(FunctionCallExprSyntax.self), add.name == "addObserver",
            let selector = add.argument("selector")
          else { return false }
          return selector.mentions([function.name.text]) && MergedOffQueue.isUnbound(add, file)
        }
      }
      if next.is(MemberBlockItemSyntax.self) { return false }
      node = next
    }
    return false
  }
}
