internal import SwiftSyntax

extension CodeBlockItemSyntax {
  /// The saves that a statement of the loop makes for an element.
  var saves: [FunctionCallExprSyntax] { calls.filter(\.isSave) }

  /// The calls that a statement makes each time, or for each element that fits; those under a
  /// condition that counts are made now and then.
  var calls: [FunctionCallExprSyntax] {
    switch item {
    case .expr(let expression):
      if let choice = expression.as(IfExprSyntax.self) { return choice.calls }
      if let choice = expression.as(SwitchExprSyntax.self) { return choice.calls }
      guard let call = expression.call else { return [] }
      // `context.performAndWait { … }` makes them at once.
      return call.withCallsAtOnce
    case .stmt(let statement):
      if let attempt = statement.as(DoStmtSyntax.self) {
        return attempt.body.statements.flatMap(\.calls)
      }
      if let last = statement.as(DeferStmtSyntax.self) {
        return last.body.statements.flatMap(\.calls)
      }
      if let result = statement.as(ReturnStmtSyntax.self)?.expression?.readCall {
        return result.withCallsAtOnce
      }
      if let guarded = statement.as(GuardStmtSyntax.self) { return guarded.conditions.firstCalls }
      let choice = statement.as(ExpressionStmtSyntax.self)?.expression
      return choice?.as(IfExprSyntax.self)?.calls ?? choice?.as(SwitchExprSyntax.self)?.calls ?? []
    case .decl(let declaration):
      return declaration.as(VariableDeclSyntax.self)?.bindings.compactMap {
        $0.initializer?.value.readCall
      } ?? []
    }
  }
}

extension ExprSyntax {
  /// The call whose result is read: `load(request)` of `load(request).first`.
  fileprivate var readCall: FunctionCallExprSyntax? {
    var value = self
    for _ in 0..<4 {
      if let call = value.call { return call }
      guard let base = value.unwrapped.as(MemberAccessExprSyntax.self)?.base else { return nil }
      value = base
    }
    return nil
  }
}

extension CodeBlockItemSyntax {
  fileprivate var leaves: Bool {
    item.is(ReturnStmtSyntax.self) || item.is(BreakStmtSyntax.self) || item.is(ThrowStmtSyntax.self)
  }
}

extension CodeBlockItemListSyntax {
  /// Whether a save follows an insert or delete of the same block: it is made for that one object.
  fileprivate var savesWhatItChanges: Bool {
    var changes = false
    for item in self {
      let calls = item.calls
      if changes, calls.contains(where: \.isSave) { return true }
      changes =
        changes || calls.contains { ["insert", "delete"].contains($0.name) && $0.isOnContext }
    }
    return false
  }
}

extension SwitchExprSyntax {
  /// Those of all cases: which of them an element meets is a question of the element.
  fileprivate var calls: [FunctionCallExprSyntax] {
    cases.flatMap { element in
      guard case .switchCase(let choice) = element else { return [FunctionCallExprSyntax]() }
      return choice.statements.flatMap(\.calls)
    }
  }
}

extension IfExprSyntax {
  /// `if let first = seen[note.id] { … } else { seen[note.id] = note }`
  private var looksForSeenOnes: Bool {
    guard case .codeBlock(let rest)? = elseBody else { return false }
    return conditions.lookUp(whatIsPutAwayIn: rest.statements)
  }

  fileprivate var calls: [FunctionCallExprSyntax] {
    let counts = conditions.hasDescendant { node in
      if let name = node.as(BinaryOperatorExprSyntax.self)?.operator.text {
        return ["%", ">", ">=", "<", "<="].contains(name)
      }
      return node.as(TokenSyntax.self).map {
        ["count", "isMultiple", "last"].contains($0.text)
      } ?? false
    }
    let asked = conditions.firstCalls
    if counts { return asked }
    let isElementwise = conditions.allSatisfy { condition in
      condition.condition.is(OptionalBindingConditionSyntax.self)
        || condition.hasDescendant { $0.as(TokenSyntax.self)?.text == "hasChanges" }
    }
    guard isElementwise || elseBody != nil || body.statements.savesWhatItChanges else {
      return asked
    }
    // What has been seen before is the exception.
    var found = asked + (looksForSeenOnes ? [] : body.statements.flatMap(\.calls))
    switch elseBody {
    case .codeBlock(let block): found += block.statements.flatMap(\.calls)
    case .ifExpr(let next): found += next.calls
    case nil: break
    }
    return found
  }
}

extension FunctionCallExprSyntax {
  /// The call, and those in its closure where a context runs that at once.
  fileprivate var withCallsAtOnce: [FunctionCallExprSyntax] {
    [self] + (performsAtOnce ? trailingClosure?.statements.flatMap(\.calls) ?? [] : [])
  }

  /// Whether the loop is left once the call has succeeded, as where something is tried until it works.
  var endsLoop: Bool {
    // What returns from a closure only ends its turn.
    if isInTurnOfClosure { return false }
    var node = Syntax(self)
    while let parent = node.parent, !node.is(ForStmtSyntax.self), !node.is(WhileStmtSyntax.self),
      !node.is(RepeatStmtSyntax.self), !node.is(ClosureExprSyntax.self)
    {
      if let item = node.as(CodeBlockItemSyntax.self),
        let list = parent.as(CodeBlockItemListSyntax.self)
      {
        if list.drop(while: { $0.id != item.id }).contains(where: \.leaves) { return true }
      }
      // `if let note = try find(name) { return note }` goes on until it has found one.
      if node.is(OptionalBindingConditionSyntax.self),
        let choice = node.enclosing(IfExprSyntax.self),
        choice.conditions.contains(where: { Syntax($0).id == node.parent?.id }),
        choice.body.statements.contains(where: \.leaves)
      {
        return true
      }
      node = parent
    }
    return false
  }

  /// Whether the nearest loop around the call is the closure of a method, if any.
  private var isInTurnOfClosure: Bool {
    var node = parent
    for _ in 0..<256 {
      guard let next = node, !next.is(ForStmtSyntax.self), !next.is(WhileStmtSyntax.self),
        !next.is(RepeatStmtSyntax.self)
      else { return false }
      if next.is(ClosureExprSyntax.self) { return true }
      node = next.parent
    }
    return false
  }

  var isSave: Bool {
    isOnContext && (name == "save" && arguments.isEmpty || name == "transaction")
  }
}
