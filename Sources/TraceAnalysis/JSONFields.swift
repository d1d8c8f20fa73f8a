internal import StoreModel

/// Walks the members of one JSON object in a line, without building a tree. Nested values are
/// stepped over by counting, so depth costs nothing.
struct JSONFields {
  struct Field {
    var key: UnsafeRawBufferPointer
    /// Without its quotes when it is a string.
    var value: UnsafeRawBufferPointer
    var isString: Bool
  }

  private let bytes: UnsafeRawBufferPointer
  private var offset: Int
  /// The object ended with its closing brace.
  private(set) var isComplete = false

  /// Nil when the line does not begin with an object.
  init?(_ line: UnsafeRawBufferPointer) {
    guard line.count > 1, line[0] == UInt8(ascii: "{") else { return nil }
    bytes = line
    offset = 1
  }

  /// Walks the elements of an array instead; nil when the text does not begin with one.
  init?(array: UnsafeRawBufferPointer) {
    guard array.count > 1, array[0] == UInt8(ascii: "[") else { return nil }
    bytes = array
    offset = 1
  }

  /// The next element of an array, as the value of an empty key.
  mutating func nextElement() -> Field? {
    skipSeparator()
    guard offset < bytes.count, bytes[offset] != UInt8(ascii: "]") else { return nil }
    return value(of: bytes.slice(0, 0))
  }

  mutating func next() -> Field? {
    skipSeparator()
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "}") {
      isComplete = true
      return nil
    }
    guard let key = string() else { return nil }
    skipBlanks()
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else { return nil }
    offset += 1
    skipBlanks()
    return value(of: key)
  }

  private mutating func value(of key: UnsafeRawBufferPointer) -> Field? {
    guard offset < bytes.count else { return nil }
    if bytes[offset] == UInt8(ascii: "\"") {
      guard let value = string() else { return nil }
      return Field(key: key, value: value, isString: true)
    }
    let start = offset
    skipValue()
    // A stray bracket is no value, and must not stop the walk in place.
    guard offset > start else { return nil }
    return Field(key: key, value: bytes.slice(start, offset).trimmed, isString: false)
  }

  private mutating func skipSeparator() {
    skipBlanks()
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ",") {
      offset += 1
      skipBlanks()
    }
  }

  private mutating func skipBlanks() {
    while offset < bytes.count, bytes[offset].isBlank { offset += 1 }
  }

  /// The inside of a string at `offset`, escapes and all; nil when it does not end.
  private mutating func string() -> UnsafeRawBufferPointer? {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return nil }
    let start = offset + 1
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if bytes[index] == UInt8(ascii: "\"") {
        offset = index + 1
        return bytes.slice(start, index)
      } else {
        index += 1
      }
    }
    offset = bytes.count
    return nil
  }

  private mutating func skipValue() {
    var depth = 0
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        if string() == nil { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return
      default: break
      }
      offset += 1
    }
  }

  /// A JSON string's bytes with its escapes resolved. A broken escape stands for itself.
  static func unescape(_ string: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(string.count)
    var offset = 0
    while offset < string.count {
      let byte = string[offset]
      guard byte == UInt8(ascii: "\\"), offset + 1 < string.count else {
        result.append(byte)
        offset += 1
        continue
      }
      offset += 2
      switch string[offset - 1] {
      case UInt8(ascii: "n"): result.append(10)
      case UInt8(ascii: "t"): result.append(9)
      case UInt8(ascii: "r"): result.append(13)
      case UInt8(ascii: "b"): result.append(8)
      case UInt8(ascii: "f"): result.append(12)
      case UInt8(ascii: "u"):
        guard let first = unit(string, offset) else { continue }
        offset += 4
        var scalar = UInt32(first)
        if first & 0xfc00 == 0xd800, string.has("\\u", at: offset),
          let second = unit(string, offset + 2), second & 0xfc00 == 0xdc00
        {
          scalar = 0x10000 + (UInt32(first & 0x3ff) << 10 | UInt32(second & 0x3ff))
          offset += 6
        }
        let character = Unicode.Scalar(scalar) ?? "\u{fffd}"
        result.append(contentsOf: String(Character(character)).utf8)
      case let other: result.append(other)
      }
    }
    return result
  }

  private static func unit(_ string: UnsafeRawBufferPointer, _ offset: Int) -> UInt16? {
    guard offset + 4 <= string.count else { return nil }
    var value: UInt16 = 0
    for byte in string.slice(offset, offset + 4) {
      guard byte.isHexDigit else { return nil }
      value = value << 4 | UInt16(byte.isDigit ? byte - 48 : (byte | 32) - 87)
    }
    return value
  }
}
