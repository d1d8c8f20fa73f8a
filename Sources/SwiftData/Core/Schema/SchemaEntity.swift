internal import StoreModel

/// An attribute or a relationship of a model class as a schema lists it.
public protocol SchemaProperty: Codable, Hashable {
  /// As declared.
  var name: String { get }
  /// The name in earlier versions, if it was another one.
  var originalName: String { get }
  /// As declared, optional or not.
  var valueType: any Any.Type { get }
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

extension Schema {
  /// One model class as the schema sees it, or an entity that is built by hand. Unchecked because of the
  /// types that its properties name; nothing changes after `init`.
  public final class Entity: Hashable, Codable, CustomDebugStringConvertible, @unchecked Sendable {
    /// The bare name of the class.
    public let name: String
    /// Its own, in the order of their declaration.
    public let storedProperties: [any SchemaProperty]
    /// The names in each list of `#Unique`, and of each property that is unique by itself.
    public let uniquenessConstraints: [[String]]
    let indexes: [FetchIndex]
    /// The name of the superclass's entity.
    public let superentityName: String?
    /// Nil for an entity that is in none yet.
    private let schema: Schema?
    /// Of an entity that is in no schema yet.
    let children: [Entity]

    init(_ type: _ModelType, _ entity: StoreModel.Entity, in schema: Schema) {
      self.schema = schema
      name = entity.name
      superentityName = entity.superentity
      uniquenessConstraints = entity.uniquenessConstraints
      indexes = entity.fetchIndexes
      storedProperties = type.ownProperties.map { Self.property($0, schema.model) }
      children = []
    }

    /// The same entity as a part of a schema.
    init(_ other: Entity, superentity: String?, in schema: Schema?) {
      self.schema = schema
      name = other.name
      superentityName = superentity
      uniquenessConstraints = other.uniquenessConstraints
      indexes = other.indexes
      storedProperties = other.storedProperties
      children = []
    }

    private init(
      name: String, _ properties: [any SchemaProperty], _ children: [Entity],
      superentity: String? = nil, constraints: [[String]] = [], indexes: [FetchIndex] = []
    ) {
      schema = nil
      self.name = name
      superentityName = superentity
      let unique = properties.filter { $0.isUnique && ($0.isAttribute || $0.isRelationship) }
        .map { [$0.name] }
      uniquenessConstraints = unique + constraints.filter { !unique.contains($0) }
      self.indexes = indexes
      storedProperties = properties.filter { $0.isAttribute || $0.isRelationship }
      self.children = children
    }

    /// An entity without properties.
    public convenience init(_ name: String) { self.init(name: name, [], []) }

    /// An entity with properties, which have names: attributes and relationships.
    public convenience init(_ name: String, properties: any SchemaProperty...) {
      self.init(name: name, properties, [])
    }

    /// An entity with entities below it, which inherit its properties.
    public convenience init(
      _ name: String, subentities: Entity..., properties: any SchemaProperty...
    ) {
      self.init(name: name, properties, subentities)
    }

    private enum CodingKeys: CodingKey {
      case name, superentity, properties, uniquenessConstraints, indices, subentities
    }

    private struct EncodedIndex: Codable {
      let name: String
      let properties: [String]
      let isRTree: Bool
    }

    public convenience init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      let indexes = try fields.decode([EncodedIndex].self, forKey: .indices).map { index in
        FetchIndex(
          name: index.name,
          elements: index.properties.map { .init(property: $0, isRTree: index.isRTree) })
      }
      self.init(
        name: try fields.decode(String.self, forKey: .name),
        try fields.decode([EncodedProperty].self, forKey: .properties).map(\.property),
        try fields.decode([Entity].self, forKey: .subentities),
        superentity: try fields.decodeIfPresent(String.self, forKey: .superentity),
        constraints: try fields.decode([[String]].self, forKey: .uniquenessConstraints),
        indexes: indexes)
    }

    public func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(name, forKey: .name)
      try fields.encodeIfPresent(superentityName, forKey: .superentity)
      try fields.encode(storedProperties.map { EncodedProperty($0) }, forKey: .properties)
      try fields.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
      let indices = indexes.map { index in
        EncodedIndex(
          name: index.name, properties: index.elements.map(\.property),
          isRTree: index.elements.contains(where: \.isRTree))
      }
      try fields.encode(indices, forKey: .indices)
      try fields.encode(children, forKey: .subentities)
    }

    private static func property(
      _ property: ModelProperty, _ model: DataModel
    ) -> any SchemaProperty {
      guard property.destination != nil else {
        let given = property.attribute ?? Attribute()
        if case .coded(let coder) = property.kind, coder.template.type == .composite {
          return CompositeAttribute(
            given.options, originalName: given.renamedFrom, hashModifier: given.hashModifier,
            of: property)
        }
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

    /// Those of the entities above it, the topmost first.
    public var inheritedProperties: [any SchemaProperty] { superentity?.properties ?? [] }
    /// Inherited ones, then its own.
    public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }
    /// The names in each list of `#Index`.
    public var indices: [[String]] { indexes.map { $0.elements.map(\.property) } }
    /// Its own attributes.
    public var attributes: Set<Attribute> { Set(storedProperties.compactMap { $0 as? Attribute }) }
    /// Its own relationships.
    public var relationships: Set<Relationship> {
      Set(storedProperties.compactMap { $0 as? Relationship })
    }

    /// Its own attributes by their names.
    public var attributesByName: [String: Attribute] {
      Self.named(storedProperties.compactMap { $0 as? Attribute })
    }
    /// Its own relationships by their names.
    public var relationshipsByName: [String: Relationship] {
      Self.named(storedProperties.compactMap { $0 as? Relationship })
    }
    /// Its own properties by their names.
    public var storedPropertiesByName: [String: any SchemaProperty] {
      Dictionary(storedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
    /// Inherited properties by their names.
    public var inheritedPropertiesByName: [String: any SchemaProperty] {
      Dictionary(inheritedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func named<P: SchemaProperty>(_ properties: [P]) -> [String: P] {
      Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The superclass's entity.
    public var superentity: Entity? { superentityName.flatMap { schema?.entitiesByName[$0] } }
    /// The entities of the direct subclasses.
    public var subentities: Set<Entity> {
      Set(schema?.entities.filter { $0.superentityName == name } ?? children)
    }

    public static func == (left: Entity, right: Entity) -> Bool {
      left === right
        || left.name == right.name && left.superentityName == right.superentityName
          && left.uniquenessConstraints == right.uniquenessConstraints
          && left.indexes == right.indexes && left.children == right.children
          && left.storedProperties.map { AnyHashable($0) }
            == right.storedProperties.map { AnyHashable($0) }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name and those of the properties.
    public var debugDescription: String {
      "Entity \(name): \(storedProperties.map(\.name).joined(separator: ", "))"
    }
  }
}
