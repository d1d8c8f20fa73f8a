internal import SwiftSyntax

extension FunctionDeclSyntax {
  /// Whether the function goes through a list by calling itself each time with what is left of it:
  /// `try step(rest.dropFirst())`, `load(from: index + 1)`.
  var goesThroughList: Bool {
    guard let body, body.isHandwritten, !name.text.isEmpty else { return false }
    return body.statements.contains { item in
      item.calls.contains { call in
        call.name == name.text && (call.receiver?.isSelfName ?? true)
          && call.labels == signature.parameterClause.parameters.map(\.firstName.text)
          && call.arguments.contains { $0.expression.isRest }
      }
    }
  }
}

extension ExprSyntax {
  /// `rest.dropFirst()`, `Array(rest.dropFirst())`, `rest[1...]`, `index + 1`.
  fileprivate var isRest: Bool {
    let node = unwrapped
    if let call = node.call {
      if ["dropFirst", "dropLast"].contains(call.name), call.arguments.isEmpty { return true }
      return call.name == "Array" && call.arguments.first?.expression.isRest ?? false
    }
    if let place = node.as(SubscriptCallExprSyntax.self) {
      return place.arguments.first?.expression.trimmedDescription == "1..."
    }
    guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }), terms.count == 3
    else { return false }
    return ["+", "-"].contains(terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text)
      && terms[2].trimmedDescription == "1" && terms[0].is(DeclReferenceExprSyntax.self)
      && terms[0].lastName.map { $0.lowercased().hasSuffix("index") || $0 == "i" } ?? false
  }
}
