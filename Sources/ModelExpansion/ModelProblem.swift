package import SwiftSyntax

/// Why a class cannot be a model as it is written.
package struct ModelDeclarationProblem {
  package let message: String
  package let node: Syntax

  package static func problems(
    of declaration: some DeclGroupSyntax, isSubclass: Bool
  ) -> [ModelDeclarationProblem] {
    guard let model = declaration.as(ClassDeclSyntax.self) else {
      return [
        ModelDeclarationProblem(
          message: "@Model can only be applied to a class", node: Syntax(declaration))
      ]
    }
    var problems: [ModelDeclarationProblem] = []
    let members = model.memberBlock.members
    for member in members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.bindings.count > 1,
        !variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) })
      else { continue }
      problems.append(
        ModelDeclarationProblem(
          message: "declare each property of a model on a line of its own", node: Syntax(variable)))
    }
    let hasInitializer = members.contains { $0.decl.is(InitializerDeclSyntax.self) }
    let needsValue = model.storedProperties.contains { property in
      property.defaultValue == nil && !property.isOptional
    }
    if !hasInitializer && !isSubclass && needsValue {
      problems.append(
        ModelDeclarationProblem(
          message: "@Model requires an initializer be provided for '\(model.name.text)'",
          node: Syntax(model.name)))
    }
    return problems
  }
}
