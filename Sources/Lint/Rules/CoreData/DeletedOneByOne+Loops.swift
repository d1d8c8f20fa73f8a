internal import SwiftSyntax

extension CodeBlockItemListSyntax {
  /// Whether all that is done with an object is to delete it, as what it is cast to perhaps.
  func deletesOnly(_ name: String) -> Bool {
    // `count += 1`
    var rest = filter { item in
      let terms = item.item.as(SequenceExprSyntax.self)?.elements
      return terms?.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text != "+="
    }[...]
    var name = name
    if rest.count == 2, let cast = rest.first?.castName(of: name) {
      name = cast
      rest = rest.dropFirst()
    }
    guard rest.count == 1, let only = rest.first else { return false }
    // `if let note = row as? Note { context.delete(note) }`
    if let choice = only.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
      choice.elseBody == nil, let cast = choice.conditions.castName(of: name)
    {
      return choice.body.statements.deletesOnly(cast)
    }
    guard let call = only.item.as(ExprSyntax.self)?.call, call.name == "delete", call.isOnContext,
      call.arguments.count == 1
    else { return false }
    return call.arguments.first?.expression.withoutCast.as(DeclReferenceExprSyntax.self)?
      .baseName.text == name
  }
}

extension CodeBlockItemSyntax {
  /// `note` of `let note = row as! Note` and of `guard let note = row as? Note else { continue }`.
  fileprivate func castName(of name: String) -> String? {
    if let check = item.as(GuardStmtSyntax.self) { return check.conditions.castName(of: name) }
    guard let variable = item.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first, binding.initializer?.value.isCast(of: name) ?? false
    else { return nil }
    return binding.name
  }
}

extension ConditionElementListSyntax {
  fileprivate func castName(of name: String) -> String? {
    guard count == 1, let binding = first?.condition.as(OptionalBindingConditionSyntax.self),
      binding.initializer?.value.isCast(of: name) ?? false
    else { return nil }
    return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
  }
}

extension ExprSyntax {
  fileprivate func isCast(of name: String) -> Bool {
    unwrapped.withoutCast.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == name
  }
}

extension Loop {
  /// `notes` of `for index in 0..<notes.count { context.delete(notes[index]) }`.
  var deletedByIndex: ExprSyntax? {
    guard !isConditional, let name, body.count == 1,
      let call = body.first?.item.as(ExprSyntax.self)?.call, call.name == "delete",
      call.isOnContext, call.arguments.count == 1,
      let element = call.arguments.first?.expression.withoutCast.as(SubscriptCallExprSyntax.self),
      element.arguments.count == 1, element.arguments.first?.expression.trimmedDescription == name,
      let list = element.calledExpression.as(DeclReferenceExprSyntax.self)
    else { return nil }
    let text = sequence.trimmedDescription.filter { $0 != " " }
    return ["0..<\(list.baseName.text).count", "\(list.baseName.text).indices"].contains(text)
      ? element.calledExpression : nil
  }
}
