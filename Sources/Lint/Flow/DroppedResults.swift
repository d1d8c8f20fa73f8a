internal import SwiftSyntax

extension FlowReader {
  /// `context.commit()` and `_ = context.commit()`, where a function of that name saves.
  mutating func noteDropped(_ items: CodeBlockItemListSyntax) {
    guard !file.isTest, items.isHandwritten else { return }
    // The only expression of a function or closure may be what it gives.
    let isResult = items.count == 1 && items.mayBeResult
    for item in items {
      guard case .expr(let value) = item.item,
        let call = value.droppedCall ?? (isResult ? nil : value.call),
        file.mayAsk(call.name + "()"), !(call.isContextMethod && call.isOnContext),
        let meant = callee(of: call)
      else { continue }
      flows.dropped.append(meant)
    }
  }
}

extension CodeBlockItemListSyntax {
  /// Whether these are the statements of a closure, a getter, or a function with a result.
  fileprivate var mayBeResult: Bool {
    guard let code = parent else { return false }
    if code.is(ClosureExprSyntax.self) || code.is(AccessorBlockSyntax.self) { return true }
    guard let owner = code.parent else { return false }
    return owner.as(FunctionDeclSyntax.self).map { $0.signature.returnClause != nil }
      ?? owner.is(AccessorDeclSyntax.self)
  }
}

extension ExprSyntax {
  /// The call of `_ = commit()`.
  fileprivate var droppedCall: FunctionCallExprSyntax? {
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.first?.is(DiscardAssignmentExprSyntax.self) ?? false
    else { return nil }
    return terms.last?.call
  }
}

extension FunctionDeclSyntax {
  /// Whether it returns whether its save failed: `(try? save()) != nil`, or `return false`, `return error` or
  /// `return .failure(error)` in the `catch` behind it, perhaps after writing the error to a log.
  var tellsWhetherSaved: Bool {
    let result = signature.returnClause?.type.trimmedDescription
    guard let result,
      result == "Bool" || result.hasPrefix("Result<")
        || ["Error?", "(any Error)?", "NSError?"].contains(result),
      signature.effectSpecifiers?.throwsClause == nil, let body, body.isHandwritten
    else { return false }
    return body.hasDescendant { node in
      if let attempt = node.as(TryExprSyntax.self) {
        return attempt.questionOrExclamationMark?.text == "?"
          && attempt.expression.call?.isSave ?? false && attempt.isComparedWithNil
      }
      guard let attempt = node.as(DoStmtSyntax.self), let last = attempt.catchClauses.last,
        attempt.body.statements.contains(where: { $0.calls.contains(where: \.isSave) })
      else { return false }
      guard
        let failure = last.body.statements.last?.item.as(ReturnStmtSyntax.self)?.expression
      else { return false }
      let isFailure =
        ["false", "error"].contains(failure.trimmedDescription) || failure.call?.name == "failure"
      // What the error is told to, may show it.
      return isFailure
        && last.body.statements.dropLast().allSatisfy { $0.item.plainCall?.prints ?? false }
    }
  }
}

extension TryExprSyntax {
  /// `(try? context.save()) != nil`
  var isComparedWithNil: Bool {
    var node = Syntax(self)
    for _ in 0..<4 {
      guard let next = node.parent else { return false }
      if let terms = next.as(ExprListSyntax.self) {
        return terms.count == 3 && terms.last?.is(NilLiteralExprSyntax.self) ?? false
      }
      node = next
    }
    return false
  }

  /// Whether all that follows from a failure is that the function ends without a word:
  /// `guard (try? context.save()) != nil else { return }`.
  var endsQuietly: Bool {
    guard isComparedWithNil, let choice = enclosing(GuardStmtSyntax.self),
      choice.conditions.count == 1, choice.conditions.position <= position,
      position < choice.conditions.endPosition, choice.body.statements.count == 1,
      let last = choice.body.statements.first?.item.as(ReturnStmtSyntax.self)
    else { return false }
    return last.expression == nil
  }
}
