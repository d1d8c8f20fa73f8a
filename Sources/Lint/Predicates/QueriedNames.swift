internal import SwiftSyntax

/// The names by which the code around stores filters and sorts, whatever it does so with.
struct QueriedNames: Sendable, Codable {
  /// Members in predicates, and what key paths lead to.
  var properties: Set<String> = []
  /// Classes that something fetches.
  var entities: Set<String> = []
  /// Whether names may stand in texts, as those of NSPredicate do.
  var hasTexts = false

  mutating func formUnion(_ other: QueriedNames) {
    properties.formUnion(other.properties)
    entities.formUnion(other.entities)
    hasTexts = hasTexts || other.hasTexts
  }

  mutating func note(_ node: Syntax) {
    switch node.kind {
    case .keyPathExpr:
      guard let path = node.as(KeyPathExprSyntax.self), !path.isOfDeclaration else { return }
      for component in path.components {
        guard let name = component.component.as(KeyPathPropertyComponentSyntax.self) else {
          continue
        }
        properties.insert(name.declName.baseName.text)
      }
    case .macroExpansionExpr:
      guard let macro = node.as(MacroExpansionExprSyntax.self),
        ["Predicate", "Expression"].contains(macro.macroName.text)
      else { return }
      macro.forEachDescendant { node in
        if let member = node.as(MemberAccessExprSyntax.self) {
          properties.insert(member.declName.baseName.text)
        }
        return true
      }
    case .genericArgumentClause:
      guard let clause = node.as(GenericArgumentClauseSyntax.self), let name = clause.onlyName,
        let user = clause.user, Self.users.contains(user)
      else { return }
      entities.insert(name.lastPart)
    case .attribute:
      guard let query = node.as(AttributeSyntax.self), query.simpleName == "Query",
        let list = query.parent?.parent?.as(VariableDeclSyntax.self)?.bindings.first?
          .typeAnnotation?.type.as(ArrayTypeSyntax.self), let name = list.element.dottedName
      else { return }
      entities.insert(name.lastPart)
    case .declReferenceExpr:
      let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
      if ["NSPredicate", "NSSortDescriptor", "NSExpression"].contains(name) { hasTexts = true }
    default: break
    }
  }

  private static let users: Set = ["FetchDescriptor", "Predicate", "SortDescriptor"]
}

extension KeyPathExprSyntax {
  /// Names properties for the schema, as in '#Index' and '@Relationship(inverse:)'.
  fileprivate var isOfDeclaration: Bool {
    var node = parent
    for _ in 0..<8 {
      guard let next = node else { return false }
      if let attribute = next.as(AttributeSyntax.self) {
        return ["Relationship", "Attribute"].contains(attribute.simpleName)
      }
      if let macro = next.as(MacroExpansionDeclSyntax.self) {
        return ["Index", "Unique"].contains(macro.macroName.text)
      }
      if let macro = next.as(MacroExpansionExprSyntax.self) {
        return ["Index", "Unique"].contains(macro.macroName.text)
      }
      node = next.parent
    }
    return false
  }
}

extension GenericArgumentClauseSyntax {
  /// The type or call the arguments belong to.
  fileprivate var user: String? {
    if let call = parent?.as(GenericSpecializationExprSyntax.self) {
      return call.expression.lastName
    }
    if let macro = parent?.as(MacroExpansionExprSyntax.self) { return macro.macroName.text }
    return parent?.as(IdentifierTypeSyntax.self)?.name.text
  }
}
