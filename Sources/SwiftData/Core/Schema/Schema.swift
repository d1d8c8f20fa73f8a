internal import Foundation
internal import StoreEngine
internal import StoreModel

/// The models of a container: what Core Data calls a managed object model.
///
/// Unchecked because of the entities that are built by hand; nothing changes after `init`.
public final class Schema: Hashable, Codable, CustomDebugStringConvertible, @unchecked Sendable {
  /// The version as three numbers; a label, which takes no part in matching stores.
  public let version: Version
  /// Of what it was read from, or of what this module writes.
  public let encodingVersion: Version
  let types: [_ModelType]
  let model: DataModel
  /// Of a schema that names no classes.
  private let given: [Entity]

  /// Also takes in the superclasses of the given models and everything they relate to.
  public convenience init(
    _ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)
  ) {
    self.init(types: types, version: version, name: "live")
  }

  /// The same for classes one by one.
  public convenience init(
    _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(types: types, version: version, name: "live")
  }

  /// The models and the version of a versioned schema.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(
      types: versionedSchema.models, version: versionedSchema.versionIdentifier,
      name: Self.name(of: versionedSchema))
  }

  private convenience init(
    types: [any PersistentModel.Type], version: Version, name: String
  ) {
    var builder = SchemaBuilder(types)
    let model = builder.model(name: name, version: version)
    ModelRegistry.add(builder.types)
    self.init(version, Self.schemaEncodingVersion, builder.types, model, [])
  }

  private init(
    _ version: Version, _ encodingVersion: Version, _ types: [_ModelType], _ model: DataModel,
    _ given: [Entity]
  ) {
    self.version = version
    self.encodingVersion = encodingVersion
    self.types = types
    self.model = model
    self.given = given
  }

  /// A schema without entities.
  public convenience init() {
    self.init(entities: [], version: Version(1, 0, 0), name: "live", Self.schemaEncodingVersion)
  }

  /// A schema that is built by hand. It names no classes, so a container takes it only if the program
  /// has classes with `@Model` that make the same schema.
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(
      entities: entities, version: version, name: "live", Self.schemaEncodingVersion)
  }

  private convenience init(
    entities: [Entity], version: Version, name: String, _ encodingVersion: Version
  ) {
    var all: [Entity] = []
    var waiting = entities.map { (entity: $0, superentity: $0.superentityName) }
    var next = 0
    while next < waiting.count {
      let (entity, superentity) = waiting[next]
      next += 1
      all.append(Entity(entity, superentity: superentity, in: nil))
      waiting += entity.children.map { ($0, entity.name) }
    }
    let model = SchemaBuilder.model(of: all, name: name, version: version)
    self.init(version, encodingVersion, [], model, all)
  }

  private enum CodingKeys: CodingKey { case encodingVersion, version, name, entities }

  public convenience init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      entities: try fields.decode([Entity].self, forKey: .entities),
      version: try fields.decode(Version.self, forKey: .version),
      name: try fields.decode(String.self, forKey: .name),
      try fields.decode(Version.self, forKey: .encodingVersion))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(Self.schemaEncodingVersion, forKey: .encodingVersion)
    try fields.encode(version, forKey: .version)
    try fields.encode(model.name, forKey: .name)
    try fields.encode(entities, forKey: .entities)
  }

  /// The same with the classes of this program, for a schema that names none.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` when the program has no classes that make it.
  func withClasses() throws -> Schema {
    if given.isEmpty { return self }
    let classes = given.compactMap { ModelRegistry.type(named: $0.name)?.model }
    let schema = Schema(types: classes, version: version, name: model.name)
    guard classes.count == given.count,
      ModelHashes(of: schema.model).entities == ModelHashes(of: model).entities
    else {
      throw SwiftDataError(
        .unknownSchema,
        "the schema was built by hand or read from a file, and this program has put no classes with "
          + "'@Model' into a schema that make the same: "
          + given.map(\.name).joined(separator: ", "))
    }
    return schema
  }

  /// The same without what is unique.
  var withoutConstraints: Schema {
    var model = model
    for place in model.entities.indices { model.entities[place].uniquenessConstraints = [] }
    return Schema(version, encodingVersion, types, model, [])
  }

  /// The type's name with the types around it, without the module.
  static func name(of type: Any.Type) -> String {
    let full = String(reflecting: type)
    return full.firstIndex(of: ".").map { String(full[full.index(after: $0)...]) } ?? full
  }

  /// The given classes, then what was reached from them.
  public var entities: [Entity] {
    types.compactMap { type in
      model.entity(named: type.name).map { Entity(type, $0, in: self) }
    } + given.map { Entity($0, superentity: $0.superentityName, in: self) }
  }

  /// The entities by their names.
  public var entitiesByName: [String: Entity] {
    Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The entity of a class; nil if the schema lacks it.
  public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
    entitiesByName[type._$type.name]
  }

  /// The name of a class's entity, which is the bare name of the class.
  public static func entityName(for type: any PersistentModel.Type) -> String { type._$type.name }

  /// What each attribute begins with, by `Entity.attribute`, as lines of `DefaultValue`.
  package var defaultLines: [String: String] {
    var lines: [String: String] = [:]
    for entity in model.entities {
      var name: String? = entity.name
      while let owner = name.flatMap({ model.entity(named: $0) }) {
        for attribute in owner.attributes {
          lines["\(entity.name).\(attribute.name)"] = attribute.defaultValue?.line
        }
        name = owner.superentity
      }
    }
    return lines
  }

  public static func == (left: Schema, right: Schema) -> Bool {
    left.version == right.version && left.entities == right.entities
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(version) }

  /// The version and the names of the entities.
  public var debugDescription: String {
    "Schema \(version): \(model.entities.map(\.name).joined(separator: ", "))"
  }
}

extension Schema {
  /// Three numbers, compared from the left.
  public struct Version: Hashable, Comparable, Codable, Sendable, CustomStringConvertible,
    CustomDebugStringConvertible
  {
    /// The first number.
    public let major: Int
    /// The second number.
    public let minor: Int
    /// The third number.
    public let patch: Int

    /// The version with these numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    public static func < (left: Version, right: Version) -> Bool {
      (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    public var description: String { "\(major).\(minor).\(patch)" }
    /// The three numbers with dots between them.
    public var debugDescription: String { description }
  }
}
