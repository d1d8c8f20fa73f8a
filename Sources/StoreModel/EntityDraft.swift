/// An entity before the inverses of its relationships are known.
public struct EntityDraft: Sendable {
  /// Names the class among all classes: its name and those of the types around it.
  public var path: [String]
  public var entity: Entity
  public var relationships: [RelationshipDraft] = []
  public var problems: [ModelProblem] = []

  public init(path: [String], entity: Entity) {
    self.path = path
    self.entity = entity
  }

  public mutating func report(
    _ message: String, topic: ModelProblem.Topic? = nil, _ property: String?, _ location: Location?
  ) {
    problems.append(
      ModelProblem(
        message, topic: topic, entity: entity.name, property: property, location: location))
  }
}

/// A relationship as one side declares it.
public struct RelationshipDraft: Sendable {
  public var relationship: Relationship
  /// Path of the destination's class; nil when it is not known.
  public var destination: [String]?
  /// The property named by `inverse:`.
  public var declaredInverse: String?
  /// Carries `@Relationship`, with or without `inverse:`.
  public var isAnnotated: Bool

  public init(
    relationship: Relationship, destination: [String]?, declaredInverse: String? = nil,
    isAnnotated: Bool
  ) {
    self.relationship = relationship
    self.destination = destination
    self.declaredInverse = declaredInverse
    self.isAnnotated = isAnnotated
  }
}

extension Attribute {
  /// Makes the attribute at most as certain as a fact it rests on.
  public mutating func weaken(_ other: Certainty) { certainty = certainty.weaker(other) }
}

extension Relationship {
  /// Makes the relationship at most as certain as a fact it rests on.
  public mutating func weaken(_ other: Certainty) { certainty = certainty.weaker(other) }
}
