internal import ModelSource
internal import SwiftSyntax

/// The order of a relationship of Core Data, which is a set.
extension OrderOfToMany {
  /// `(note.files?.allObjects as? [File])?.first` and `Array(note.files as! Set<File>)[0]`.
  static func managedList(
    _ expression: ExprSyntax, in file: LintFile
  ) -> (entity: String, property: String)? {
    let types = TypeReader(file: file)
    var found = foreignSet(expression, types)
    for set in [unorderedSet(expression), unorderedSet(expression.resolved)] where found == nil {
      found = set.flatMap { property(of: $0, types) }
    }
    guard let found, file.ask(.isOrdered(found.property, of: found.owner)).isEmpty else {
      return nil
    }
    return (found.owner, found.property)
  }

  /// The class and the name of the relationship to many objects that an expression reads.
  private static func property(
    of set: ExprSyntax, _ types: TypeReader
  ) -> (owner: String, property: String)? {
    if let access = set.as(MemberAccessExprSyntax.self), let base = access.base,
      !base.unwrapped.isSelfName
    {
      return types.managed(base).flatMap { list(access.declName.baseName.text, $0.name, types) }
    }
    guard
      let name = set.as(MemberAccessExprSyntax.self)?.declName
        ?? set.as(DeclReferenceExprSyntax.self),
      let owner = name.ownerName, types.isManaged(owner)
    else { return nil }
    return list(name.baseName.text, owner, types)
  }

  private static func list(
    _ name: String, _ owner: String, _ types: TypeReader
  ) -> (owner: String, property: String)? {
    types.file.ask(.relationship(name, of: owner)) == ["to-many"] ? (owner, name) : nil
  }

  /// The set behind a property that an extension of the class adds in another file: `album.list` of
  /// `var list: [Picture] { pictures?.allObjects as? [Picture] ?? [] }`.
  private static func foreignSet(
    _ expression: ExprSyntax, _ types: TypeReader
  ) -> (owner: String, property: String)? {
    guard let access = expression.unwrapped.as(MemberAccessExprSyntax.self),
      let base = access.base, let owner = types.managed(base), !owner.isList,
      case let name = access.declName.baseName.text,
      types.file.ask(.relationship(name, of: owner.name)).isEmpty,
      let text = types.file.ask(.memberValue("\(owner.name).\(name)")).first,
      let value = ParsePool.expression(text), let set = unorderedSet(value),
      let property = set.as(DeclReferenceExprSyntax.self)?.baseName.text
    else { return nil }
    return list(property, owner.name, types)
  }

  /// The set of which a list is made without sorting it.
  private static func unorderedSet(_ expression: ExprSyntax) -> ExprSyntax? {
    let value = expression.plainValue
    if let access = value.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "allObjects"
    {
      return access.base?.unwrapped
    }
    guard let call = value.call, call.name == "Array", call.arguments.count == 1,
      let only = call.arguments.first?.expression
    else { return value.castToSet ?? value.plainMember }
    return only.castToSet ?? only.unwrapped.plainMember
  }
}

extension ExprSyntax {
  /// `pictures` and `album.pictures`, which may be a set.
  fileprivate var plainMember: ExprSyntax? {
    if let name = self.as(DeclReferenceExprSyntax.self) {
      return name.nameOrigin.isMemberOrNothing ? self : nil
    }
    return self.is(MemberAccessExprSyntax.self) ? self : nil
  }

  /// Without `?? []`, casts, brackets and `?`.
  fileprivate var plainValue: ExprSyntax {
    var value = unwrapped
    for _ in 0..<4 {
      guard let terms = value.as(SequenceExprSyntax.self)?.elements, let first = terms.first,
        terms.dropFirst().first?.is(UnresolvedAsExprSyntax.self) ?? false
          || terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
        // Whatever it is cast to, a set has no order; an ordered set has its own.
        !terms.contains(where: { $0.trimmedDescription.hasPrefix("Set<") })
      else { break }
      value = first.unwrapped
    }
    return value
  }

  /// `note.files` of `(note.files as? Set<File>) ?? []`.
  fileprivate var castToSet: ExprSyntax? {
    var value = unwrapped
    for _ in 0..<4 {
      guard let terms = value.as(SequenceExprSyntax.self)?.elements, terms.count > 2,
        let first = terms.first
      else { return nil }
      if terms.dropFirst().first?.is(UnresolvedAsExprSyntax.self) ?? false,
        terms.dropFirst(2).first?.trimmedDescription.hasPrefix("Set<") ?? false
      {
        return first.unwrapped
      }
      value = first.unwrapped
    }
    return nil
  }
}
