internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds readers of the persistent history that begin at the same place each time.
struct HistoryTokenKept: SourceRule {
  static let info = RuleInfo(
    id: "history-token-kept", group: .dataAccess, severity: .warning,
    summary: "the history is read after a token that nothing ever moves on",
    why:
      "each time the whole history is read and merged again, which takes longer with every save, and old changes are "
      + "applied once more",
    fix:
      "keep the 'token' of the last transaction, or 'currentPersistentHistoryToken(fromStores:)', after reading",
    limits: "only for a stored property that its file never sets",
    examples: .texts(
      in: CoreDataText.code,
      flagged: follower("")
        + "\n---\n" + follower("transactions.forEach { print($0.token) }")
        + "\n---\n" + follower("", start: " = nil"),
      clean: follower("lastToken = transactions.last?.token", mark: "")
        + "\n---\n"
        + follower("keep(transactions, &lastToken)", mark: "")
        + "\n---\n" + """
          func all(_ context: NSManagedObjectContext, _ token: NSPersistentHistoryToken?) throws {
            _ = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
          }
          """))

  private static func follower(_ line: String, start: String = "", mark: String = "↓") -> String {
    """
    final class Follower {
      private var lastToken: NSPersistentHistoryToken?\(start)
      func follow(_ context: NSManagedObjectContext) throws {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: \(mark)lastToken)
        let result = try context.execute(request) as? NSPersistentHistoryResult
        let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
        \(line)
        for transaction in transactions {
          context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
        }
        let old = Date.distantPast
        _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: old))
      }
    }
    """
  }

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "fetchHistory", let given = call.argument("after")?.unwrapped,
      let name = given.as(DeclReferenceExprSyntax.self)
        ?? given.as(MemberAccessExprSyntax.self).flatMap({
          $0.base?.isSelfName ?? false ? $0.declName : nil
        }),
      let owner = name.ownerName,
      let binding = file.tree.binding(name.baseName.text, of: owner), binding.accessorBlock == nil,
      binding.typeAnnotation?.type.mentions(["NSPersistentHistoryToken"]) ?? false,
      binding.initializer?.value.is(NilLiteralExprSyntax.self) ?? true,
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
      variable.attributes.isEmpty,
      !variable.isConstant, !file.tree.sets(name.baseName.text)
    else { return }
    report(
      "'\(name.baseName.text)' is never set, so the whole history is read each time",
      at: file.location(given),
      certainty: variable.modifiers.isPrivate
        ? .certain : .inferred("another file may set it"))
  }
}

extension SourceFileSyntax {
  /// Whether anything of that name is given a value, or handed to a function that may give it one.
  fileprivate func sets(_ name: String) -> Bool {
    hasDescendant { node in
      if let given = node.as(InOutExprSyntax.self) { return given.expression.lastName == name }
      guard let terms = node.as(ExprListSyntax.self),
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      else { return false }
      return terms.first?.lastName == name
    }
  }
}
