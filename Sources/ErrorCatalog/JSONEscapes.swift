internal import StoreModel

/// Characters that a log wrapped in JSON has as numbers: quotation marks that the messages are known by, and
/// the beginning of colours.
enum JSONEscapes {
  /// The text with `\\u2019` and the like as what they stand for. Line breaks and what JSON has shorter
  /// escapes for stay as they are, so that each line keeps its number.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "\\")) else { return bytes }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\"), let (scalar, end) = scalar(at: index, in: bytes)
      else {
        plain.append(bytes[index])
        index += 1
        continue
      }
      plain += Array(String(scalar).utf8)
      index = end
    }
    return plain
  }

  private static func scalar(
    at index: Int, in bytes: [UInt8]
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    guard let first = unit(at: index, in: bytes) else { return nil }
    if first == 0x1B || first >= 0x80, let scalar = Unicode.Scalar(first) {
      return (scalar, index + 6)
    }
    // What lies beyond 16 bits is written in two halves.
    guard 0xD800..<0xDC00 ~= first, let second = unit(at: index + 6, in: bytes),
      0xDC00..<0xE000 ~= second,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { return nil }
    return (scalar, index + 12)
  }

  private static func unit(at index: Int, in bytes: [UInt8]) -> UInt32? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u"),
      bytes[(index + 2)..<(index + 6)].allSatisfy(\.isHexDigit)
    else { return nil }
    return UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
  }
}
