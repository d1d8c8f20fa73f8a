internal import SwiftSyntax

extension ExprSyntax {
  /// `Note` of `Note(context: context)`, and of an object that an entity's name makes.
  var madeClass: String? {
    guard let call = withoutCast.call else { return nil }
    if call.name == "insertNewObject" {
      return call.argumentForEntityName?.literalText ?? "NSManagedObject"
    }
    return self.is(FunctionCallExprSyntax.self) ? call.calledExpression.dottedName : nil
  }
}

/// An object of Core Data that code makes, with the properties that it gives a value right behind.
struct MadeObject: Sendable, Codable {
  /// The class or entity; `NSManagedObject` where that is not written.
  var type: String
  var members: [String]
}

extension FunctionCallExprSyntax {
  var madeObject: MadeObject? {
    guard makesManaged, let type = ExprSyntax(self).madeClass else { return nil }
    return MadeObject(type: type, members: filledMembers)
  }

  /// The properties that the statements behind the one that makes the object give a value.
  private var filledMembers: [String] {
    guard let item = enclosing(CodeBlockItemSyntax.self), let name = item.madeObject?.name,
      let list = item.parent?.as(CodeBlockItemListSyntax.self), list.isHandwritten
    else { return [] }
    return list.compactMap { other in
      guard other.position > item.position,
        let terms = other.item.onlyExpression?.as(SequenceExprSyntax.self)?.elements,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let target = terms.first?.as(MemberAccessExprSyntax.self),
        target.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        terms.last.map({ !$0.is(NilLiteralExprSyntax.self) }) ?? false
      else { return nil }
      return target.declName.baseName.text
    }
  }
}
