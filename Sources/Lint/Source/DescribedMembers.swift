internal import ModelSource
internal import SwiftSyntax

extension ForeignMembers {
  /// The class of the descriptors that a member gives, where all files agree on one.
  ///
  /// - Parameter name: `FetchDescriptor.newest`, `Queries.titled()`.
  func describedEntity(of name: String) -> [String] {
    let parts = name.keyPath
    guard parts.count == 2 else { return [] }
    let names = answers(to: .memberEntity(name), about: parts[0]) { tree in
      tree.describedEntity(of: parts[1], in: parts[0]).map { [$0] } ?? []
    }
    return names.count == 1 ? names : []
  }
}

extension SourceFileSyntax {
  /// The class that the written type of a member names, or that of the extension it stands in:
  /// `extension FetchDescriptor where T == Note { static var newest: Self { … } }`.
  fileprivate func describedEntity(of member: String, in owner: String) -> String? {
    let type: TypeSyntax?
    let place: Syntax
    if member.hasSuffix("()") {
      guard let function = function(String(member.dropLast(2)), of: owner) else { return nil }
      (type, place) = (function.signature.returnClause?.type, Syntax(function))
    } else {
      guard let binding = binding(member, of: owner) else { return nil }
      (type, place) = (binding.typeAnnotation?.type, Syntax(binding))
    }
    if let written = type?.describedEntity { return written }
    guard type?.dottedName.map({ ["Self", "FetchDescriptor"].contains($0) }) ?? true else {
      return nil
    }
    return place.enclosingType?.as(ExtensionDeclSyntax.self)?.boundParameter
  }
}

extension ExtensionDeclSyntax {
  /// `Note` of `extension FetchDescriptor<Note>` and of `extension FetchDescriptor where T == Note`.
  fileprivate var boundParameter: String? {
    if let own = extendedType.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.onlyName {
      return own.lastPart
    }
    for requirement in genericWhereClause?.requirements ?? [] {
      if let same = requirement.requirement.as(SameTypeRequirementSyntax.self) {
        return same.rightType.trimmedDescription.lastPart
      }
    }
    return nil
  }
}

extension ExprSyntax {
  /// The class of the descriptor that a member gives which this file or another one declares: `.newest`,
  /// `Queries.titled(title)`.
  var describedByMember: String? {
    guard let file = FileMemo.current?.file,
      let (owner, member) = namedMember(of: "FetchDescriptor")
    else { return nil }
    return file.tree.describedEntity(of: member, in: owner)
      ?? file.ask(.memberEntity("\(owner).\(member)")).first
  }
}
