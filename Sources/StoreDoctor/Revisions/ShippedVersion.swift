internal import Lint
internal import StoreModel

/// A version as a release has it, in the form in which it is kept.
struct ShippedVersion: Codable, Hashable {
  /// The place of its plan or bundle among those of the release, of which two may have one name.
  private var place: Int
  private var schema: String
  private var name: String
  private var identifier: String?
  private var checksum: String?
  private var entities: [Shape]

  private struct Shape: Codable, Hashable {
    var name: String
    var hash: String?
    var superentity: String?
    var properties: [Property]
    var unique: [String]
  }

  private struct Property: Codable, Hashable {
    var name: String
    var text: String
  }

  /// Versions differ in these nearly always, and their shapes are long.
  func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(schema)
    hasher.combine(name)
    hasher.combine(checksum)
  }

  /// All versions of a release.
  static func all(of histories: [SchemaHistory]) -> [ShippedVersion] {
    histories.enumerated().flatMap { place, history in
      history.shippedVersions.map { ShippedVersion(SchemaLock.Version($0), history.name, place) }
    }
  }

  /// The plans and bundles of a release, in their order.
  static func schemas(of versions: [ShippedVersion]) -> [SchemaLock.Schema] {
    var schemas: [SchemaLock.Schema] = []
    var last: Int?
    for version in versions {
      if version.place != last {
        schemas.append(SchemaLock.Schema(name: version.schema, versions: []))
        last = version.place
      }
      schemas[schemas.count - 1].versions.append(version.version)
    }
    return schemas
  }

  private init(_ version: SchemaLock.Version, _ schema: String, _ place: Int) {
    (self.place, self.schema) = (place, schema)
    (name, identifier, checksum) = (version.name, version.identifier, version.checksum)
    entities = version.entities.sorted { $0.key < $1.key }.map { name, shape in
      Shape(
        name: name, hash: shape.hash, superentity: shape.superentity,
        properties: shape.properties.sorted { $0.key < $1.key }
          .map { Property(name: $0.key, text: $0.value) },
        unique: shape.unique)
    }
  }

  private var version: SchemaLock.Version {
    SchemaLock.Version(
      name: name, identifier: identifier, checksum: checksum,
      entities: Dictionary(
        keepingFirst: entities.map { entity in
          let properties = entity.properties.map { ($0.name, $0.text) }
          let shape = SchemaLock.EntityShape(
            hash: entity.hash, superentity: entity.superentity,
            properties: Dictionary(keepingFirst: properties), unique: entity.unique)
          return (entity.name, shape)
        }))
  }
}
