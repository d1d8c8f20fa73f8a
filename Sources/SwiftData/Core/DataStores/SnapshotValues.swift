internal import Foundation
internal import StoreEngine

/// Values of properties to values of snapshots, and back.
enum SnapshotValues {
  // Values of models are handed to a data store and not used by the context any more until it gives
  // them back. 'Sendable' is no part of a value's layout.
  static func marked(_ value: any Codable) -> any DataStoreSnapshotValue {
    unsafeBitCast(value as any Codable, to: (any DataStoreSnapshotValue).self)
  }

  /// Nil for no value.
  static func value<B: BackingData>(
    of property: ModelProperty, in backingData: B
  ) -> (any DataStoreSnapshotValue)? {
    guard let value = plain(of: property, in: backingData).flatMap(unwrapped) else { return nil }
    switch property.kind {
    case .toOne: return (value as? any PersistentModel)?.persistentModelID
    case .toMany:
      return ((value as? [AnyObject]) ?? []).compactMap {
        ($0 as? any PersistentModel)?.persistentModelID
      }
    case .coded(let coder) where coder is TransformerCoder:
      guard case .blob(let bytes)? = try? coder.encode(value).first else { return nil }
      return Data(bytes)
    default: return (value as? any Codable).map { marked($0) }
    }
  }

  static func plain<B: BackingData>(of property: ModelProperty, in backingData: B) -> Any? {
    if let own = backingData as? any StorageKeeping {
      return own.storage.currentValue(of: property)
    }
    func read<Value>(_: Value.Type) -> Any? {
      (property.keyPath as? KeyPath<B.Model, Value>).map {
        backingData.getTransformableValue(forKey: $0)
      }
    }
    return _openExistential(property.metadata.valueType, do: read)
  }

  /// The slot for what a snapshot says of an attribute, whose type need not be the property's.
  static func slot(_ value: Any, for property: ModelProperty) throws -> Slot {
    switch property.kind {
    case .scalar(let scalar):
      if Swift.type(of: value) == scalar { return property.slotValue(value) }
    case .coded(let coder):
      if coder is TransformerCoder, let data = value as? Data {
        return .raw(Box([.blob([UInt8](data))]))
      }
      if Swift.type(of: value) == property.plainType { return property.slotValue(value) }
    case .toOne, .toMany: return .null
    }
    guard let type = property.plainType as? any Decodable.Type, let value = value as? any Encodable
    else {
      throw CodingFailure(
        description: "a snapshot has a \(Swift.type(of: value)) for '\(property.owner)."
          + "\(property.name)', which is a \(property.plainType)")
    }
    // Whatever is encoded alike is taken for it, such as the raw value of an enum.
    return property.slotValue(try decoded(type, from: JSONEncoder().encode(List(items: [value]))))
  }

  private struct List: Encodable {
    let items: [any Encodable]

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for item in items { try list.encode(item) }
    }
  }

  private static func decoded<T: Decodable>(_ type: T.Type, from data: Data) throws -> Any {
    guard let value = try JSONDecoder().decode([T].self, from: data).first else {
      throw CodingFailure(description: "there is no value")
    }
    return value
  }
}

extension ModelProperty {
  /// The declared type without optionals.
  var plainType: Any.Type { unwrappedType(metadata.valueType).type }

  /// What a snapshot has for the property; nil for nothing.
  var snapshotType: (any Codable.Type)? {
    switch kind {
    case .toOne: PersistentIdentifier.self
    case .toMany: [PersistentIdentifier].self
    case .coded(let coder) where coder is TransformerCoder: Data.self
    default: plainType as? any Codable.Type
    }
  }
}

extension _ModelStorage {
  /// A property's value as it is now, related objects included.
  func currentValue(of property: ModelProperty) -> Any? {
    switch property.kind {
    case .toOne: return destination(property.slot)
    case .toMany: return loadedMembers(property.slot).members
    case .scalar, .coded:
      if state == .fault { fire() }
      if case .unloaded = slots[property.slot], state != .filling { fire() }
      return property.value(slots[property.slot])
    }
  }
}

/// Reads a snapshot: what it encodes, by name, without encoding the values themselves.
final class SnapshotReader: Encoder {
  private(set) var values: [String: Any] = [:]
  private(set) var failure: CodingFailure?
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  static func values(of snapshot: some DataStoreSnapshot) throws -> [String: Any] {
    let reader = SnapshotReader()
    try snapshot.encode(to: reader)
    if let failure = reader.failure { throw failure }
    return reader.values
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Fields<Key>(reader: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    fail()
    return Unread()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Whole(reader: self) }

  private func fail() {
    failure = CodingFailure(
      description: "a snapshot has to encode its values in a keyed container")
  }

  /// A list that nobody reads.
  private struct Unread: UnkeyedEncodingContainer {
    let codingPath: [any CodingKey] = []
    var count = 0

    mutating func encodeNil() throws { count += 1 }
    mutating func encode<T: Encodable>(_ value: T) throws { count += 1 }
    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> { SnapshotReader().container(keyedBy: keyType) }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Unread() }
    mutating func superEncoder() -> any Encoder { SnapshotReader() }
  }

  private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let reader: SnapshotReader
    let codingPath: [any CodingKey] = []

    mutating func encodeNil(forKey key: Key) throws { reader.values[key.stringValue] = nil }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      reader.values[key.stringValue] = unwrapped(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
      reader.fail()
      return SnapshotReader().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      reader.fail()
      return Unread()
    }

    mutating func superEncoder() -> any Encoder { reader }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
      reader.fail()
      return SnapshotReader()
    }
  }

  /// A snapshot may encode something else in its place, such as a dictionary.
  private struct Whole: SingleValueEncodingContainer {
    let reader: SnapshotReader
    let codingPath: [any CodingKey] = []

    mutating func encodeNil() throws {}
    mutating func encode<T: Encodable>(_ value: T) throws {
      if value is any ScalarValue || value is any BinaryFloatingPoint { return reader.fail() }
      try value.encode(to: reader)
    }
  }
}
