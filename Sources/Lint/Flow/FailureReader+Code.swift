internal import SwiftSyntax

/// Statements as they run where a fetch fails.
extension FailureReader {
  /// How a list of statements ends.
  enum End {
    /// They give this result.
    case gives(Outcome)
    /// They leave in a way that says nothing of the fetch, or says that it failed.
    case leaves
    /// What follows them runs, after a fetch that failed if there is one.
    case goesOn(EmptyFetch?)
  }

  /// What a function with these statements gives to its callers.
  func outcome(of items: CodeBlockItemListSyntax) -> Outcome? {
    guard let memo = FileMemo.current else { return result(of: items) }
    return memo.failure(of: items, depth: depth) { result(of: items) }
  }

  private func result(of items: CodeBlockItemListSyntax) -> Outcome? {
    // The value of a closure or getter.
    if items.count == 1, let value = items.first?.item.as(ExprSyntax.self),
      !value.is(IfExprSyntax.self),
      !value.is(SwitchExprSyntax.self)
    {
      return outcome(of: value)
    }
    guard case .gives(let outcome) = run(items, after: nil) else { return nil }
    return outcome
  }

  func run(_ items: CodeBlockItemListSyntax, after failed: EmptyFetch?) -> End {
    var failed = failed
    for item in items {
      switch run(item, after: failed) {
      case .gives(let outcome): return .gives(outcome)
      case .leaves: return .leaves
      case .goesOn(let fetch): failed = fetch ?? failed
      }
    }
    return .goesOn(failed)
  }

  private func run(_ item: CodeBlockItemSyntax, after failed: EmptyFetch?) -> End {
    switch item.item {
    case .decl(let declaration):
      for binding in declaration.as(VariableDeclSyntax.self)?.bindings ?? [] {
        if let value = binding.initializer?.value, case .thrown(let fetch)? = outcome(of: value) {
          return .gives(.thrown(fetch))
        }
      }
      return .goesOn(nil)
    case .expr(let value): return run(value, after: failed)
    case .stmt(let statement):
      switch statement.as(StmtSyntaxEnum.self) {
      case .returnStmt(let result):
        guard let value = result.expression else { return .leaves }
        if let failed, let constant = value.constantValue {
          return .gives(.value(constant, failed))
        }
        return outcome(of: value).map { .gives($0) } ?? .leaves
      case .throwStmt: return failed.map { .gives(.thrown($0)) } ?? .leaves
      case .breakStmt, .continueStmt: return .leaves
      case .doStmt(let attempt): return run(attempt, after: failed)
      case .guardStmt(let check):
        guard let found = outcome(of: check.conditions) else { return .goesOn(nil) }
        if case .thrown = found { return .gives(found) }
        return found.value == .no
          ? run(check.body.statements, after: found.fetch) : .goesOn(found.fetch)
      case .forStmt(let loop):
        guard let found = outcome(of: loop.sequence) else { return .goesOn(nil) }
        if case .thrown = found { return .gives(found) }
        return .goesOn(found.fetch)
      case .expressionStmt(let statement): return run(statement.expression, after: failed)
      default: return .goesOn(nil)
      }
    }
  }

  private func run(_ value: ExprSyntax, after failed: EmptyFetch?) -> End {
    if let choice = value.as(IfExprSyntax.self) {
      guard let found = outcome(of: choice.conditions) else { return .goesOn(nil) }
      if case .thrown = found { return .gives(found) }
      if found.value == .yes { return run(choice.body.statements, after: found.fetch) }
      switch choice.elseBody {
      case .codeBlock(let block)?: return run(block.statements, after: found.fetch)
      case .ifExpr(let next)?: return run(ExprSyntax(next), after: found.fetch)
      case nil: return .goesOn(found.fetch)
      }
    }
    if let choice = value.as(SwitchExprSyntax.self) {
      guard let found = outcome(of: choice.subject) else { return .goesOn(nil) }
      if case .thrown = found { return .gives(found) }
      guard let branch = choice.branch(for: found) else { return .goesOn(nil) }
      switch run(branch.statements, after: found.fetch) {
      case .leaves where branch.statements.last?.item.is(BreakStmtSyntax.self) ?? false:
        return .goesOn(found.fetch)
      case let end: return end
      }
    }
    // `note = try context.fetch(one).first`
    let given = value.as(SequenceExprSyntax.self).flatMap { sequence -> ExprSyntax? in
      let terms = Array(sequence.elements)
      return terms.count > 2 && terms[1].is(AssignmentExprSyntax.self) ? terms[2] : nil
    }
    if case .thrown(let fetch)? = outcome(of: given ?? value) { return .gives(.thrown(fetch)) }
    return .goesOn(nil)
  }

