internal import SwiftSyntax

/// What bodies return, where it is known which of their branches run.
extension MeaningTracer {
  /// The values that a body may return; nil where it returns none.
  mutating func results(
    of items: CodeBlockItemListSyntax, _ scope: MeaningScope, _ type: String?, _ depth: Int
  ) -> [Meaning]? {
    if items.count == 1, let value = items.first?.item.onlyExpression {
      return meanings(of: Meaning(value, scope), as: type, depth - 1)
    }
    var found: [Meaning] = []
    for item in items {
      guard let value = returned(by: item, scope, type, depth) else { continue }
      found += value
      if item.item.is(ReturnStmtSyntax.self) || leaves(item, scope, depth) { break }
    }
    return found.isEmpty ? nil : found
  }

  /// Whether nothing runs behind a choice that returns: each of its cases does, or the only one that is met.
  private mutating func leaves(
    _ item: CodeBlockItemSyntax, _ scope: MeaningScope, _ depth: Int
  ) -> Bool {
    if let choice = item.item.onlyExpression?.as(IfExprSyntax.self) {
      return truth(of: choice.conditions, scope, depth) == true
    }
    if let check = item.item.as(GuardStmtSyntax.self) {
      return truth(of: check.conditions, scope, depth) == false
    }
    guard let choice = item.item.onlyExpression?.as(SwitchExprSyntax.self) else { return false }
    return choice.cases.allSatisfy { element in
      let last = element.as(SwitchCaseSyntax.self)?.statements.last?.item
      return last?.is(ReturnStmtSyntax.self) ?? false || last?.is(ThrowStmtSyntax.self) ?? false
    }
  }

  private mutating func returned(
    by item: CodeBlockItemSyntax, _ scope: MeaningScope, _ type: String?, _ depth: Int
  ) -> [Meaning]? {
    if let value = item.item.as(ReturnStmtSyntax.self)?.expression {
      return meanings(of: Meaning(value, scope), as: type, depth - 1)
    }
    if let choice = item.item.onlyExpression {
      if let choice = choice.as(IfExprSyntax.self) {
        return results(of: choice, scope, type, depth)
      }
      if let choice = choice.as(SwitchExprSyntax.self) {
        return results(of: choice, scope, type, depth)
      }
      return nil
    }
    if let check = item.item.as(GuardStmtSyntax.self) {
      guard truth(of: check.conditions, scope, depth) != true else { return nil }
      return results(ofBranch: check.body.statements, scope, type, depth)
    }
    if let attempt = item.item.as(DoStmtSyntax.self) {
      let bodies = [attempt.body.statements] + attempt.catchClauses.map(\.body.statements)
      let all = bodies.compactMap { results(ofBranch: $0, scope, type, depth) }
      return all.isEmpty ? nil : all.flatMap(\.self)
    }
    return nil
  }

  /// A branch returns only where it says so, but for one whose value is that of the whole choice.
  private mutating func results(
    ofBranch items: CodeBlockItemListSyntax, _ scope: MeaningScope, _ type: String?, _ depth: Int
  ) -> [Meaning]? {
    let found = items.compactMap { returned(by: $0, scope, type, depth) }.flatMap(\.self)
    return found.isEmpty ? nil : found
  }

  mutating func results(
    of choice: IfExprSyntax, _ scope: MeaningScope, _ type: String?, _ depth: Int
  ) -> [Meaning]? {
    guard depth > 0 else { return nil }
    let truth = truth(of: choice.conditions, scope, depth)
    var found: [Meaning] = []
    if truth != false { found += results(of: choice.body.statements, scope, type, depth) ?? [] }
    if truth != true {
      switch choice.elseBody {
      case .codeBlock(let block)?: found += results(of: block.statements, scope, type, depth) ?? []
      case .ifExpr(let next)?: found += results(of: next, scope, type, depth - 1) ?? []
      case nil: break
      }
    }
    return found.isEmpty ? nil : found
  }

  mutating func results(
    of choice: SwitchExprSyntax, _ scope: MeaningScope, _ type: String?, _ depth: Int
  ) -> [Meaning]? {
    let subjects = meanings(of: Meaning(choice.subject, scope), depth - 1)
    let known =
      subjects.count == 1 ? subjects[0].caseName ?? subjects[0].truth.map(\.description) : nil
    let all = choice.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
    var chosen = all
    if let known {
      let named = all.filter { $0.names(known) }
      chosen = named.isEmpty ? all.filter { $0.label.is(SwitchDefaultLabelSyntax.self) } : named
    }
    let found = chosen.compactMap { element -> [Meaning]? in
      results(of: element.statements, scope, type, depth)
    }
    return found.isEmpty ? nil : found.flatMap(\.self)
  }

  // MARK: - Conditions

  private mutating func truth(
    of conditions: ConditionElementListSyntax, _ scope: MeaningScope, _ depth: Int
  ) -> Bool? {
    guard conditions.count == 1, let value = conditions.first?.condition.as(ExprSyntax.self) else {
      return nil
    }
    return truth(of: [value], scope, depth)
  }

  /// `isSynced`, `!isSynced`, `kind == .disk`.
  mutating func truth(of terms: [ExprSyntax], _ scope: MeaningScope, _ depth: Int) -> Bool? {
    guard depth > 0 else { return nil }
    if terms.count == 1 {
      let value = terms[0].unwrapped
      if let sequence = value.as(SequenceExprSyntax.self) {
        return truth(of: Array(sequence.elements), scope, depth - 1)
      }
      if let negated = value.as(PrefixOperatorExprSyntax.self), negated.operator.text == "!" {
        return truth(of: [negated.expression], scope, depth - 1).map { !$0 }
      }
      let found = Set(meanings(of: Meaning(value, scope), depth - 1).map(\.truth))
      return found.count == 1 ? found.first ?? nil : nil
    }
    guard terms.count == 3, let sign = terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text,
      sign == "==" || sign == "!="
    else { return nil }
    let sides = [terms[0], terms[2]].map { meanings(of: Meaning($0, scope), depth - 1) }
    guard sides.allSatisfy({ $0.count == 1 }), let left = sides[0][0].caseName,
      let right = sides[1][0].caseName
    else { return nil }
    return (left == right) == (sign == "==")
  }
}

extension CodeBlockItemSyntax.Item {
  /// The expression of a statement that is nothing else.
  var onlyExpression: ExprSyntax? {
    self.as(ExprSyntax.self) ?? self.as(ExpressionStmtSyntax.self)?.expression
      ?? self.as(ReturnStmtSyntax.self)?.expression
  }
}

extension SwitchCaseSyntax {
  /// Whether the case is that of a name: `case .disk:`, `case .disk(let url):`, `case true:`.
  fileprivate func names(_ name: String) -> Bool {
    guard case .case(let label) = self.label else { return false }
    return label.caseItems.contains { item in
      item.whereClause == nil && item.pattern.mentions([name])
    }
  }
}
