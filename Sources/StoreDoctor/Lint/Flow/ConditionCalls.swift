internal import SwiftSyntax

extension ConditionElementListSyntax {
  /// The call that the first condition makes, which runs whatever comes of it: `if let note = find(name)`.
  var firstCalls: [FunctionCallExprSyntax] {
    guard let condition = first?.condition else { return [] }
    let value =
      condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value
      ?? condition.as(ExprSyntax.self)
    return value.flatMap { $0.asked }.map { [$0] } ?? []
  }
}

extension ExprSyntax {
  /// The call of `try? find(name)`, `!isKnown(name)`, `find(name) == nil`.
  fileprivate var asked: FunctionCallExprSyntax? {
    if let negated = self.as(PrefixOperatorExprSyntax.self) { return negated.expression.asked }
    if let terms = self.as(SequenceExprSyntax.self)?.elements { return terms.first?.asked }
    return call
  }
}
