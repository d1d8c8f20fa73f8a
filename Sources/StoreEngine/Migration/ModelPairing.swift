public import StoreModel

/// Which entity and property of one model continues as which of another, as Core Data's inference
/// sees it: by renaming identifier, which is the own name where none is set
/// (Documentation/Format/MigrationRules.md, 2.1). Transient properties are left out.
public struct ModelPairing: Sendable, Hashable {
  /// Paired entities, sorted by the destination's name.
  public var entities: [EntityPair] = []
  /// Entities only the destination has, sorted by name.
  public var added: [Entity] = []
  /// Entities only the source has, sorted by name.
  public var removed: [Entity] = []
  /// Renaming identifiers that more than one entity, or more than one property of an entity,
  /// claims. Inference refuses such models.
  public var duplicates: [DuplicateIdentifier] = []

  public struct EntityPair: Sendable, Hashable {
    public var source: Entity
    public var destination: Entity
    /// Whether both have the same, known version hash: then rows are copied as they are.
    public var isUnchanged: Bool
    /// Own and inherited properties, sorted by the destination's name.
    public var properties: [PropertyPair]
    public var added: [ModelProperty]
    public var removed: [ModelProperty]

    public var isRenamed: Bool { source.name != destination.name }
  }

  public struct PropertyPair: Sendable, Hashable {
    public var source: ModelProperty
    public var destination: ModelProperty

    public var isRenamed: Bool { source.name != destination.name }
  }

  public struct DuplicateIdentifier: Sendable, Hashable {
    public enum Side: Sendable, Hashable { case source, destination }
    public var side: Side
    /// The entity whose properties clash; nil when entities clash.
    public var entity: String?
    public var identifier: String
    /// The names that claim it, sorted.
    public var names: [String]
  }

  /// The pair whose source has this name.
  public func pair(from source: String) -> EntityPair? {
    // Nearly all keep their names.
    if let same = pair(to: source), same.source.name == source { return same }
    return entities.first { $0.source.name == source }
  }

  /// The pair whose destination has this name.
  public func pair(to destination: String) -> EntityPair? {
    var low = 0
    var high = entities.count
    while low < high {
      let middle = (low + high) / 2
      if entities[middle].destination.name.codePointsPrecede(destination) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < entities.count, entities[low].destination.name == destination else { return nil }
    return entities[low]
  }
}

/// A stored attribute or relationship together with the entity that declares it.
public struct ModelProperty: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case attribute(Attribute)
    case relationship(Relationship)
  }

  public var kind: Kind
  /// Name of the declaring entity: the entity itself or one it inherits from.
  public var declaredBy: String

  public var name: String {
    switch kind {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// The renaming identifier, or the name where none is set.
  public var identifier: String {
    switch kind {
    case .attribute(let attribute): attribute.renamingIdentifier ?? attribute.name
    case .relationship(let relationship): relationship.renamingIdentifier ?? relationship.name
    }
  }

  public var certainty: Certainty {
    switch kind {
    case .attribute(let attribute): attribute.certainty
    case .relationship(let relationship): relationship.certainty
    }
  }

  public var location: Location? {
    switch kind {
    case .attribute(let attribute): attribute.location
    case .relationship(let relationship): relationship.location
    }
  }

  public var isRelationship: Bool {
    if case .relationship = kind { true } else { false }
  }
}
