/// The one way from an answer to its JSON: the same keys as any encoder writes, but an optional
/// without a value is `null`, so that a reader finds each documented key.
extension JSONValue {
  /// The value as JSON.
  ///
  /// A type that encodes nothing becomes null.
  ///
  /// - Throws: what the value's `encode(to:)` throws; none of this package's types throws anything.
  public init(encoding value: some Encodable) throws {
    if let value = value as? JSONValue {
      self = value
      return
    }
    let node = Node()
    try value.encode(to: node)
    self = node.json
  }

  /// The members of an object; nil for any other value.
  public var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }
}

extension Encoder {
  /// Writes members of an object beside those already written; an optional without a value is null.
  package func write(_ members: KeyValuePairs<String, any Encodable>) throws {
    var container = container(keyedBy: MemberKey.self)
    for (name, value) in members { try container.encode(value, forKey: MemberKey(name)) }
  }

  /// The same, without the members that have no value.
  package func write(present members: KeyValuePairs<String, (any Encodable)?>) throws {
    for case (let name, let value?) in members { try write([name: value]) }
  }
}

private struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension JSONValue: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}

/// A value while it is being encoded; containers write into it.
private final class Node: Encoder, SingleValueEncodingContainer {
  private enum Content {
    case value(JSONValue)
    case members([String: Node])
    case elements([Node])
  }

  private var content = Content.value(.null)
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var json: JSONValue {
    switch content {
    case .value(let value): value
    case .members(let members): .object(members.mapValues(\.json))
    case .elements(let elements): .array(elements.map(\.json))
    }
  }

  func member(_ key: any CodingKey) -> Node {
    var members: [String: Node] = [:]
    if case .members(let present) = content { members = present }
    // The only owner of the members adds in place.
    content = .value(.null)
    let node = Node()
    members[key.stringValue] = node
    content = .members(members)
    return node
  }

  func element() -> Node {
    var elements: [Node] = []
    if case .elements(let present) = content { elements = present }
    content = .value(.null)
    let node = Node()
    elements.append(node)
    content = .elements(elements)
    return node
  }

  var count: Int {
    if case .elements(let elements) = content { elements.count } else { 0 }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .members = content {} else { content = .members([:]) }
    return KeyedEncodingContainer(Members(node: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .elements = content {} else { content = .elements([]) }
    return Elements(node: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { content = .value(.null) }
  func encode(_ value: Bool) { content = .value(.bool(value)) }
  func encode(_ value: String) { content = .value(.string(value)) }
  func encode(_ value: Double) { content = .value(.number(value)) }
  func encode(_ value: Float) { encode(Double(value)) }
  func encode(_ value: some Encodable) throws {
    guard let integer = value as? any BinaryInteger else {
      content = .value(try JSONValue(encoding: value))
      return
    }
    // Above Int64 a number keeps its size, though not each digit.
    content = .value(Int64(exactly: integer).map { .integer($0) } ?? .number(Double(integer)))
  }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { node.member(key).encodeNil() }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try node.member(key).encode(value)
  }

  // What is not there is null, so that the key is there.
  func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }
  // For these the protocol would leave the key out.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encode(value, forKey: key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encode(value, forKey: key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encode(value, forKey: key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encode(value, forKey: key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encode(value, forKey: key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encode(value, forKey: key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encode(value, forKey: key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encode(value, forKey: key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encode(value, forKey: key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encode(value, forKey: key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encode(value, forKey: key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encode(value, forKey: key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encode(value, forKey: key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encode(value, forKey: key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    node.member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    node.member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { node }
  func superEncoder(forKey key: Key) -> any Encoder { node.member(key) }
}

private struct Elements: UnkeyedEncodingContainer {
  let node: Node
  var codingPath: [any CodingKey] { [] }
  var count: Int { node.count }

  func encodeNil() { node.element().encodeNil() }
  func encode(_ value: some Encodable) throws { try node.element().encode(value) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    node.element().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { node.element() }
}
