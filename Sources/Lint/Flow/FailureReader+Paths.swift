internal import SwiftSyntax

/// Code that runs because a fetch found nothing, and so as well where it failed.
extension FailureReader {
  /// The fetch by whose failure the code gets to a place, where it does not when the fetch finds something.
  func failure(leadingTo place: Syntax) -> EmptyFetch? {
    guard let body = place.enclosingBody, body.isHandwritten else { return nil }
    var found: [EmptyFetch] = []
    // Fetches after whose failure the place is not reached.
    var stopped: Set<SyntaxIdentifier> = []
    func note(_ outcome: Outcome?, runs expected: Bool) {
      switch outcome {
      case .value(.yes, let fetch)?:
        if expected { found.append(fetch) } else { stopped.insert(fetch.fetch.id) }
      case .value(.no, let fetch)?:
        if expected { stopped.insert(fetch.fetch.id) } else { found.append(fetch) }
      case .value(.absent, let fetch)?, .value(.empty, let fetch)?:
        if expected { stopped.insert(fetch.fetch.id) }
      case .thrown(let fetch)?: stopped.insert(fetch.fetch.id)
      default: break
      }
    }
    var node = place
    for _ in 0..<128 {
      guard node.id != body.id, let next = node.parent else { break }
      switch next.as(SyntaxEnum.self) {
      case .ifExpr(let choice) where choice.conditions.id != node.id:
        let isThen = choice.body.id == node.id
        note(isThen ? outcome(of: choice.conditions) : absence(in: choice.conditions), runs: isThen)
      case .guardStmt(let check) where check.body.id == node.id:
        note(absence(in: check.conditions), runs: false)
      case .codeBlockItemList(let items):
        for item in items where item.position < node.position { check(item, note) }
      case .forStmt(let loop) where loop.body.id == node.id:
        note(filtered(by: loop.sequence), runs: true)
        note(outcome(of: loop.sequence), runs: true)
        if let clause = loop.whereClause { note(outcome(of: clause.condition), runs: true) }
      case .closureExpr(let closure):
        if let list = closure.loopedList {
          note(filtered(by: list), runs: true)
          note(outcome(of: list), runs: true)
        }
      case .switchCase(let branch):
        if let choice = branch.parent?.parent?.as(SwitchExprSyntax.self),
          let outcome = outcome(of: choice.subject), let runs = choice.runs(branch, for: outcome)
        {
          if runs { found.append(outcome.fetch) } else { stopped.insert(outcome.fetch.fetch.id) }
        }
      case .catchClause(let clause):
        if let attempt = clause.parent?.parent?.as(DoStmtSyntax.self),
          let fetch = fetchEnding(attempt)
        {
          found.append(fetch)
        }
      case .exprList(let list):
        let terms = Array(list)
        if let index = terms.firstIndex(where: { Syntax($0).id == node.id }), index == 2,
          terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
          case .value(.absent, let fetch)? = outcome(of: terms[0])
        {
          found.append(fetch)
        }
      default: break
      }
      node = next
    }
    return found.first { !stopped.contains($0.fetch.id) }
  }

  /// What conditions come to whose `else` is for what is not there: the object that is looked for may not be asked
  /// for more, `if let note = find(code), note.isOpen`, which leads there as well.
  private func absence(in conditions: ConditionElementListSyntax) -> Outcome? {
    guard let found = outcome(of: conditions), found.value == .no,
      let last = conditions.last(where: { !$0.asksWhetherFound })
    else { return outcome(of: conditions) }
    return outcome(of: last)?.value == .no ? found : nil
  }

  /// Statements before a place that may leave before it is reached.
  private func check(_ item: CodeBlockItemSyntax, _ note: (Outcome?, Bool) -> Void) {
    if let check = item.item.as(GuardStmtSyntax.self) {
      note(outcome(of: check.conditions), true)
    } else if let choice = item.item.onlyExpression?.as(IfExprSyntax.self), choice.elseBody == nil,
      choice.body.statements.leaves
    {
      note(absence(in: choice.conditions), false)
    } else if let choice = item.item.onlyExpression?.as(SwitchExprSyntax.self),
      let found = outcome(of: choice.subject)
    {
      // `case .success(let notes): if let first = notes.first { return first }`
      let branches = choice.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
      guard let taken = branches.first(where: { choice.runs($0, for: found) ?? false }) else {
        return
      }
      if taken.statements.leaves {
        note(.value(.no, found.fetch), true)
      } else if branches.contains(where: { $0.id != taken.id && $0.mayReturn }) {
        note(.value(.yes, found.fetch), true)
      }
    } else if let attempt = item.item.as(DoStmtSyntax.self), let fetch = fetchEnding(attempt),
      let clause = attempt.catchClauses.first(where: \.takesAll)
    {
      if clause.body.statements.leaves {
        note(.value(.no, fetch), true)
      } else if attempt.body.mayReturn {
        // `do { if let note = try context.fetch(one).first { return note } } catch { print(error) }`
        note(.value(.yes, fetch), true)
      }
    }
  }

  /// The fetch whose error ends the statements of a `do`.
  private func fetchEnding(_ attempt: DoStmtSyntax) -> EmptyFetch? {
    guard attempt.body.isHandwritten else { return nil }
    guard case .thrown(let fetch)? = outcome(of: attempt.body.statements) else { return nil }
    return fetch
  }

  /// Whether a list has all elements of another one where what it is filtered by could not be fetched:
  /// `notes.filter { !known.contains($0.code) }`.
  private func filtered(by list: ExprSyntax) -> Outcome? {
    var value = list.unwrapped
    for _ in 0..<3 {
      if let name = value.as(DeclReferenceExprSyntax.self), let next = name.localValue {
        value = next.unwrapped
      }
      guard let call = value.call, let receiver = call.receiver else { return nil }
      if call.name == "filter", let closure = call.lastClosure {
        guard closure.isHandwritten, let found = outcome(of: closure.statements),
          found.value == .yes
        else { return nil }
        return found
      }
      guard ["sorted", "map", "compactMap", "enumerated", "prefix"].contains(call.name) else {
        return nil
      }
      value = receiver.unwrapped
    }
    return nil
  }
}

extension CodeBlockItemListSyntax {
  /// Whether what follows these statements does not run.
  fileprivate var leaves: Bool {
    guard let last = last?.item else { return false }
    return last.is(ReturnStmtSyntax.self) || last.is(ThrowStmtSyntax.self)
      || last.is(ContinueStmtSyntax.self) || last.is(BreakStmtSyntax.self)
  }
}

extension SyntaxProtocol {
  fileprivate var mayReturn: Bool { hasDescendant { $0.is(ReturnStmtSyntax.self) } }
}

extension ConditionElementSyntax {
  /// `count > 0`, `!notes.isEmpty`: what is asked of a fetch that worked.
  fileprivate var asksWhetherFound: Bool {
    guard let value = condition.as(ExprSyntax.self)?.unwrapped else { return false }
    if let not = value.as(PrefixOperatorExprSyntax.self) {
      return not.operator.text == "!"
        && not.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "isEmpty"
    }
    let terms = value.as(SequenceExprSyntax.self)?.elements.map(\.trimmedDescription) ?? []
    return terms.count == 3
      && [["0", ">"], ["0", "!="], ["1", ">="]].contains([terms[2], terms[1]])
  }
}
