internal import StoreModel

extension SchemaHistory {
  /// The version of that name, as written in a plan.
  func version(named name: String) -> DataModel? {
    versions.first { $0.source == .swift && ($0.name == name || $0.name.hasSuffix(".\(name)")) }
  }
}

extension DataModel {
  func stores(_ property: String, in entity: Entity) -> Bool {
    allAttributes(of: entity).contains { $0.name == property && !$0.isTransient }
      || allRelationships(of: entity).contains { $0.name == property }
  }

  /// Whether all members of a class and of those it inherits from were read for certain.
  func isWhole(_ entity: Entity) -> Bool {
    let names = Set(lineage(of: entity).map(\.name))
    return !problems.contains { problem in
      problem.location?.path == entity.location?.path
        || problem.entity.map(names.contains) ?? false
    }
  }
}

extension Entity {
  /// Its own or an inherited relationship.
  func of(_ model: DataModel, _ name: String) -> Relationship? {
    model.allRelationships(of: self).first { $0.name == name }
  }

  /// Whether an index or a constraint, which has one, begins with the property.
  func hasIndex(on name: String) -> Bool {
    fetchIndexes.contains { $0.elements.first?.property == name }
      || uniquenessConstraints.contains { $0.first == name }
  }
}
