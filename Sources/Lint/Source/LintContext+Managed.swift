internal import StoreModel

extension LintContext {
  /// Whether a predicate can compare the stored values of an attribute of Core Data's objects.
  func isPlainManaged(_ name: String, _ entity: String) -> Bool {
    let found = current(modelIndex.entities(entity))
    guard !found.isEmpty else { return false }
    guard !modelIndex.isInferred else {
      // A property that the class declares otherwise may be one that it computes.
      return modelIndex.mayHave(name, entity)
        && (found.allSatisfy { $1.attribute(named: name) != nil }
          || answer(.memberType("\(entity).\(name)")).isEmpty)
    }
    return found.allSatisfy { model, entity in
      model.allAttributes(of: entity).contains {
        $0.name == name && !$0.isTransient && $0.type.isComparedInStores
      }
    }
  }
}

extension AttributeType {
  fileprivate var isComparedInStores: Bool {
    switch self {
    case .string, .integer16, .integer32, .integer64, .double, .float, .boolean, .decimal, .date,
      .uuid,
      .uri:
      true
    default: false
    }
  }
}

extension LintContext {
  /// What the attributes of a name are in the versions that an app runs with.
  func managedAttributes(_ name: String) -> [String] {
    guard !modelIndex.isInferred else { return [] }
    let found = modelFiles.flatMap(openVersions).flatMap(\.entities).flatMap(\.attributes)
      .filter { $0.name == name }
    return Set(
      found.map { attribute in
        if attribute.type == .integer64 { return "64 bits" }
        let mayBeNil = attribute.isOptional && attribute.defaultValue == nil
        guard attribute.type == .string else { return "other" }
        return mayBeNil ? "text or nil" : "text"
      }
    ).sorted()
  }
}

extension DataModel {
  /// Whether a relationship is the only way to the objects of an entity, and these know nothing but their owner.
  func isPart(_ child: Entity, of owner: Entity, by name: String) -> Bool {
    guard child.name != owner.name, child.superentity == nil, child.relationships.count <= 1,
      child.relationships.allSatisfy({ !$0.isToMany && $0.destination == owner.name })
    else { return false }
    return entities.allSatisfy { other in
      other.superentity != child.name
        && other.relationships.allSatisfy {
          $0.destination != child.name || other.name == owner.name && $0.name == name
        }
    }
  }
}
