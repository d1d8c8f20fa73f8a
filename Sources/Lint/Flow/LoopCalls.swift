internal import SwiftSyntax

extension CodeBlockItemSyntax {
  /// The saves that a statement of the loop makes for an element.
  var saves: [FunctionCallExprSyntax] { calls.filter(\.isSave) }

  /// The calls that a statement makes each time, or for each element that fits; those under a
  /// condition that counts are made now and then.
  var calls: [FunctionCallExprSyntax] { steps.compactMap { $0.as(FunctionCallExprSyntax.self) } }

  /// The same with the members and subscripts that are read.
  var steps: [Syntax] { FileMemo.current?.steps(of: self) { readSteps } ?? readSteps }

  private var readSteps: [Syntax] {
    switch item {
    case .expr(let expression): return expression.steps
    case .stmt(let statement):
      if let attempt = statement.as(DoStmtSyntax.self) { return attempt.body.statements.steps }
      if let last = statement.as(DeferStmtSyntax.self) { return last.body.statements.steps }
      if let result = statement.as(ReturnStmtSyntax.self) { return result.expression?.steps ?? [] }
      if let guarded = statement.as(GuardStmtSyntax.self) { return guarded.conditions.firstSteps }
      return statement.as(ExpressionStmtSyntax.self)?.expression.steps ?? []
    case .decl(let declaration):
      return declaration.as(VariableDeclSyntax.self)?.bindings.flatMap {
        $0.initializer?.value.steps ?? []
      } ?? []
    }
  }
}

extension CodeBlockItemListSyntax {
  /// Those behind a check that lets one of many turns through are taken now and then.
  var steps: [Syntax] { steps(before: endIndex) }

  /// Those of a function's body that every call of it takes: what follows the return of something that is kept
  /// is done once.
  var stepsOfEachCall: [Syntax] {
    steps(before: firstIndex(where: \.returnsKept) ?? endIndex)
  }

  private func steps(before end: Index) -> [Syntax] {
    let all = self[..<end]
    let often = all.firstIndex(where: \.countsTurns).map { all[...$0] } ?? all
    return often.flatMap(\.steps)
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
  /// Those of all cases: which of them an element meets is a question of the element. A case of one written
  /// value, as of a column's name, is met by one of many.
  var choiceSteps: [Syntax] {
    if isOfManyCases { return subject.steps }
    return subject.steps
      + cases.flatMap { element in
        guard case .switchCase(let choice) = element, !choice.isOfWrittenValues else {
          return [Syntax]()
        }
        return choice.statements.steps
      }
  }
}

extension SwitchExprSyntax {
  /// From here on what one case does, is done for one kind of element among many.
  private static let many = 4

  /// Whether so many kinds are told apart that what stands in one of the cases runs for few elements.
  var isOfManyCases: Bool {
    cases.count { element in
      guard case .switchCase(let choice) = element else { return false }
      if case .case = choice.label { return true }
      return false
    } >= Self.many
  }
}

extension SwitchCaseSyntax {
  /// `case "Title", "Name":`, `case 3:`
  fileprivate var isOfWrittenValues: Bool {
    guard case .case(let label) = label else { return false }
    return label.caseItems.allSatisfy { item in
      let value = item.pattern.as(ExpressionPatternSyntax.self)?.expression
      return value?.is(StringLiteralExprSyntax.self) ?? false
        || value?.is(IntegerLiteralExprSyntax.self) ?? false
    }
  }
}

extension ConditionElementListSyntax {
  /// Whether it holds now and then only: of every so many elements, or at the end of them.
  fileprivate var counts: Bool {
    hasDescendant { node in
      if let name = node.as(BinaryOperatorExprSyntax.self)?.operator.text {
        return ["%", ">", ">=", "<", "<="].contains(name)
      }
      return node.as(TokenSyntax.self).map {
        ["count", "isMultiple", "last"].contains($0.text)
      } ?? false
    }
  }
}

extension CodeBlockItemSyntax {
  /// `guard count.isMultiple(of: 500) else { return }`: what follows is done for every so many elements.
  var countsTurns: Bool {
    guard let check = item.as(GuardStmtSyntax.self), check.body.statements.count < 3 else {
      return false
    }
    return check.conditions.hasDescendant { node in
      node.as(BinaryOperatorExprSyntax.self)?.operator.text == "%"
        || node.as(TokenSyntax.self)?.text == "isMultiple"
    } || check.conditions.comparesCount
  }
}

extension ConditionElementListSyntax {
  /// `waiting.count >= size`, `counter == size`, and not what asks whether there is anything.
  fileprivate var comparesCount: Bool {
    contains { condition in
      guard let terms = condition.condition.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        let sign = terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text,
        ["==", ">", ">="].contains(sign), let last = terms.last, let first = terms.first,
        !["0", "1"].contains(last.trimmedDescription)
      else { return false }
      // The list that fills up belongs to the type: an argument's own count is another matter.
      guard let access = first.unwrapped.as(MemberAccessExprSyntax.self),
        access.declName.baseName.text == "count", let base = access.base
      else { return false }
      if let name = base.as(DeclReferenceExprSyntax.self) {
        if case .property? = name.nameOrigin { return true }
        return name.nameOrigin == nil
      }
      return base.as(MemberAccessExprSyntax.self)?.base?.isSelfName ?? false
    }
  }
}

extension IfExprSyntax {
  /// `if let first = seen[note.id] { … } else { seen[note.id] = note }`
  private var looksForSeenOnes: Bool {
    guard case .codeBlock(let rest)? = elseBody else { return false }
    return conditions.lookUp(whatIsPutAwayIn: rest.statements)
  }

  var choiceSteps: [Syntax] {
    let asked = conditions.firstSteps
    if conditions.counts { return asked }
    let isElementwise = conditions.allSatisfy { condition in
      condition.condition.is(OptionalBindingConditionSyntax.self)
        || condition.hasDescendant { $0.as(TokenSyntax.self)?.text == "hasChanges" }
    }
    guard isElementwise || elseBody != nil || body.statements.savesWhatItChanges else {
      return asked
    }
    // What has been seen before is the exception.
    var found = asked + (looksForSeenOnes ? [] : body.statements.steps)
    switch elseBody {
    case .codeBlock(let block): found += block.statements.steps
    case .ifExpr(let next): found += next.choiceSteps
    case nil: break
    }
    return found
  }
}

extension SyntaxProtocol {
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
}

extension FunctionCallExprSyntax {
  var isSave: Bool {
    isOnContext && (name == "save" && arguments.isEmpty || name == "transaction")
  }
}
