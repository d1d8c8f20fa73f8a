internal import SwiftSyntax

/// The parts of a condition that a predicate can hold, where other code asks for the rest.
extension ClosureExprSyntax {
  /// Of `$0.code == code && $0.kind == .big`, what a predicate can hold whatever keeps the case: the few objects
  /// that it finds can be asked for the rest. Nil where no such part is left out.
  var partsThatNarrow: [ExprSyntax]? {
    guard let value = statements.onlyElement?.item.onlyExpression?.unwrapped,
      let terms = value.as(SequenceExprSyntax.self).map({ Array($0.elements) })
    else { return nil }
    let signs = terms.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
    guard signs.contains("&&"), signs.allSatisfy({ ["&&", "==", "!="].contains($0) }) else {
      return nil
    }
    let parts = terms.split { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "&&" }
    let rest = parts.filter { part in
      guard let last = part.last?.as(MemberAccessExprSyntax.self), part.count == 3 else {
        return true
      }
      return last.base != nil
    }
    guard rest.count < parts.count,
      rest.contains(where: { part in
        part.count == 3 && part.dropFirst().first?.trimmedDescription == "=="
          && part.first?.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription == firstParameter
          && part.last.map {
            !$0.is(BooleanLiteralExprSyntax.self) && !$0.is(NilLiteralExprSyntax.self)
          }
            ?? false
      })
    else { return nil }
    return rest.flatMap(\.self)
  }

  /// What has to be equal to a value from outside for the closure to give `true`, whatever else it asks for then:
  /// `code` of `{ guard $0.code == code else { return false }; return matches($0) }` and of
  /// `{ $0.code == code && matches($0) }`. Nil where there is no such thing.
  var necessaryMembers: [String]? {
    let name = firstParameter
    var own: Set<String> = []
    var members: [String] = []
    for (index, item) in statements.enumerated() {
      if let guarded = item.item.as(GuardStmtSyntax.self) {
        guard guarded.body.statements.onlyElement?.isFalse ?? false else { break }
        for element in guarded.conditions {
          if case .expression(let value) = element.condition {
            members += value.demands(of: name, besides: own)
          }
        }
        own.formUnion(guarded.conditions.flatMap { $0.boundNames })
      } else if let variable = item.item.as(VariableDeclSyntax.self) {
        own.formUnion(variable.bindings.flatMap(\.pattern.boundNames))
      } else if let choice = item.item.onlyExpression?.as(IfExprSyntax.self) {
        // What returns anything but 'false' here does not reach what comes after.
        guard choice.elseBody == nil, choice.body.statements.onlyElement?.isFalse ?? false else {
          break
        }
      } else if index == statements.count - 1,
        let value = item.item.as(ReturnStmtSyntax.self)?.expression ?? item.item.onlyExpression
      {
        members += value.demands(of: name, besides: own)
      } else {
        break
      }
    }
    return members.isEmpty ? nil : members
  }

  /// `let isDue = note.date <= day; let fits = …; return isDue && fits`: what has to be true, as the names say.
  var namedParts: [ExprSyntax]? {
    let items = Array(statements)
    guard items.count > 1,
      let last = items.last?.item.as(ReturnStmtSyntax.self)?.expression
        ?? items.last?.item.onlyExpression,
      let terms = last.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.allSatisfy({
        $0.is(DeclReferenceExprSyntax.self)
          || $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "&&"
      })
    else { return nil }
    let names = Set(terms.compactMap { $0.as(DeclReferenceExprSyntax.self)?.baseName.text })
    var parts: [ExprSyntax] = []
    for item in items.dropLast() {
      guard let variable = item.item.as(VariableDeclSyntax.self), variable.isConstant,
        let binding = variable.bindings.onlyElement, let name = binding.name,
        let value = binding.initializer?.value
      else { return nil }
      if names.contains(name) { parts.append(value) }
    }
    return parts.isEmpty ? nil : parts
  }
}

extension CodeBlockItemSyntax {
  /// `return false`
  fileprivate var isFalse: Bool {
    item.as(ReturnStmtSyntax.self)?.expression?.as(BooleanLiteralExprSyntax.self)?.literal.text
      == "false"
  }
}

extension ConditionElementSyntax {
  fileprivate var boundNames: Set<String> {
    condition.as(OptionalBindingConditionSyntax.self)?.pattern.boundNames ?? []
  }
}

extension ExprSyntax {
  /// The properties of an object that each part of `… && …` compares with `==` to a value from outside; a state
  /// that half of the objects have narrows little.
  fileprivate func demands(of name: String, besides own: Set<String>) -> [String] {
    guard let terms = unwrapped.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      !terms.contains(where: {
        ["||", "??"].contains($0.as(BinaryOperatorExprSyntax.self)?.operator.text)
          || $0.is(UnresolvedTernaryExprSyntax.self)
      })
    else { return [] }
    let parts = terms.split { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "&&" }
    return parts.flatMap { part -> [String] in
      let part = Array(part)
      guard part.count == 3, part[1].trimmedDescription == "==", !part[2].mentions([name]),
        part[0].as(MemberAccessExprSyntax.self)?.base?.trimmedDescription == name,
        !part[2].is(BooleanLiteralExprSyntax.self), !part[2].is(NilLiteralExprSyntax.self),
        !part[2].mentions(own),
        part[2].as(MemberAccessExprSyntax.self).map({ $0.base != nil }) ?? true,
        let members = Syntax(part[0]).compared(with: name),
        Syntax(part[2]).compared(with: name) != nil
      else { return [] }
      return members
    }
  }
}
