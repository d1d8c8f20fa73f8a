internal import Foundation

/// Names a model object: its store, its entity and its key. Temporary until the object is saved.
public struct PersistentIdentifier: Hashable, Comparable, Codable, Sendable, Identifiable,
  CustomDebugStringConvertible
{
  /// The UUID of the store; nil for an object that was never saved.
  public let storeIdentifier: String?
  /// The name of the object's class.
  public let entityName: String
  let primaryKey: PrimaryKey

  enum PrimaryKey: Hashable {
    case row(Int64)
    /// Of an object that was never saved.
    case temporary(UUID)
    /// As a data store of the app's own names its objects.
    case foreign(String)

    /// - Parameter text: `p` with a number for a row of this module's stores.
    init(_ text: String) {
      let digits = text.dropFirst()
      if text.hasPrefix("p"), let key = Int64(digits), key > 0, String(key) == digits {
        self = .row(key)
      } else {
        self = .foreign(text)
      }
    }

    var text: String {
      switch self {
      case .row(let key): "p\(key)"
      case .temporary(let identifier): "t\(identifier.uuidString)"
      case .foreign(let text): text
      }
    }
  }

  /// 0 unless it names a row.
  var key: Int64 {
    if case .row(let key) = primaryKey { key } else { 0 }
  }

  var temporary: UUID? {
    if case .temporary(let identifier) = primaryKey { identifier } else { nil }
  }

  init(store: String, entity: String, key: Int64) {
    storeIdentifier = store
    entityName = entity
    primaryKey = .row(key)
  }

  init(entity: String, temporary: UUID) {
    storeIdentifier = nil
    entityName = entity
    primaryKey = .temporary(temporary)
  }

  /// The identifier of an object as a data store gives it. A text of `p` and a number is a row of this
  /// module's own stores.
  public static func identifier<T: Comparable & CustomStringConvertible & Codable & Hashable>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier {
    PersistentIdentifier(
      storeIdentifier: storeIdentifier, entityName: entityName,
      primaryKey: PrimaryKey(primaryKey.description))
  }

  private init(storeIdentifier: String?, entityName: String, primaryKey: PrimaryKey) {
    self.storeIdentifier = storeIdentifier
    self.entityName = entityName
    self.primaryKey = primaryKey
  }

  /// What distinguishes two identifiers.
  public struct ID: Hashable, Sendable {
    private let identifier: PersistentIdentifier

    fileprivate init(_ identifier: PersistentIdentifier) { self.identifier = identifier }
  }

  /// What distinguishes it from others.
  public var id: ID { ID(self) }

  private var uri: String {
    "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(primaryKey.text)"
  }

  /// The identifier as Core Data's URI.
  public var debugDescription: String { "PersistentIdentifier(\(uri))" }

  public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
    (left.entityName, left.key, left.primaryKey.text)
      < (right.entityName, right.key, right.primaryKey.text)
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
    let isTemporary = try fields.decodeIfPresent(Bool.self, forKey: .isTemporary) ?? false
    let temporary = isTemporary ? UUID(uuidString: String(text.dropFirst())) : nil
    primaryKey = temporary.map { .temporary($0) } ?? PrimaryKey(text)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    var fields = container.nestedContainer(keyedBy: Fields.self, forKey: .implementation)
    try fields.encode(primaryKey.text, forKey: .primaryKey)
    try fields.encode(uri, forKey: .uriRepresentation)
    try fields.encode(temporary != nil, forKey: .isTemporary)
    try fields.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
    try fields.encode(entityName, forKey: .entityName)
  }
}

extension _ModelStorage {
  var identifier: PersistentIdentifier {
    if key > 0, let plan {
      if let foreign = plan.store.foreign { return foreign.identifier(of: self, plan) }
      return PersistentIdentifier(store: plan.store.identifier, entity: type.name, key: key)
    }
    return formerIdentifier
      ?? PersistentIdentifier(entity: type.name, temporary: temporaryIdentifier)
  }
}
