internal import StoreModel

/// An attribute or a relationship of a model class as a schema lists it.
public protocol SchemaProperty: Hashable, Sendable {
  /// As declared.
  var name: String { get }
  /// The name in earlier versions, if it was another one.
  var originalName: String { get }
  /// As declared, optional or not.
  var valueType: Any.Type { get }
  /// Whether it is a `Schema.Attribute`.
  var isAttribute: Bool { get }
  /// Whether it may be nil.
  var isOptional: Bool { get }
  /// Whether it is a `Schema.Relationship`.
  var isRelationship: Bool { get }
  /// Whether it is left out of the store.
  var isTransient: Bool { get }
  /// Whether it is unique by itself.
  var isUnique: Bool { get }
}

/// Empty and without a meaning where only the arguments of a macro are known.
extension Schema.Attribute: SchemaProperty {
  /// The property's name.
  public var name: String { property?.name ?? "" }
  /// The name in earlier versions, which is the name unless `originalName:` was given.
  public var originalName: String { renamedFrom ?? name }
  /// As declared, optional or not.
  public var valueType: Any.Type { property?.metadata.valueType ?? Any.self }
  /// Always true.
  public var isAttribute: Bool { true }
  /// Whether it may be nil.
  public var isOptional: Bool { property?.isOptional ?? false }
  /// Always false.
  public var isRelationship: Bool { false }
  /// Whether it has the option `.ephemeral`.
  public var isTransient: Bool { has(.ephemeral) }
  /// Whether it has the option `.unique`; `#Unique` is the entity's.
  public var isUnique: Bool { has(.unique) }
  /// Whether its values go through a transformer.
  public var isTransformable: Bool { transformerName != nil }
  /// What an object begins with unless its initializer says otherwise.
  public var defaultValue: Any? { property?.defaultValue() }
}

extension Schema.Relationship: SchemaProperty {
  /// The property's name.
  public var name: String { property?.name ?? "" }
  /// The name in earlier versions, which is the name unless `originalName:` was given.
  public var originalName: String { renamedFrom ?? name }
  /// As declared, optional or not.
  public var valueType: Any.Type { property?.metadata.valueType ?? Any.self }
  /// Always false.
  public var isAttribute: Bool { false }
  /// Whether it may be nil.
  public var isOptional: Bool { property?.isOptional ?? false }
  /// Always true.
  public var isRelationship: Bool { true }
  /// Always false.
  public var isTransient: Bool { false }
  /// Whether it has the option `.unique`; `#Unique` is the entity's.
  public var isUnique: Bool { options.contains(.unique) }
  /// Whether it leads to one object at most.
  public var isToOneRelationship: Bool { property.map { !$0.isToMany } ?? false }
  /// The key path of the property.
  public var keypath: AnyKeyPath? { property?.keyPath }
  /// The name of the entity it leads to.
  public var destination: String { property?.destination?._$type.name ?? "" }
}

extension Schema {
  /// One model class as the schema sees it.
  public struct Entity: Hashable, Sendable {
    /// The bare name of the class.
    public let name: String
    /// Its own, in the order of their declaration.
    public let storedProperties: [any SchemaProperty]
    /// Those of its superclasses, the base class first.
    public let inheritedProperties: [any SchemaProperty]
    /// The names in each list of `#Unique`, and of each property that is unique by itself.
    public let uniquenessConstraints: [[String]]
    /// The names in each list of `#Index`.
    public let indices: [[String]]
    /// The name of the superclass's entity.
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

    /// Inherited ones, then its own.
    public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }
    /// Its own attributes.
    public var attributes: Set<Attribute> { Set(storedProperties.compactMap { $0 as? Attribute }) }
    /// Its own relationships.
    public var relationships: Set<Relationship> {
      Set(storedProperties.compactMap { $0 as? Relationship })
    }

    /// Its own attributes by their names.
    public var attributesByName: [String: Attribute] { Self.named(attributes) }
    /// Its own relationships by their names.
    public var relationshipsByName: [String: Relationship] { Self.named(relationships) }
    /// Its own properties by their names.
    public var storedPropertiesByName: [String: any SchemaProperty] {
      Dictionary(storedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func named<P: SchemaProperty>(_ properties: Set<P>) -> [String: P] {
      Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The superclass's entity.
    public var superentity: Entity? { superentityName.flatMap { schema.entitiesByName[$0] } }
    /// The entities of the direct subclasses.
    public var subentities: Set<Entity> {
      Set(schema.entities.filter { $0.superentityName == name })
    }

    public static func == (left: Entity, right: Entity) -> Bool {
      left.name == right.name && left.schema == right.schema
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}
