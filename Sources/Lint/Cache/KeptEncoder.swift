/// Values as the caches keep them.
package enum KeptBytes {
  /// - Throws: `DamagedCache` for a value that could not be read again.
  package static func of(_ value: some Encodable) throws -> [UInt8] {
    let output = KeptEncoder.Output()
    try output.write(value)
    return output.bytes
  }
}

/// Writes values as bare bytes in the order in which they encode their members, without the members'
/// names: what this writes, the same build reads. A JSON decoder would take as long as parsing the
/// files again.
///
/// It knows what `LintCache` keeps: truth values, whole numbers, texts, and what is made of them;
/// no dictionaries by text, whose keys are names.
struct KeptEncoder: Encoder {
  private let output: Output
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(output: output))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements(output: output) }
  func singleValueContainer() -> any SingleValueEncodingContainer { Single(output: output) }

  fileprivate final class Output {
    private(set) var bytes: [UInt8] = []
    private var texts: [String: Int] = [:]
    private var depth = 0

    /// - Throws: `DamagedCache` for what `KeptDecoder` would not read: a type it does not know, which
    ///   has only itself to write, or one nested too deep.
    func write(_ value: some Encodable) throws {
      switch value {
      case let text as String: write(text: text)
      case let number as Int: write(number: UInt64(bitPattern: Int64(number)))
      case let isTrue as Bool: write(number: isTrue ? 1 : 0)
      default:
        guard depth < KeptDecoder.deepest else { throw DamagedCache() }
        depth += 1
        defer { depth -= 1 }
        try value.encode(to: KeptEncoder(output: self))
      }
    }

    /// In groups of seven bits.
    func write(number: UInt64) {
      var rest = number
      while rest > 0x7f {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Behind its length; by its number when it comes again, as the file's path does.
    func write(text: String) {
      if let known = texts[text] { return write(number: UInt64(known) << 1 | 1) }
      texts[text] = texts.count
      write(number: UInt64(text.utf8.count) << 1)
      bytes += text.utf8
    }

    /// Makes room for a count of elements, which is known when the last of them is written.
    func startCount() -> Int {
      bytes += [0, 0, 0, 0]
      return bytes.count - 4
    }

    func setCount(_ count: Int, at place: Int) {
      for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: count >> (8 * index)) }
    }
  }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: Output
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { throw DamagedCache() }
    func encode(_ value: some Encodable, forKey key: Key) throws { try output.write(value) }

    // Whether a value is there has to be written too, since no name tells.
    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try any(value) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try any(value) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try any(value) }

    private func any(_ value: (some Encodable)?) throws {
      output.write(number: value == nil ? 0 : 1)
      if let value { try output.write(value) }
    }

    /// The case of an enum, which is a name.
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      output.write(text: key.stringValue)
      return KeyedEncodingContainer(Members<Nested>(output: output))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      Elements(output: output)
    }

    func superEncoder() -> any Encoder { KeptEncoder(output: output) }
    func superEncoder(forKey key: Key) -> any Encoder { KeptEncoder(output: output) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let output: Output
    private let start: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(output: Output) {
      self.output = output
      start = output.startCount()
    }

    mutating func encode(_ value: some Encodable) throws {
      try output.write(value)
      count += 1
      output.setCount(count, at: start)
    }

    func encodeNil() throws { throw DamagedCache() }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(Members(output: output))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Elements(output: output) }
    func superEncoder() -> any Encoder { KeptEncoder(output: output) }
  }

  private struct Single: SingleValueEncodingContainer {
    let output: Output
    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws { throw DamagedCache() }
    func encode(_ value: some Encodable) throws { try output.write(value) }
  }
}
