internal import SwiftSyntax

/// Searches of the values that one property of all elements has: `notes.map(\.title).contains(title)`.
extension FunctionCallExprSyntax {
  /// The property whose values a call makes a list of: `title` of `map(\.title)` and `map { $0.title }`.
  var mappedMember: String? {
    guard ["map", "compactMap"].contains(name) else { return nil }
    if arguments.count == 1, let path = arguments.first?.expression.as(KeyPathExprSyntax.self) {
      return path.components.count == 1
        ? path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName
          .baseName
          .text : nil
    }
    guard let closure = lastClosure, closure.statements.count == 1,
      let value = closure.statements.first?.item.onlyExpression?.unwrapped
        .as(MemberAccessExprSyntax.self),
      value.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == closure.firstParameter
    else { return nil }
    return value.declName.baseName.text
  }

  /// Whether one value is looked for in a list of values: `contains(title)`, `allSatisfy { $0 != title }`.
  var looksForValue: Bool {
    if name == "contains", arguments.count == 1, trailingClosure == nil,
      let argument = arguments.first, argument.label == nil
    {
      return !argument.expression.is(ClosureExprSyntax.self)
    }
    guard ["allSatisfy", "contains", "first"].contains(name), let closure = lastClosure,
      closure.statements.count == 1,
      let terms = closure.statements.first?.item.onlyExpression?.unwrapped
        .as(SequenceExprSyntax.self)?.elements.map({ $0 }), terms.count == 3,
      ["==", "!="].contains(terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text)
    else { return false }
    let element = closure.firstParameter
    let sides = [terms[0], terms[2]]
    return sides.count { $0.trimmedDescription == element } == 1
      && sides.count { $0.mentions([element]) } == 1
  }
}

extension ClosureExprSyntax {
  /// The properties of the element that each comparison with them compares with nil.
  var membersComparedWithNil: Set<String> {
    var (absent, named): ([String], [String]) = ([], [])
    statements.forEachDescendant { node in
      func member(_ side: ExprSyntax) -> String? {
        guard let access = side.as(MemberAccessExprSyntax.self),
          access.base?.trimmedDescription == firstParameter
        else { return nil }
        return access.declName.baseName.text
      }
      if let access = node.as(MemberAccessExprSyntax.self), let name = member(ExprSyntax(access)) {
        named.append(name)
      }
      guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }) else {
        return true
      }
      for (index, sign) in terms.enumerated().dropFirst().dropLast()
      where ["==", "!="].contains(sign.as(BinaryOperatorExprSyntax.self)?.operator.text) {
        let sides = [terms[index - 1], terms[index + 1]]
        guard sides.contains(where: { $0.is(NilLiteralExprSyntax.self) }) else { continue }
        absent += sides.compactMap(member)
      }
      return true
    }
    return Set(absent).filter { name in
      named.count { $0 == name } == absent.count { $0 == name }
    }
  }
}
