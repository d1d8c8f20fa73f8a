internal import SwiftSyntax

extension IfConfigDeclSyntax {
  /// Whether it decides what the models of a version are: their properties and those of the types that
  /// they store, the classes themselves, or the lists that name them.
  var shapesModels: Bool {
    isInList
      || clauses.contains { clause in
        switch clause.elements {
        case .decls(let members)?:
          members.contains { member in
            isInStoredType && member.decl.isStored || member.decl.declaresModels(depth: 0)
          }
        case .statements(let statements)?:
          statements.contains { $0.item.as(DeclSyntax.self)?.declaresModels(depth: 0) ?? false }
        default: false
        }
      }
  }

  /// Whether it stands in `models`, `schemas` or `stages`.
  private var isInList: Bool {
    var node = parent
    while let current = node {
      if let variable = current.as(VariableDeclSyntax.self) {
        return variable.bindings.contains {
          ["models", "schemas", "stages"].contains($0.pattern.trimmedDescription)
        }
      }
      if current.is(MemberBlockSyntax.self) { return false }
      node = current.parent
    }
    return false
  }

  /// Whether the type around it is a model, or one whose values a model may store.
  private var isInStoredType: Bool {
    var node = parent
    // Other conditions may lie between.
    while let current = node, !current.is(MemberBlockSyntax.self) { node = current.parent }
    guard let owner = node?.parent else { return false }
    if let model = owner.as(ClassDeclSyntax.self), model.isModel { return true }
    let names = owner.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.inheritedTypes.map
    {
      $0.type.trimmedDescription
    }
    return names?.contains { $0.hasSuffix("Codable") || $0.hasSuffix("codable") } ?? false
  }
}

extension ClassDeclSyntax {
  fileprivate var isModel: Bool {
    attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix("Model") ?? false
    }
  }
}

extension DeclSyntax {
  /// Whether it is a case, or a property that keeps a value.
  fileprivate var isStored: Bool {
    if self.is(EnumCaseDeclSyntax.self) { return true }
    guard let variable = self.as(VariableDeclSyntax.self),
      !variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) })
    else { return false }
    return variable.bindings.contains { binding in
      switch binding.accessorBlock?.accessors {
      case nil: true
      case .getter: false
      case .accessors(let accessors):
        accessors.contains { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
      }
    }
  }

  /// Whether it is a model, a version or a plan, or holds one.
  fileprivate func declaresModels(depth: Int) -> Bool {
    guard depth < 4, let group = asProtocol((any DeclGroupSyntax).self) else { return false }
    if self.as(ClassDeclSyntax.self)?.isModel == true { return true }
    let inherited = group.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    let roots = ["VersionedSchema", "SchemaMigrationPlan"]
    return inherited.contains { name in roots.contains { name.hasSuffix($0) } }
      || group.memberBlock.members.contains { $0.decl.declaresModels(depth: depth + 1) }
  }
}
