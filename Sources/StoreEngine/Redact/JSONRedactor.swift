internal import StoreModel

/// Replaces the texts and numbers in JSON where they stand: the result is JSON of the same structure in
/// as many bytes. `true`, `false`, `null` and names that the model knows stay.
struct JSONRedactor {
  /// What a text becomes, and whether it is the name of a member.
  typealias Replacement = (_ text: String, _ isName: Bool) -> String

  private let bytes: [UInt8]
  private var result: [UInt8]
  private var place = 0
  private let text: Replacement
  private let number: (Int64, UInt64) -> Int64

  /// Nesting beyond this is no JSON that anybody keeps in a store.
  private static let depthLimit = 128

  /// Nil for what is no JSON, or not an object or array.
  static func redact(
    _ bytes: [UInt8], text: @escaping Replacement, number: @escaping (Int64, UInt64) -> Int64
  ) -> [UInt8]? {
    guard let first = bytes.first(where: { !isSpace($0) }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return nil }
    var redactor = JSONRedactor(bytes, text, number)
    guard redactor.value(depth: 0) else { return nil }
    redactor.skipSpaces()
    return redactor.place == bytes.count ? redactor.result : nil
  }

  private init(
    _ bytes: [UInt8], _ text: @escaping Replacement,
    _ number: @escaping (Int64, UInt64) -> Int64
  ) {
    (self.bytes, result, self.text, self.number) = (bytes, bytes, text, number)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpaces() {
    while let byte = next, Self.isSpace(byte) { place += 1 }
  }

  private mutating func take(_ byte: Character) -> Bool {
    skipSpaces()
    guard next == byte.asciiValue else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) -> Bool {
    guard depth < Self.depthLimit else { return false }
    skipSpaces()
    switch next {
    case UInt8(ascii: "{"): return members(of: "{", to: "}", depth)
    case UInt8(ascii: "["): return members(of: "[", to: "]", depth)
    case UInt8(ascii: "\""): return string(isName: false)
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    default: return digits()
    }
  }

  private mutating func members(of first: Character, to last: Character, _ depth: Int) -> Bool {
    guard take(first) else { return false }
    if take(last) { return true }
    repeat {
      if first == "{" {
        skipSpaces()
        guard string(isName: true), take(":") else { return false }
      }
      guard value(depth: depth + 1) else { return false }
    } while take(",")
    return take(last)
  }

  private mutating func word(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  /// Each run of digits becomes another one; what is before and between stays.
  private mutating func digits() -> Bool {
    guard next.map({ Self.isDigit($0) || $0 == UInt8(ascii: "-") }) == true else { return false }
    var hasDigits = false
    while let byte = next, Self.isOfNumber(byte) {
      if byte | 0x20 == UInt8(ascii: "e") {
        // How large it is stays, lest it becomes larger than any type.
        while let rest = next, Self.isOfNumber(rest) { place += 1 }
        break
      }
      guard Self.isDigit(byte) else {
        place += 1
        continue
      }
      let first = place
      hasDigits = true
      while let digit = next, Self.isDigit(digit) { place += 1 }
      // More digits than fit a number are replaced in parts.
      for part in stride(from: first, to: place, by: 18) {
        replaceDigits(part..<min(part + 18, place))
      }
    }
    return hasDigits
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    isDigit(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
  }

  private mutating func replaceDigits(_ range: Range<Int>) {
    let value = bytes[range].reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    var rest = number(value, UInt64(range.count))
    // 0 and 1 may be swapped, and all else has as many digits as before.
    for index in range.reversed() {
      result[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// A text with escapes is replaced piece by piece between them.
  private mutating func string(isName: Bool) -> Bool {
    guard next == UInt8(ascii: "\"") else { return false }
    place += 1
    var start = place
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        replace(start..<place, isName: isName)
        place += 1
        return true
      case UInt8(ascii: "\\"):
        replace(start..<place, isName: isName)
        guard escape() else { return false }
        start = place
      case ..<0x20: return false
      default: place += 1
      }
    }
    return false
  }

  private mutating func replace(_ range: Range<Int>, isName: Bool) {
    guard !range.isEmpty else { return }
    let new = Array(text(String(decoding: bytes[range], as: UTF8.self), isName).utf8)
    if new.count == range.count {
      result.replaceSubrange(range, with: new)
    } else {
      // Only where the text was no UTF-8.
      for index in range { result[index] = UInt8(ascii: "x") }
    }
  }

  /// `\n` stays; `\u00e9` becomes another letter that is written so.
  private mutating func escape() -> Bool {
    guard place + 1 < bytes.count else { return false }
    guard bytes[place + 1] == UInt8(ascii: "u") else {
      place += 2
      return true
    }
    let range = place + 2..<place + 6
    guard range.upperBound <= bytes.count,
      let code = UInt32(String(decoding: bytes[range], as: UTF8.self), radix: 16)
    else { return false }
    place += 6
    let new: UInt32
    if let scalar = Unicode.Scalar(code), code >= 0x20 {
      new = text(String(Character(scalar)), false).unicodeScalars.first?.value ?? code
    } else if (0xDC00...0xDFFF).contains(code) {
      // The second half of a character says which of 64 it is.
      new = code & ~63 | UInt32(truncatingIfNeeded: number(Int64(code & 63) + 100, 63)) & 63
    } else {
      new = code
    }
    let digits = String(new & 0xFFFF, radix: 16)
    let padded = String(repeating: "0", count: 4 - digits.count) + digits
    result.replaceSubrange(range, with: padded.utf8)
    return true
  }
}
