internal import SwiftSyntax

extension ConditionElementListSyntax {
  /// Whether a condition asks a table for what other code fills into it: `let first = seen[note.id]`
  /// where that sets `seen[note.id] = note`. Then only elements that came before fit.
  func lookUp(whatIsPutAwayIn code: CodeBlockItemListSyntax) -> Bool {
    contains { condition in
      guard
        let table = condition.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value
          .as(SubscriptCallExprSyntax.self)?.calledExpression.trimmedDescription
      else { return false }
      return code.hasDescendant { node in
        guard let terms = node.as(SequenceExprSyntax.self)?.elements,
          terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
        else { return false }
        return terms.first?.as(SubscriptCallExprSyntax.self)?.calledExpression.trimmedDescription
          == table
      }
    }
  }
}

extension CodeBlockItemSyntax {
  /// Whether only elements that came before reach the statement, behind
  /// `guard let first = seen[note.id] else { seen[note.id] = note; continue }`.
  var isForSeenOnes: Bool {
    guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count > 1 else { return false }
    for item in list {
      guard item.id != id else { return false }
      if let check = item.item.as(GuardStmtSyntax.self),
        check.conditions.lookUp(whatIsPutAwayIn: check.body.statements)
      {
        return true
      }
    }
    return false
  }
}
