internal import SwiftSyntax

extension IfExprSyntax {
  /// What runs where the condition of an `if` that returns does not hold.
  var whatFollowsReturn: [CodeBlockItemSyntax]? {
    guard elseBody == nil, body.statements.contains(where: { $0.item.is(ReturnStmtSyntax.self) }),
      let item = enclosing(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return nil }
    return Array(list).filter { $0.position > item.position }
  }
}

extension Syntax {
  /// Whether a `try` that throws on stands before the expression.
  var isTried: Bool {
    var node = self
    for _ in 0..<4 {
      if let attempt = node.as(TryExprSyntax.self) {
        return attempt.questionOrExclamationMark == nil
      }
      guard node.is(AwaitExprSyntax.self) || node.is(TupleExprSyntax.self),
        let next = node.parent
      else { return false }
      node = next
    }
    return false
  }
}
