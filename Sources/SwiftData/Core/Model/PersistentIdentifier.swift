internal import Foundation

/// Names a model object: its store, its entity and its key. Temporary until the object is saved.
public struct PersistentIdentifier: Hashable, Comparable, Codable, Sendable, Identifiable,
  CustomDebugStringConvertible
{
  /// The UUID of the store; nil for an object that was never saved.
  public let storeIdentifier: String?
  /// The name of the object's class.
  public let entityName: String
  let key: Int64
  let temporary: UUID?

  init(store: String, entity: String, key: Int64) {
    storeIdentifier = store
    entityName = entity
    self.key = key
    temporary = nil
  }

  init(entity: String, temporary: UUID) {
    storeIdentifier = nil
    entityName = entity
    key = 0
    self.temporary = temporary
  }

  /// The identifier of a row, as a data store gives it.
  public static func identifier(
    for storeIdentifier: String, entityName: String, primaryKey: String
  ) throws -> PersistentIdentifier {
    guard let key = Int64(primaryKey.drop { $0 == "p" }), key > 0 else {
      throw CocoaError(.coderInvalidValue)
    }
    return PersistentIdentifier(store: storeIdentifier, entity: entityName, key: key)
  }

  /// The identifier itself.
  public var id: PersistentIdentifier { self }

  private var primaryKey: String { temporary.map { "t\($0.uuidString)" } ?? "p\(key)" }

  private var uri: String { "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(primaryKey)" }

  /// The identifier as Core Data's URI.
  public var debugDescription: String { "PersistentIdentifier(\(uri))" }

  public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
    (left.entityName, left.key, left.primaryKey) < (right.entityName, right.key, right.primaryKey)
  }

  private enum Keys: String, CodingKey { case implementation }
  private enum Fields: String, CodingKey {
    case primaryKey, uriRepresentation, isTemporary, storeIdentifier, entityName
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Keys.self)
      .nestedContainer(keyedBy: Fields.self, forKey: .implementation)
    storeIdentifier = try fields.decodeIfPresent(String.self, forKey: .storeIdentifier)
    entityName = try fields.decode(String.self, forKey: .entityName)
    let text = try fields.decode(String.self, forKey: .primaryKey)
    if text.hasPrefix("t") {
      key = 0
      temporary = UUID(uuidString: String(text.dropFirst()))
    } else {
      key = Int64(text.dropFirst()) ?? 0
      temporary = nil
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    var fields = container.nestedContainer(keyedBy: Fields.self, forKey: .implementation)
    try fields.encode(primaryKey, forKey: .primaryKey)
    try fields.encode(uri, forKey: .uriRepresentation)
    try fields.encode(temporary != nil, forKey: .isTemporary)
    try fields.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
    try fields.encode(entityName, forKey: .entityName)
  }
}

extension _ModelStorage {
  var identifier: PersistentIdentifier {
    if key > 0, let plan {
      return PersistentIdentifier(store: plan.store.identifier, entity: type.name, key: key)
    }
    return formerIdentifier
      ?? PersistentIdentifier(entity: type.name, temporary: temporaryIdentifier)
  }
}
