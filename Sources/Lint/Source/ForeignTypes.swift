internal import ModelSource
internal import SwiftSyntax

extension ForeignMembers {
  /// "yes" where a type of the name that is no model stands outside of all types, and no typealias of the
  /// name leads elsewhere.
  func declaresOther(_ name: String) -> [String] {
    let found = answers(to: .isShadowed(name), about: name) { tree in
      tree.statements.compactMap { statement in
        guard case .decl(let declaration) = statement.item else { return nil }
        if declaration.as(TypeAliasDeclSyntax.self)?.name.text == name { return "alias" }
        guard !declaration.is(ExtensionDeclSyntax.self), Syntax(declaration).typeName == name,
          let group = declaration.asProtocol((any WithAttributesSyntax).self)
        else { return nil }
        return group.attribute("Model") == nil ? "other" : "model"
      }
    }
    return found == ["other"] ? ["yes"] : []
  }
}