  private func run(_ attempt: DoStmtSyntax, after failed: EmptyFetch?) -> End {
    switch run(attempt.body.statements, after: failed) {
    case .gives(.thrown(let fetch)):
      // The first clause that takes all errors.
      guard let clause = attempt.catchClauses.first(where: \.takesAll) else {
        return .gives(.thrown(fetch))
      }
      return run(clause.body.statements, after: fetch)
    case let end: return end
    }
  }

  /// What conditions come to: `.no` where one of them cannot hold, `.yes` where one holds and the others may.
  func outcome(of conditions: ConditionElementListSyntax) -> Outcome? {
    var found: Outcome?
    for element in conditions {
      switch outcome(of: element) {
      case .thrown(let fetch)?: return .thrown(fetch)
      case .value(.no, let fetch)?: return .value(.no, fetch)
      case .value(.yes, let fetch)?: found = found ?? .value(.yes, fetch)
      default: break
      }
    }
    return found
  }

  func outcome(of element: ConditionElementSyntax) -> Outcome? {
    switch element.condition {
    case .expression(let value): return outcome(of: value)
    case .optionalBinding(let binding):
      let found: Outcome?
      if let value = binding.initializer?.value {
        found = outcome(of: value)
      } else {
        found = binding.pattern.boundNames.onlyElement.flatMap {
          outcome(ofLocal: $0, at: Syntax(element))
        }
      }
      guard case .value(let value, let fetch)? = found else { return found }
      return value == .absent ? .value(.no, fetch) : nil
    case .matchingPattern(let matching):
      guard case .value(let value, let fetch)? = outcome(of: matching.initializer.value) else {
        return nil
      }
      let name = matching.pattern.caseName
      switch (value, name) {
      case (.failure, "success"?), (.absent, "some"?): return .value(.no, fetch)
      case (.failure, "failure"?), (.absent, "none"?): return .value(.yes, fetch)
      default: return nil
      }
    case .availability: return nil
    }
  }
}

extension SwitchExprSyntax {
  /// The branch that runs for nil, and for a failure.
  fileprivate func branch(for outcome: FailureReader.Outcome) -> SwitchCaseSyntax? {
    let names: Set<String> =
      switch outcome.value {
      case .failure?: ["failure"]
      case FailureReader.Value.absent?: ["none", "nil"]
      case .yes?: ["true"]
      case .no?: ["false"]
      case .zero?: ["0"]
      default: []
      }
    guard !names.isEmpty else { return nil }
    let branches = cases.compactMap { $0.as(SwitchCaseSyntax.self) }
    return branches.first { branch in
      guard case .case(let label) = branch.label else { return false }
      return label.caseItems.contains { item in
        item.whereClause == nil
          && (names.contains(item.pattern.caseName ?? "")
            || names.contains(item.pattern.trimmedDescription))
      }
    } ?? branches.first { if case .default = $0.label { true } else { false } }
  }

  /// Whether a branch is the one that runs then.
  func runs(_ branch: SwitchCaseSyntax, for outcome: FailureReader.Outcome) -> Bool? {
    self.branch(for: outcome).map { $0.id == branch.id }
  }
}

extension PatternSyntax {
  /// `success` of `.success(let notes)` and `let .success(notes)`.
  fileprivate var caseName: String? {
    let pattern = self.as(ValueBindingPatternSyntax.self)?.pattern ?? self
    guard let value = pattern.as(ExpressionPatternSyntax.self)?.expression else { return nil }
    return value.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? value.as(FunctionCallExprSyntax.self)?.name
  }
}
