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
  /// Renaming identifiers that several entities, or properties of one, claim; never inferred.
  public var duplicates: [DuplicateIdentifier] = []

  /// An entity and what it continues as.
  public struct EntityPair: Sendable, Hashable {
    /// In the older version.
    public var source: Entity
    /// In the newer version.
    public var destination: Entity
    /// Whether both have the same, known version hash: then rows are copied as they are.
    public var isUnchanged: Bool
    /// Own and inherited properties, sorted by the destination's name.
    public var properties: [PropertyPair]
    /// Properties only the newer one has.
    public var added: [ModelProperty]
    /// Properties only the older one has.
    public var removed: [ModelProperty]

    /// Whether the two have different names.
    public var isRenamed: Bool { source.name != destination.name }
  }

  /// A property and what it continues as.
  public struct PropertyPair: Sendable, Hashable {
    /// In the older version.
    public var source: ModelProperty
    /// In the newer version.
    public var destination: ModelProperty

    /// Whether the two have different names.
    public var isRenamed: Bool { source.name != destination.name }
  }

  /// A renaming identifier that is not one thing's alone.
  public struct DuplicateIdentifier: Sendable, Hashable {
    /// Which of the two models.
    public enum Side: Sendable, Hashable { case source, destination }
    /// The model that has it.
    public var side: Side
    /// The entity whose properties clash; nil when entities clash.
    public var entity: String?
    /// What is claimed.
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
  /// The property itself.
  public enum Kind: Sendable, Hashable {
    case attribute(Attribute)
    case relationship(Relationship)
  }

  /// The property itself.
  public var kind: Kind
  /// Name of the declaring entity: the entity itself or one it inherits from.
  public var declaredBy: String

  private func either<T>(_ ofAttribute: (Attribute) -> T, _ ofRelationship: (Relationship) -> T)
    -> T
  {
    switch kind {
    case .attribute(let attribute): ofAttribute(attribute)
    case .relationship(let relationship): ofRelationship(relationship)
    }
  }

  /// The property's own name.
  public var name: String { either(\.name, \.name) }

  /// The renaming identifier, or the name where none is set.
  public var identifier: String {
    either({ $0.renamingIdentifier ?? $0.name }, { $0.renamingIdentifier ?? $0.name })
  }

  /// How well the property is known.
  public var certainty: Certainty { either(\.certainty, \.certainty) }

  /// Where it is declared.
  public var location: Location? { either(\.location, \.location) }

  /// Whether it is a relationship.
  public var isRelationship: Bool { either({ _ in false }, { _ in true }) }

  /// `optional String` or `optional to-one 'Folder'`.
  var summary: String { either(\.summary, \.summary) }
}
