/// Bytes that no `KeptEncoder` wrote, or for another type; or a value that it does not know.
struct DamagedCache: Error {}

extension KeptBytes {
  /// The value that the bytes begin with, and the bytes behind it.
  package static func first<Value: Decodable>(
    _ type: Value.Type, in bytes: ArraySlice<UInt8>
  ) throws -> (Value, rest: ArraySlice<UInt8>) {
    let input = KeptDecoder.Input(bytes: bytes)
    return (try input.value(type), input.bytes)
  }
}

/// Reads what `KeptEncoder` wrote. The bytes may have any origin: damage is an error, never a trap.
struct KeptDecoder: Decoder {
  /// Each level of a type or an expression takes up to four. The parser lets through 128 levels.
  static let deepest = 1000

  private let input: Input
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(input: input))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try Elements(input: input) }
  func singleValueContainer() -> any SingleValueDecodingContainer { Single(input: input) }

  fileprivate final class Input {
    /// Those that are left.
    private(set) var bytes: ArraySlice<UInt8>
    private var texts: [String] = []
    private var depth = 0
    init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let known: Any? =
        if type == String.self {
          try text()
        } else if type == Int.self {
          Int(truncatingIfNeeded: try number())
        } else if type == Bool.self {
          try number() == 1
        } else {
          nil
        }
      if let value = known as? Value { return value }
      guard depth < KeptDecoder.deepest else { throw DamagedCache() }
      depth += 1
      defer { depth -= 1 }
      return try Value(from: KeptDecoder(input: self))
    }

    func number() throws -> UInt64 {
      var value: UInt64 = 0
      var shift: UInt64 = 0
      while shift < 64, let byte = bytes.popFirst() {
        value |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 { return value }
        shift += 7
      }
      throw DamagedCache()
    }

    func text() throws -> String {
      let number = try number()
      if number & 1 == 1 {
        guard number >> 1 < UInt64(texts.count) else { throw DamagedCache() }
        return texts[Int(number >> 1)]
      }
      guard number >> 1 <= UInt64(bytes.count) else { throw DamagedCache() }
      let text = String(decoding: bytes.prefix(Int(number >> 1)), as: UTF8.self)
      bytes = bytes.dropFirst(Int(number >> 1))
      texts.append(text)
      return text
    }

    /// A count of elements, which are no more than the bytes that are left.
    func count() throws -> Int {
      guard bytes.count >= 4 else { throw DamagedCache() }
      let count = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      bytes = bytes.dropFirst(4)
      guard count <= bytes.count else { throw DamagedCache() }
      return count
    }
  }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let input: Input
    var codingPath: [any CodingKey] { [] }

    /// Only enums ask, once, and for the name of their case.
    var allKeys: [Key] { [(try? input.text()).flatMap(Key.init)].compactMap(\.self) }

    // Whether an optional is there is asked by both of these; a byte tells the second.
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { try input.number() == 0 }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try input.value(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
      KeyedDecodingContainer(Members<Nested>(input: input))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try Elements(input: input)
    }

    func superDecoder() -> any Decoder { KeptDecoder(input: input) }
    func superDecoder(forKey key: Key) -> any Decoder { KeptDecoder(input: input) }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let input: Input
    let count: Int?
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var isAtEnd: Bool { currentIndex == count }

    init(input: Input) throws {
      self.input = input
      count = try input.count()
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      guard !isAtEnd else { throw DamagedCache() }
      currentIndex += 1
      return try input.value(type)
    }

    func decodeNil() -> Bool { false }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
      KeyedDecodingContainer(Members(input: input))
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try Elements(input: input)
    }

    func superDecoder() -> any Decoder { KeptDecoder(input: input) }
  }

  private struct Single: SingleValueDecodingContainer {
    let input: Input
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try input.value(type) }
  }
}
