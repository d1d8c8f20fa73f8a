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

extension DoStmtSyntax {
  /// What stands behind a `do` that ends with `return`, where no `catch` leads away: only a failure goes on
  /// there.
  var whatFollowsFailure: [CodeBlockItemSyntax]? {
    guard body.statements.last?.item.is(ReturnStmtSyntax.self) ?? false, !catchClauses.isEmpty,
      !catchClauses.contains(where: { $0.body.statements.last?.isWayOut ?? false }),
      let item = parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return nil }
    let rest = Array(list).filter { $0.position > item.position }
    return rest.isEmpty ? nil : rest
  }
}

extension CodeBlockItemSyntax {
  fileprivate var isWayOut: Bool {
    item.is(ReturnStmtSyntax.self) || item.is(ThrowStmtSyntax.self) || item.is(BreakStmtSyntax.self)
      || item.is(ContinueStmtSyntax.self)
      || ["abort", "exit", "fatalError", "preconditionFailure"].contains(
        item.plainCall?.name ?? "")
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

extension CodeBlockItemListSyntax {
  /// The statements that an app is shipped with: those of the branches of `#if` in place of it, but for
  /// what is there for debugging alone.
  var released: [CodeBlockItemSyntax] { flatMap(\.released) }
}

extension CodeBlockItemSyntax {
  /// The statement itself, or those of the branches of `#if`.
  var released: [CodeBlockItemSyntax] {
    guard let choice = item.as(IfConfigDeclSyntax.self) else { return [self] }
    var isReleaseSaid = false
    return choice.clauses.flatMap { clause -> [CodeBlockItemSyntax] in
      let condition = clause.condition?.trimmedDescription.filter { !$0.isWhitespace }
      // What stands behind `#if !DEBUG … #else` is for debugging.
      if condition == "DEBUG" || condition == nil && isReleaseSaid { return [] }
      if condition == "!DEBUG" { isReleaseSaid = true }
      return clause.elements?.as(CodeBlockItemListSyntax.self)?.released ?? []
    }
  }
}

extension SwitchExprSyntax {
  /// What the cases run that are met where an optional has a value: `case let error?`,
  /// `case (let error?, true)`, `case .some(let error)`, and `default` beside a case for `nil`.
  var statementsOfValues: [CodeBlockItemSyntax] {
    let all = cases.compactMap { $0.as(SwitchCaseSyntax.self) }
    let hasNil = all.contains { $0.label.mentions(["nil", "none"]) }
    return all.flatMap { element -> [CodeBlockItemSyntax] in
      switch element.label {
      case .default: return hasNil ? Array(element.statements) : []
      case .case(let label):
        let isValue =
          label.hasDescendant { $0.is(OptionalChainingExprSyntax.self) } || label.mentions(["some"])
        return isValue ? Array(element.statements) : []
      }
    }
  }
}
