internal import Diagnostics
internal import SwiftSyntax

/// Steps of a transaction whose error is thrown away: it is committed without them.
extension SwallowedStoreError {
  static func checkTransaction(
    _ call: FunctionCallExprSyntax, in file: LintFile, report: RuleReport
  ) {
    guard call.name == "transaction", call.isOnContext, let closure = call.lastClosure,
      closure.isHandwritten
    else { return }
    var (lost, changes) = ([FunctionCallExprSyntax](), 0)
    closure.statements.forEachDescendant { node in
      guard let step = node.as(FunctionCallExprSyntax.self), step.isOnContext,
        ["delete", "fetch", "insert", "enumerate"].contains(step.name)
      else { return true }
      if step.name != "fetch" { changes += 1 }
      if node.enclosing(TryExprSyntax.self)?.questionOrExclamationMark?.text == "?",
        ["delete", "enumerate"].contains(step.name)
      {
        lost.append(step)
      }
      return true
    }
    guard let step = lost.first, changes > 1 else { return }
    report(
      "when this step fails, the transaction is committed without it: half of the work is kept",
      at: file.location(step.nameNode),
      help: "write 'try', so that the error ends the transaction and nothing of it is kept",
      severity: .warning)
  }

  static let transactions: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      func clear(_ context: ModelContext) throws {
        try context.transaction {
          try? context.↓delete(model: Note.self)
          try? context.delete(model: Folder.self)
        }
      }
      """,
    clean: """
      func clear(_ context: ModelContext) throws {
        try context.transaction {
          try context.delete(model: Note.self)
          try context.delete(model: Folder.self)
        }
        try context.transaction { try? context.delete(model: Note.self) }
        try? context.delete(model: Folder.self)
      }
      """)
}
