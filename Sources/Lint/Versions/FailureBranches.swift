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
      || item.plainCall?.endsProgram ?? false
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

extension StoreDeletedOnFailure {
  /// The pieces of code that run when a container was not made, as far as they keep no copy of the
  /// store: what was put aside before is not lost.
  static func failures(_ node: Syntax) -> [[CodeBlockItemSyntax]] {
    var found: [[CodeBlockItemSyntax]] = []
    if let failed = node.whenNoContainer {
      found = [failed]
    } else if let attempt = node.as(DoStmtSyntax.self), attempt.isHandwritten,
      attempt.body.statements.makesContainer
    {
      found = attempt.catchClauses.map { Array($0.body.statements) }
      if let rest = attempt.whatFollowsFailure { found.append(rest) }
    } else if let choice = node.as(IfExprSyntax.self), choice.conditions.saysThatNoneOpened {
      found = [Array(choice.body.statements)]
    }
    return found.filter { !$0.contains(where: \.keepsACopy) }
  }

  /// Whether code deletes files or stores and keeps no copy.
  static func deletes(_ body: CodeBlockItemListSyntax) -> Bool {
    body.isHandwritten && body.removesStore && !body.keepsACopy
  }
}

extension ConditionElementListSyntax {
  /// `Store.main.persistentStoreCoordinator == nil`: what opens the store gives none where that fails.
  fileprivate var saysThatNoneOpened: Bool {
    guard count == 1,
      let terms = first?.condition.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count == 3, terms[1].trimmedDescription == "==", terms[2].is(NilLiteralExprSyntax.self)
    else { return false }
    return ["coordinator", "persistentStoreCoordinator", "storeCoordinator"].contains(
      terms[0].lastName ?? "")
  }
}
