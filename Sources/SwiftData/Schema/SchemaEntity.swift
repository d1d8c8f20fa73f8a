internal import StoreModel

/// An attribute or a relationship of a model class as a schema lists it.
public protocol SchemaProperty: Hashable, Sendable {
  var name: String { get }
  /// The name in earlier versions, if it was another one.
  var originalName: String { get }
  /// As declared, optional or not.
  var valueType: Any.Type { get }
  var isAttribute: Bool { get }
  var isOptional: Bool { get }
  var isRelationship: Bool { get }
  var isTransient: Bool { get }
  var isUnique: Bool { get }
}

/// Empty and without a meaning where only the arguments of a macro are known.
extension Schema.Attribute: SchemaProperty {
  public var name: String { property?.name ?? "" }
  public var originalName: String { renamedFrom ?? name }
  public var valueType: Any.Type { property?.metadata.valueType ?? Any.self }
  public var isAttribute: Bool { true }
  public var isOptional: Bool { property?.isOptional ?? false }
  public var isRelationship: Bool { false }
  public var isTransient: Bool { has(.ephemeral) }
  public var isUnique: Bool { has(.unique) }
  public var isTransformable: Bool { transformerName != nil }
  /// What an object begins with unless its initializer says otherwise.
  public var defaultValue: Any? { property?.defaultValue() }
}

extension Schema.Relationship: SchemaProperty {
  public var name: String { property?.name ?? "" }
  public var originalName: String { renamedFrom ?? name }
  public var valueType: Any.Type { property?.metadata.valueType ?? Any.self }
  public var isAttribute: Bool { false }
  public var isOptional: Bool { property?.isOptional ?? false }
  public var isRelationship: Bool { true }
  public var isTransient: Bool { false }
  public var isUnique: Bool { options.contains(.unique) }
  public var isToOneRelationship: Bool { property.map { !$0.isToMany } ?? false }
  public var keypath: AnyKeyPath? { property?.keyPath }
  /// The name of the entity it leads to.
  public var destination: String { property?.destination?._$type.name ?? "" }
}

extension Schema {
  /// One model class as the schema sees it.
  public struct Entity: Hashable, Sendable {
    public let name: String
    /// Its own, in the order of their declaration.
    public let storedProperties: [any SchemaProperty]
    /// Those of its superclasses, the base class first.
    public let inheritedProperties: [any SchemaProperty]
    public let uniquenessConstraints: [[String]]
    public let indices: [[String]]
    public let superentityName: String?
    private let schema: Schema

    init(_ type: _ModelType, _ entity: StoreModel.Entity, in schema: Schema) {
      self.schema = schema
      name = entity.name
      superentityName = entity.superentity
      uniquenessConstraints = entity.uniquenessConstraints
      indices = entity.fetchIndexes.map { $0.elements.map(\.property) }
      storedProperties = type.ownProperties.map { Self.property($0, schema.model) }
      inheritedProperties = type.properties[..<type.first].map { Self.property($0, schema.model) }
    }

    private static func property(
      _ property: ModelProperty, _ model: DataModel
    ) -> any SchemaProperty {
      guard property.destination != nil else {
        let given = property.attribute ?? Attribute()
        return Attribute(
          given.options, originalName: given.renamedFrom, hashModifier: given.hashModifier,
          of: property)
      }
      let given = property.relationship ?? Relationship()
      let settled = model.entity(named: property.owner)?.relationships.first {
        $0.name == property.name
      }
      return Relationship(
        options: given.options, deleteRule: given.deleteRule,
        minimumModelCount: given.minimumModelCount, maximumModelCount: given.maximumModelCount,
        originalName: given.renamedFrom, inverse: given.inverseKeyPath,
        hashModifier: given.hashModifier, of: property, inverseName: settled?.inverse)
    }

    public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }
    public var attributes: Set<Attribute> { Set(storedProperties.compactMap { $0 as? Attribute }) }
    public var relationships: Set<Relationship> {
      Set(storedProperties.compactMap { $0 as? Relationship })
    }

    public var attributesByName: [String: Attribute] { Self.named(attributes) }
    public var relationshipsByName: [String: Relationship] { Self.named(relationships) }
    public var storedPropertiesByName: [String: any SchemaProperty] {
      Dictionary(storedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func named<P: SchemaProperty>(_ properties: Set<P>) -> [String: P] {
      Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    public var superentity: Entity? { superentityName.flatMap { schema.entitiesByName[$0] } }
    public var subentities: Set<Entity> {
      Set(schema.entities.filter { $0.superentityName == name })
    }

    public static func == (left: Entity, right: Entity) -> Bool {
      left.name == right.name && left.schema == right.schema
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}
