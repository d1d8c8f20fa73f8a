internal import Diagnostics
internal import StoreEngine
public import StoreModel

/// The versions that have shipped, as they were when they shipped: the contents of
/// `storedoctor.lock`.
public struct SchemaLock: Sendable, Hashable {
  /// Plan, bundle or `live`, by name; sorted.
  public var schemas: [Schema]

  /// A migration plan, a bundle of versions, or the models without versions.
  public struct Schema: Sendable, Hashable, Codable {
    /// As in the source or the model file.
    public var name: String
    /// In the order of the history.
    public var versions: [Version]

    package init(name: String, versions: [Version]) {
      (self.name, self.versions) = (name, versions)
    }
  }

  /// A version as it shipped.
  public struct Version: Sendable, Hashable, Codable {
    /// As in the source or the model file.
    public var name: String
    /// `1.0.0`; nil when the version has none.
    public var identifier: String?
    /// Base64, as in the metadata of a store; nil when an entity's hash is not known.
    public var checksum: String?
    /// The checksums of the other shapes in which later releases have shipped it, the oldest first; nil
    /// where none is known.
    public var laterChecksums: [String]?
    /// By name.
    public var entities: [String: EntityShape]

    package init(
      name: String, identifier: String?, checksum: String?, entities: [String: EntityShape]
    ) {
      (self.name, self.identifier, self.checksum) = (name, identifier, checksum)
      self.entities = entities
    }
  }

  /// What the hash of an entity rests on.
  public struct EntityShape: Sendable, Hashable, Codable {
    /// 64 hexadecimal digits; nil when it rests on something unknown.
    public var hash: String?
    /// The name of the entity it inherits from.
    public var superentity: String?
    /// Property to what its hash rests on, in words.
    public var properties: [String: String]
    /// Uniqueness constraints, their names joined by commas; sorted.
    public var unique: [String]

    package init(
      hash: String?, superentity: String?, properties: [String: String], unique: [String]
    ) {
      (self.hash, self.superentity) = (hash, superentity)
      (self.properties, self.unique) = (properties, unique)
    }

    enum CodingKeys: CodingKey { case hash, superentity, properties, unique }
  }

  /// The name of the file.
  public static let fileName = "storedoctor.lock"

  /// A lock of these schemas; an empty one by default.
  public init(schemas: [Schema] = []) { self.schemas = schemas }

  /// Everything as it is now but for versions that are only being worked on.
  public init(of histories: [SchemaHistory]) {
    schemas = histories.map { history in
      Schema(name: history.name, versions: history.shippedVersions.map(Version.init))
    }.sorted { $0.name.codePointsPrecede($1.name) }
  }

  /// The version of a schema, by their names.
  public func version(named name: String, in schema: String) -> Version? {
    schemas.first { $0.name == schema }?.versions.first { $0.name == name }
  }

  /// Notes that a later release has shipped a version in the shape that it has there.
  package mutating func note(_ later: Version, of schema: String) {
    guard let checksum = later.checksum,
      let place = schemas.firstIndex(where: { $0.name == schema }),
      let index = schemas[place].versions.firstIndex(where: { $0.name == later.name })
    else { return }
    let first = schemas[place].versions[index]
    let known = first.laterChecksums ?? []
    guard first.checksum != checksum, !known.contains(checksum) else { return }
    schemas[place].versions[index].laterChecksums = known + [checksum]
  }

  /// The versions that `other` does not have.
  public func without(_ other: SchemaLock) -> SchemaLock {
    SchemaLock(
      schemas: schemas.map { schema in
        var rest = schema
        rest.versions.removeAll { other.version(named: $0.name, in: schema.name) != nil }
        return rest
      })
  }

  /// This lock with what `newer` has besides; versions both have stay as they are here.
  public func adding(_ newer: SchemaLock) -> SchemaLock {
    var result = self
    for schema in newer.schemas {
      guard let position = result.schemas.firstIndex(where: { $0.name == schema.name }) else {
        result.schemas.append(schema)
        continue
      }
      let known = Set(result.schemas[position].versions.map(\.name))
      result.schemas[position].versions += schema.versions.filter { !known.contains($0.name) }
    }
    result.schemas.sort { $0.name.codePointsPrecede($1.name) }
    return result
  }
}

extension SchemaLock.Version {
  /// The version as it is now.
  package init(_ model: DataModel) {
    let hashes = ModelHashes(of: model)
    name = model.name
    identifier = model.versionIdentifiers.first { !$0.isEmpty }
    checksum = hashes.checksum
    entities = Dictionary(
      model.entities.map { ($0.name, SchemaLock.EntityShape($0, hash: hashes.entities[$0.name])) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension SchemaLock.Version {
  /// Whether a model has the same entities with the same properties, as far as a lock says it in words.
  package func hasShape(of model: DataModel) -> Bool {
    func shapes(_ version: Self) -> [String: SchemaLock.EntityShape] {
      version.entities.mapValues { shape in
        var shape = shape
        shape.hash = nil
        return shape
      }
    }
    return shapes(self) == shapes(Self(model))
  }
}

extension SchemaLock.EntityShape {
  init(_ entity: Entity, hash: VersionHash?) {
    self.hash = hash?.hex
    superentity = entity.superentity
    var properties: [String: String] = [:]
    for attribute in entity.attributes where !attribute.isTransient {
      properties[attribute.name] = ShapeText.text(of: attribute)
    }
    for relationship in entity.relationships where !relationship.isTransient {
      properties[relationship.name] = ShapeText.text(of: relationship)
    }
    self.properties = properties
    unique = entity.uniquenessConstraints.map { $0.joined(separator: ", ") }
      .sorted { $0.codePointsPrecede($1) }
  }
}

extension SchemaHistory {
  /// The versions that a release with these models has shipped: no app makes or opens stores of what comes
  /// behind the current version of a model file.
  package var shippedVersions: [DataModel] {
    guard !isOrdered, let currentVersion,
      versions.contains(where: { $0.name == currentVersion && $0.source != .swift })
    else { return versions }
    let current = VersionName(currentVersion)
    return versions.filter { !current.isBefore(VersionName($0.name)) }
  }
}
