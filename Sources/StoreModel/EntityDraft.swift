/// An entity before the inverses of its relationships are known.
package struct EntityDraft: Sendable {
  /// Names the class among all classes: its name and those of the types around it.
  package var path: [String]
  package var entity: Entity
  package var relationships: [RelationshipDraft] = []
  package var problems: [ModelProblem] = []

  package init(path: [String], entity: Entity) {
    self.path = path
    self.entity = entity
  }

  package mutating func report(
    _ message: String, topic: ModelProblem.Topic? = nil, _ property: String?, _ location: Location?
  ) {
    problems.append(
      ModelProblem(
        message, topic: topic, entity: entity.name, property: property, location: location))
  }
}

/// A relationship as one side declares it.
package struct RelationshipDraft: Sendable {
  package var relationship: Relationship
  /// Path of the destination's class; nil when it is not known.
  package var destination: [String]?
  /// The property named by `inverse:`.
  package var declaredInverse: String?
  /// Carries `@Relationship`, with or without `inverse:`.
  package var isAnnotated: Bool

  package init(
    relationship: Relationship, destination: [String]?, declaredInverse: String? = nil,
    isAnnotated: Bool
  ) {
    self.relationship = relationship
    self.destination = destination
    self.declaredInverse = declaredInverse
    self.isAnnotated = isAnnotated
  }
}

/// What attributes and relationships have in common.
package protocol EntityProperty {
  var name: String { get }
  var isTransient: Bool { get }
  var certainty: Certainty { get set }
  var location: Location? { get }
}

extension Attribute: EntityProperty {}
extension Relationship: EntityProperty {}

extension EntityProperty {
  /// Makes the property at most as certain as a fact it rests on.
  package mutating func weaken(_ other: Certainty) { certainty = certainty.weaker(other) }
}
