internal import SwiftSyntax

/// Parts of tuples, as far as the tuple's type is written: `pair.0`, `part.posts`, and the names of
/// `for (name, posts) in parts`.
extension ExprSyntax {
  /// The type of the tuple that a name holds.
  var writtenTuple: TupleTypeSyntax? {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self) else { return nil }
    switch name.nameOrigin {
    case .local(let type?, _), .parameter(let type, _): return type.tuple
    case .property(let binding, _): return binding.typeAnnotation?.type.tuple
    case .element(let list), .content(let list): return list.writtenListType?.element.tuple
    default: return nil
    }
  }

  /// The type of the list that a name holds, as it is written.
  fileprivate var writtenListType: ArrayTypeSyntax? {
    let value = unwrapped
    let name =
      value.as(DeclReferenceExprSyntax.self) ?? value.as(MemberAccessExprSyntax.self)?.ownName
    switch name?.nameOrigin {
    case .local(let type?, _), .parameter(let type, _): return type.as(ArrayTypeSyntax.self)
    case .property(let binding, _): return binding.typeAnnotation?.type.as(ArrayTypeSyntax.self)
    default: return nil
    }
  }
}

extension DeclReferenceExprSyntax {
  /// The type of the part of a tuple that a loop binds the name to.
  var tuplePart: WrittenType? {
    var node = parent
    for _ in 0..<256 {
      guard let next = node, !next.is(MemberBlockItemSyntax.self) else { return nil }
      if let loop = next.as(ForStmtSyntax.self), loop.pattern.boundNames.contains(baseName.text) {
        guard let names = loop.pattern.as(TuplePatternSyntax.self)?.elements,
          let place = names.firstIndex(where: {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == baseName.text
          }), let tuple = loop.sequence.writtenListType?.element.tuple
        else { return nil }
        let number = names.distance(from: names.startIndex, to: place)
        return tuple.part("\(number)").flatMap { WrittenType($0) }
      }
      node = next.parent
    }
    return nil
  }
}

extension TupleTypeSyntax {
  /// The type of `0`, or of what is called so.
  func part(_ name: String) -> TypeSyntax? {
    guard elements.count > 1 else { return nil }
    if let number = Int(name) { return elements.dropFirst(number).first?.type }
    return elements.first { $0.firstName?.text == name }?.type
  }
}

extension TypeSyntax {
  fileprivate var tuple: TupleTypeSyntax? {
    let type = self.as(OptionalTypeSyntax.self)?.wrappedType ?? self
    return type.as(TupleTypeSyntax.self).flatMap { $0.elements.count > 1 ? $0 : nil }
  }
}
