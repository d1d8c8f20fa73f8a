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
