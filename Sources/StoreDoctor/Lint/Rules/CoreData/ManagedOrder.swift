internal import SwiftSyntax

/// The order of a relationship of Core Data, which is a set.
extension OrderOfToMany {
  /// `(note.files?.allObjects as? [File])?.first` and `Array(note.files as! Set<File>)[0]`.
  static func managedList(
    _ expression: ExprSyntax, in file: LintFile
  ) -> (entity: String, property: String)? {
    guard let list = unorderedSet(expression) ?? unorderedSet(expression.resolved) else {
      return nil
    }
    let types = TypeReader(file: file)
    let found: (owner: String?, property: String)
    if let access = list.as(MemberAccessExprSyntax.self), let base = access.base,
      !base.unwrapped.isSelfName
    {
      found = (types.managed(base)?.name, access.declName.baseName.text)
    } else if let name = list.as(MemberAccessExprSyntax.self)?.declName
      ?? list.as(DeclReferenceExprSyntax.self)
    {
      found = (name.ownerName.flatMap { types.isManaged($0) ? $0 : nil }, name.baseName.text)
    } else {
      return nil
    }
    guard let owner = found.owner,
      file.ask(.relationship(found.property, of: owner)) == ["to-many"]
    else { return nil }
    return (owner, found.property)
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
      let only = call.arguments.first?.expression, let cast = only.castToSet
    else { return value.castToSet }
    return cast
  }
}

extension ExprSyntax {
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
