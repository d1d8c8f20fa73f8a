package import StoreModel

/// A value that is kept between runs. What `write` writes, `init(from:)` reads.
package protocol CacheValue {
  func write(to cache: inout CacheWriter)
  init(from cache: inout CacheReader) throws(DamagedCache)
}

/// Bytes that no `CacheWriter` wrote.
package struct DamagedCache: ReportableError {
  package init() {}

  package var status: ExitStatus { .unreadable }
  package var description: String { "what an earlier run kept is damaged" }
}

/// Numbers in groups of seven bits, texts and lists behind their lengths.
package struct CacheWriter {
  package private(set) var bytes: [UInt8] = []
  /// The file that most places lie in; they are kept without it.
  let path: String

  package init(path: String) { self.path = path }

  package mutating func write(_ value: some CacheValue) { value.write(to: &self) }

  package mutating func write(raw: some Collection<UInt8>) { bytes += raw }

  mutating func write(number: UInt64) {
    var rest = number
    while rest > 0x7f {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}

/// Reads from bytes of any origin: damage is an error, never a trap.
package struct CacheReader {
  private let bytes: ArraySlice<UInt8>
  private var offset: Int
  private let end: Int
  private var depth = 0
  let path: String

  package init(_ bytes: ArraySlice<UInt8>, path: String) {
    self.bytes = bytes
    offset = bytes.startIndex
    end = bytes.endIndex
    self.path = path
  }

  package var isAtEnd: Bool { offset == end }

  package mutating func read<Value: CacheValue>() throws(DamagedCache) -> Value {
    try Value(from: &self)
  }

  package mutating func read(raw count: Int) throws(DamagedCache) -> ArraySlice<UInt8> {
    guard count >= 0, count <= end - offset else { throw DamagedCache() }
    defer { offset += count }
    return bytes[offset..<(offset + count)]
  }

  mutating func number() throws(DamagedCache) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while offset < end, shift < 64 {
      let byte = bytes[offset]
      offset += 1
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw DamagedCache()
  }

  /// A length or a count; nothing is longer than what is left.
  mutating func count() throws(DamagedCache) -> Int {
    let value = try number()
    guard value <= UInt64(end - offset) else { throw DamagedCache() }
    return Int(value)
  }

  /// Reads a value that may hold values of its own kind.
  mutating func nested<Value>(
    _ read: (inout CacheReader) throws(DamagedCache) -> Value
  ) throws(DamagedCache) -> Value {
    guard depth < 400 else { throw DamagedCache() }
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  mutating func text() throws(DamagedCache) -> String {
    let count = try count()
    defer { offset += count }
    return String(decoding: bytes[offset..<(offset + count)], as: UTF8.self)
  }
}
