package import StoreEngine
internal import StoreModel

/// A required value that is new in a version, with no default: no row has one, and no closure that
/// runs before the stage knows the property. The migration fails as soon as there is one row.
package struct UnfillableProperty: Sendable, Hashable {
  /// The property as the newer version has it.
  package var property: ModelProperty
  /// `title`, or `author.name` for a field of a composite.
  package var path: String
}

extension ModelPairing {
  /// What rows of the older model have no value for.
  package var unfillable: [UnfillableProperty] {
    entities.filter { !$0.source.isAbstract }.flatMap(unfillable(in:))
  }

  /// Those of an entity both versions have.
  package func unfillable(in pair: EntityPair) -> [UnfillableProperty] {
    pair.demands.filter { continued(by: $0.property).isEmpty }
  }

  /// The relationships to a new one's entity that have been there before it, and that it is the other
  /// end of now: their links give it its objects.
  package func continued(
    by property: ModelProperty
  ) -> [(pair: EntityPair, relationship: ModelProperty)] {
    guard case .relationship(let new) = property.kind, let inverse = new.inverse else { return [] }
    return entities.compactMap { pair in
      let old = pair.properties.first {
        guard $0.destination.name == inverse, case .relationship(let other) = $0.destination.kind
        else { return false }
        return other.inverse == new.name && $0.source.isRelationship
      }
      return old.map { (pair, $0.source) }
    }
  }
}

extension ModelPairing.EntityPair {
  /// What the newer version demands, and no property of the older one can fill.
  fileprivate var demands: [UnfillableProperty] {
    guard !isUnchanged, !destination.isAbstract else { return [] }
    let fields = properties.flatMap { pair -> [UnfillableProperty] in
      guard case .attribute(let old) = pair.source.kind,
        case .attribute(let new) = pair.destination.kind, old.type == .composite,
        new.type == .composite
      else { return [] }
      return ModelPairing.fields(from: old, to: new).added.filter { !$0.attribute.isOptional }.map {
        UnfillableProperty(property: pair.destination, path: "\(new.name).\($0.path)")
      }
    }
    return fields + added.flatMap(\.unfillable)
  }
}

extension ModelProperty {
  /// What the property demands where it is new.
  fileprivate var unfillable: [UnfillableProperty] {
    switch kind {
    case .attribute(let attribute) where attribute.type == .composite:
      return ModelPairing.leaves(of: attribute).filter { !$0.attribute.isOptional }.map {
        UnfillableProperty(property: self, path: "\(attribute.name).\($0.path)")
      }
    case .attribute(let attribute):
      return attribute.demandsValue ? [UnfillableProperty(property: self, path: name)] : []
    case .relationship(let relationship):
      let demands = !relationship.isToMany && !relationship.isOptional
      return demands ? [UnfillableProperty(property: self, path: name)] : []
    }
  }
}

extension Attribute {
  /// Required, and nothing gives rows a value.
  var demandsValue: Bool { !isOptional && defaultValue == nil && derivation == nil }
}

extension MigrationStep {
  /// The property that is gone and that a new one was probably before, with the name under which it is
  /// looked for; nil where nothing looks like it.
  func probableOrigin(of property: ModelProperty) -> (name: String, identifier: String)? {
    let comparison = ModelDiff.compare(from: from, to: to)
    let difference = comparison.differences.first {
      $0.entity == property.declaredBy && $0.property == property.name && $0.probableOrigin != nil
    }
    guard let difference, let origin = difference.probableOrigin, !isNoRename(difference),
      let removed = comparison.pairing.pair(to: property.declaredBy)?.removed,
      let old = removed.first(where: { $0.name == origin })
    else { return nil }
    return (origin, old.identifier)
  }
}
