internal import SwiftSyntax

/// What code says of the entity of a Core Data object it holds.
extension ExprSyntax {
  /// The entity, or the class, of an object; nil where it is not said in the same function.
  var managedEntity: String? { managedEntity(8) }

  /// - Parameter steps: how many names to follow: `if let note = note as? Note` leads to itself.
  fileprivate func managedEntity(_ steps: Int) -> String? {
    let value = unwrapped.withoutCast.unwrapped
    if let name = value.as(DeclReferenceExprSyntax.self) {
      return steps > 0 ? name.managedEntity(steps - 1) : nil
    }
    if let call = value.as(FunctionCallExprSyntax.self) {
      if call.name == "insertNewObject" { return call.entityName?.literalText }
      if call.name == "NSManagedObject", call.argument("insertInto") != nil {
        return call.argument("entity")?.as(DeclReferenceExprSyntax.self)?.localValue?
          .describedEntity
          ?? call.argument("entity")?.describedEntity
      }
      // `Note(context: context)`
      guard call.receiver == nil, call.arguments.count == 1, call.argument("context") != nil else {
        return nil
      }
      return call.calledExpression.dottedName?.lastPart
    }
    if let element = value.as(SubscriptCallExprSyntax.self) {
      return FetchedObjects(element.calledExpression)?.coreDataEntity
    }
    if let member = value.as(MemberAccessExprSyntax.self),
      ["first", "last"].contains(member.declName.baseName.text), let base = member.base
    {
      return FetchedObjects(base)?.coreDataEntity
    }
    return nil
  }

  /// `Note` of `NSEntityDescription.entity(forEntityName: "Note", in: context)!`.
  private var describedEntity: String? { call?.entityName?.literalText }

  /// The value of `value as! Note`, and of anything else itself.
  var withoutCast: ExprSyntax {
    guard let sequence = self.as(SequenceExprSyntax.self), sequence.elements.count == 3,
      let first = sequence.elements.first,
      sequence.elements.dropFirst().first?.is(UnresolvedAsExprSyntax.self) ?? false
    else { return self }
    return first
  }
}

extension DeclReferenceExprSyntax {
  fileprivate func managedEntity(_ steps: Int) -> String? {
    if let loop = elementLoop { return loop.coreDataEntity }
    if let value = localValue { return value.managedEntity(steps) }
    return parameterType?.lastPart
  }

  /// What the nearest loop with this element runs over.
  private var elementLoop: FetchedObjects? {
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent else { return nil }
      if let loop = Loop(next, calls: Loop.complete), loop.name == baseName.text {
        return FetchedObjects(loop.sequence)
      }
      if next.is(FunctionDeclSyntax.self) || next.is(MemberBlockItemSyntax.self) { return nil }
      node = next
    }
    return nil
  }

  /// The type of the function's parameter of this name.
  private var parameterType: String? {
    guard let function = enclosing(FunctionDeclSyntax.self) else { return nil }
    let parameters = function.signature.parameterClause.parameters
    return parameters.first { ($0.secondName ?? $0.firstName).text == baseName.text }?
      .type.dottedName
  }
}

extension FetchedObjects {
  /// The entity of a fetch of Core Data.
  var coreDataEntity: String? { isCoreData ? entity : nil }
}
