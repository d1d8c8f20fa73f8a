/// What a property's value has to be to travel in a snapshot.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The values of one object at one time, as they travel between contexts and a data store.
///
/// A context encodes a snapshot to read it: a keyed container with the names of properties, or the keys
/// of `DataStoreSnapshotCodingKey`. Related objects are `PersistentIdentifier`s, one or an array.
public protocol DataStoreSnapshot: Codable, Sendable {
  /// Makes a snapshot of an object; others that it needs may be taken from the backing data of what it
  /// is related to.
  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData])
  /// The object.
  var persistentIdentifier: PersistentIdentifier { get }
  /// The same values under another identifier, and with other identifiers of related objects.
  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

/// The keys of a snapshot's values.
public enum DataStoreSnapshotCodingKey: CodingKey, Hashable, Sendable {
  /// The object.
  case persistentIdentifier
  /// The property with the name.
  case modeledProperty(String)

  /// The key of a text; each is one.
  public init?(stringValue: String) {
    self =
      stringValue == Self.persistentIdentifier.stringValue
      ? .persistentIdentifier : .modeledProperty(stringValue)
  }

  /// Nil, because keys are texts.
  public init?(intValue: Int) { nil }

  /// The property's name, or `persistentIdentifier`.
  public var stringValue: String {
    switch self {
    case .persistentIdentifier: "persistentIdentifier"
    case .modeledProperty(let name): name
    }
  }

  /// Nil, because keys are texts.
  public var intValue: Int? { nil }
}

/// The snapshot that data stores use unless they have one of their own.
public struct DefaultSnapshot: DataStoreSnapshot {
  /// The object.
  public let persistentIdentifier: PersistentIdentifier
  /// By the names of properties: values, identifiers of related objects, and transformed data.
  let values: [String: any DataStoreSnapshotValue]

  private init(
    _ persistentIdentifier: PersistentIdentifier, _ values: [String: any DataStoreSnapshotValue]
  ) {
    self.persistentIdentifier = persistentIdentifier
    self.values = values
  }

  /// The object's values, and the identifiers of what it is related to.
  public init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    self = Self.snapshot(of: backingData)
  }

  private static func snapshot<B: BackingData>(of backingData: B) -> DefaultSnapshot {
    var values: [String: any DataStoreSnapshotValue] = [:]
    for property in B.Model._$type.properties where !property.isEphemeral {
      values[property.name] = SnapshotValues.value(of: property, in: backingData)
    }
    let identifier =
      backingData.persistentModelID
      ?? PersistentIdentifier(entity: B.Model._$type.name, temporary: .init())
    return DefaultSnapshot(identifier, values)
  }

  /// The same values under another identifier, and with other identifiers of related objects.
  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = nil
  ) -> DefaultSnapshot {
    let remapped = remappedIdentifiers ?? [:]
    return DefaultSnapshot(
      persistentIdentifier,
      values.mapValues { value in
        switch value {
        case let one as PersistentIdentifier: remapped[one] ?? one
        case let many as [PersistentIdentifier]: many.map { remapped[$0] ?? $0 }
        default: value
        }
      })
  }

  /// Values are read as the types of the model's properties, so the model must have been in a schema.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    persistentIdentifier = try fields.decode(
      PersistentIdentifier.self, forKey: .persistentIdentifier)
    guard let type = ModelRegistry.type(named: persistentIdentifier.entityName) else {
      throw DecodingError.dataCorruptedError(
        forKey: .persistentIdentifier, in: fields,
        debugDescription: "no schema of this program has a model named "
          + "'\(persistentIdentifier.entityName)', so its snapshots cannot be read")
    }
    var values: [String: any DataStoreSnapshotValue] = [:]
    for property in type.properties where !property.isEphemeral {
      let key = DataStoreSnapshotCodingKey.modeledProperty(property.name)
      guard fields.contains(key), try !fields.decodeNil(forKey: key),
        let type = property.snapshotType
      else { continue }
      values[property.name] = SnapshotValues.marked(try fields.decode(type, forKey: key))
    }
    self.values = values
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    try fields.encode(persistentIdentifier, forKey: .persistentIdentifier)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      try fields.encode(value, forKey: .modeledProperty(name))
    }
  }
}

/// The model classes of this program by their bare names; of several versions the one that was put
/// into a schema last.
enum ModelRegistry {
  /// Unchecked because whoever reads or changes it holds the lock.
  private final class Types: @unchecked Sendable {
    let lock = RecursiveLock()
    var byName: [String: _ModelType] = [:]
  }

  private static let types = Types()

  static func add(_ list: [_ModelType]) {
    types.lock.locked { for type in list { types.byName[type.name] = type } }
  }

  static func type(named name: String) -> _ModelType? {
    types.lock.locked { types.byName[name] }
  }
}
