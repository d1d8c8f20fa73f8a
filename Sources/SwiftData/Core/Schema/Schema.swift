internal import Foundation
internal import StoreModel

/// The models of a container: what Core Data calls a managed object model.
public final class Schema: Hashable, Sendable, CustomDebugStringConvertible {
  /// The version as three numbers; a label, which takes no part in matching stores.
  public let version: Version
  let types: [_ModelType]
  let model: DataModel

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

  private init(types: [any PersistentModel.Type], version: Version, name: String) {
    self.version = version
    var builder = SchemaBuilder(types)
    model = builder.model(name: name, version: version)
    self.types = builder.types
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
    }
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

  public static func == (left: Schema, right: Schema) -> Bool { left.model == right.model }
  public func hash(into hasher: inout Hasher) { hasher.combine(model.name) }

  /// The version and the names of the entities.
  public var debugDescription: String {
    "Schema \(version): \(types.map(\.name).joined(separator: ", "))"
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
