internal import SwiftSyntax

extension MemberBlockSyntax {
  /// The view's property with an object of the class that all uses of a list look for:
  /// `notes.first { $0.id == note.id }`.
  func objectSought(
    in list: String, of entity: String, _ types: TypeReader
  ) -> String? {
    var found: Set<String?> = []
    forEachDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self),
        name.baseName.text.trimmingPrefix(while: { "_$".contains($0) }) == list
      else { return true }
      let call = name.parent?.as(MemberAccessExprSyntax.self)?.parent?
        .as(FunctionCallExprSyntax.self)
      found.insert(call?.name == "first" ? call?.lastClosure?.objectSought(entity, types) : nil)
      return true
    }
    return found.count == 1 ? found.first ?? nil : nil
  }
}

extension ClosureExprSyntax {
  /// `note` of `{ $0.id == note.id }`, where it is a constant of the view's and an object of the class.
  fileprivate func objectSought(_ entity: String, _ types: TypeReader) -> String? {
    guard let terms = statements.onlyResult?.as(SequenceExprSyntax.self)?.elements,
      terms.count == 3,
      terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "=="
    else { return nil }
    let sides = [terms.first, terms.last].compactMap { $0?.as(MemberAccessExprSyntax.self) }
    guard sides.count == 2, Set(sides.map(\.declName.baseName.text)).count == 1,
      ["id", "persistentModelID"].contains(sides[0].declName.baseName.text)
    else { return nil }
    let bases = sides.compactMap { $0.base?.as(DeclReferenceExprSyntax.self) }
    guard bases.count == 2, bases.contains(where: { $0.baseName.text == firstParameter }),
      let other = bases.first(where: { $0.baseName.text != firstParameter }),
      case .property(let binding, _)? = other.nameOrigin, binding.isGivenConstant,
      types.model(of: ExprSyntax(other))?.lastPart == entity
    else { return nil }
    return other.baseName.text
  }
}
