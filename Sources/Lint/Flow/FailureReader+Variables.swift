internal import SwiftSyntax

/// What variables hold where a fetch fails.
extension FailureReader {
  /// What a variable of a function holds at a place.
  func outcome(ofLocal name: String, at place: Syntax) -> Outcome? {
    guard depth > 0 else { return nil }
    var inner = place
    for _ in 0..<128 {
      guard let scope = inner.parent else { return nil }
      if scope.hides(name, from: inner) { return nil }
      if let items = scope.as(CodeBlockItemListSyntax.self) {
        var reader = self
        reader.depth -= 1
        if let declared = items.declaration(of: name, before: inner.position) {
          return reader.outcome(of: name, declared, in: items, before: place)
        }
      }
      if scope.is(FunctionDeclSyntax.self) || scope.is(MemberBlockSyntax.self) { return nil }
      inner = scope
    }
    return nil
  }

  /// What a variable holds that is declared in some statements, and perhaps filled by a later one.
  private func outcome(
    of name: String, _ binding: PatternBindingSyntax, in items: CodeBlockItemListSyntax,
    before place: Syntax
  ) -> Outcome? {
    let start = binding.initializer?.value
    var found = start.flatMap { outcome(of: $0) }
    if case .thrown? = found { return nil }
    guard
      !(binding.parent?.parent?.as(VariableDeclSyntax.self)?.isConstant ?? false && start != nil)
    else { return found }
    let untouched = start == nil ? .absent : start?.constantValue
    for item in items.lists(around: place).joined()
    where item.position > binding.position && item.position < place.position
      && !Syntax(item).contains(place)
    {
      if let value = item.value(givenTo: name) {
        found = outcome(of: value)
        if case .thrown? = found { return nil }
      } else if let attempt = item.item.as(DoStmtSyntax.self), attempt.body.assigns(name) {
        guard case .gives(.thrown(let fetch)) = run(attempt.body.statements, after: nil),
          let clause = attempt.catchClauses.first(where: \.takesAll),
          case .goesOn = run(clause.body.statements, after: fetch)
        else { return nil }
        let given = clause.body.statements.lazy.compactMap { $0.value(givenTo: name) }.first
        guard let value = given.map(\.constantValue) ?? untouched else { return nil }
        found = .value(value, fetch)
      } else if item.assigns(name) {
        // What a branch gives it, may be anything.
        found = nil
      }
    }
    return found
  }
}

extension Syntax {
  /// Whether a name means something that this scope binds itself, of which nothing is known.
  fileprivate func hides(_ name: String, from inner: Syntax) -> Bool {
    switch self.as(SyntaxEnum.self) {
    case .ifExpr(let node):
      return node.body.id == inner.id && node.conditions.binds(name, before: nil)
    case .whileStmt(let node):
      return node.body.id == inner.id && node.conditions.binds(name, before: nil)
    case .conditionElementList(let node): return node.binds(name, before: inner.position)
    case .forStmt(let node): return node.pattern.boundNames.contains(name)
    case .closureExpr(let node): return node.parameterNames.contains(name)
    case .switchCase(let node):
      return node.label.declaredNames.contains(name)
    case .codeBlockItemList(let items):
      return items.contains { item in
        item.position < inner.position
          && item.item.as(GuardStmtSyntax.self)?.conditions.binds(name, before: nil) ?? false
      }
    case .functionDecl(let function):
      return function.signature.parameterClause.parameters.contains {
        ($0.secondName ?? $0.firstName).text == name
      }
    default: return false
    }
  }
}

extension ConditionElementListSyntax {
  fileprivate func binds(_ name: String, before place: AbsolutePosition?) -> Bool {
    contains { element in
      if let place, element.position >= place { return false }
      switch element.condition {
      case .optionalBinding(let binding): return binding.pattern.boundNames.contains(name)
      case .matchingPattern(let matching):
        return matching.pattern.declaredNames.contains(name)
      default: return false
      }
    }
  }
}

extension CodeBlockItemListSyntax {
  fileprivate func declaration(of name: String, before place: AbsolutePosition)
    -> PatternBindingSyntax?
  {
    var found: PatternBindingSyntax?
    for item in self where item.position < place {
      guard let variable = item.item.as(DeclSyntax.self)?.as(VariableDeclSyntax.self) else {
        continue
      }
      found = variable.bindings.first { $0.name == name } ?? found
    }
    return found
  }

  /// These statements and, from the outside, those of the blocks inside of them that stand around a place.
  fileprivate func lists(around place: Syntax) -> [CodeBlockItemListSyntax] {
    var found: [CodeBlockItemListSyntax] = []
    var node = place
    while node.id != id, let next = node.parent {
      if let items = next.as(CodeBlockItemListSyntax.self) { found.append(items) }
      node = next
    }
    return found.reversed()
  }
}

extension CodeBlockItemSyntax {
  /// `value` of `name = value`.
  fileprivate func value(givenTo name: String) -> ExprSyntax? {
    guard
      let terms = item.as(ExprSyntax.self)?.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count == 3, terms[1].is(AssignmentExprSyntax.self),
      terms[0].as(DeclReferenceExprSyntax.self)?.baseName.text == name
    else { return nil }
    return terms[2]
  }
}

extension SyntaxProtocol {
  /// Whether the code gives a variable another value.
  fileprivate func assigns(_ name: String) -> Bool {
    hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count > 2,
        let target = terms.first?.as(DeclReferenceExprSyntax.self),
        target.baseName.text == name, let sign = terms.dropFirst().first
      else {
        return node.as(FunctionCallExprSyntax.self).map { call in
          ["append", "formUnion", "insert", "merge"].contains(call.name)
            && call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
        } ?? false
      }
      return sign.is(AssignmentExprSyntax.self)
        || sign.as(BinaryOperatorExprSyntax.self)?.operator.text == "+="
    }
  }
}
