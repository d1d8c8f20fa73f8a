internal import StoreModel

// Byte tests for log text. Logs are UTF-8 by custom only, so nothing here assumes valid text.

extension UInt8 {
  var lowered: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
  var isUpper: Bool { self >= 0x41 && self <= 0x5A }
  var isNewline: Bool { self == 0x0A || self == 0x0D }
  var isSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }
  /// An ASCII letter, digit or underscore.
  var isWord: Bool {
    isDigit || self == 0x5F || (lowered >= 0x61 && lowered <= 0x7A)
  }
}

extension UnsafeBufferPointer<UInt8> {
  func byte(_ position: Int) -> UInt8? {
    position >= 0 && position < count ? self[position] : nil
  }

  /// Compares without regard to ASCII case; `prefix` is lower case.
  func hasPrefix(_ prefix: [UInt8], at position: Int) -> Bool {
    guard position >= 0, position <= count - prefix.count else { return false }
    for offset in prefix.indices where self[position + offset].lowered != prefix[offset] {
      return false
    }
    return true
  }

  /// The end of the white space at `position`. Comment slashes at a line's start, no-break spaces
  /// and the two-character escapes of logs wrapped in JSON count as white space.
  func endOfSpace(from position: Int) -> Int {
    let limit = Swift.min(count, position + 40)
    var end = position
    var sawSpace = false
    while end < limit {
      if self[end].isSpace {
        sawSpace = true
        end += 1
      } else if self[end] == 0xC2, byte(end + 1) == 0xA0 {
        sawSpace = true
        end += 2
      } else if self[end] == UInt8(ascii: "\\"), let next = byte(end + 1),
        next == UInt8(ascii: "n") || next == UInt8(ascii: "t") || next == UInt8(ascii: "r")
      {
        sawSpace = true
        end += 2
      } else if sawSpace, self[end] == UInt8(ascii: "/") {
        end += 1
      } else {
        break
      }
    }
    return sawSpace ? end : position
  }

  /// The end of the quotation mark at `position`.
  func endOfQuote(at position: Int) -> Int? {
    guard let first = byte(position) else { return nil }
    switch first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
      return position + 1
    case UInt8(ascii: "\\"):
      let next = byte(position + 1)
      return next == UInt8(ascii: "'") || next == UInt8(ascii: "\"") ? position + 2 : nil
    case 0xE2:
      // ‘ ’ “ ” are E2 80 98, 99, 9C, 9D.
      guard byte(position + 1) == 0x80, let last = byte(position + 2) else { return nil }
      return [0x98, 0x99, 0x9C, 0x9D].contains(last) ? position + 3 : nil
    default:
      return nil
    }
  }

  func isWordStart(_ position: Int) -> Bool {
    guard let byte = byte(position), byte.isWord, let before = self.byte(position - 1) else {
      return true
    }
    if !before.isWord { return true }
    // "\nFatal error" in a log wrapped in JSON: the n belongs to the escape.
    return self.byte(position - 2) == UInt8(ascii: "\\")
      && (before == UInt8(ascii: "n") || before == UInt8(ascii: "t"))
  }

  /// `\n` as two characters: a line break of a log wrapped in JSON or in a quoted text.
  func isEscapedNewline(_ position: Int) -> Bool {
    guard self[position] == UInt8(ascii: "\\"), let next = byte(position + 1) else { return false }
    return next == UInt8(ascii: "n") || next == UInt8(ascii: "r")
  }

  func isWordEnd(_ position: Int) -> Bool {
    guard let before = byte(position - 1), before.isWord else { return true }
    return byte(position)?.isWord != true
  }

  /// The range without the quotes, brackets and full stops around a captured name.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end {
      if self[start].isSpace || self[start] == UInt8(ascii: "<") {
        start += 1
      } else if let next = endOfQuote(at: start), next <= end {
        start = next
      } else {
        break
      }
    }
    let trailing: [UInt8] = Array(" .,;:'\"`\t\r\\".utf8)
    while end > start {
      if trailing.contains(self[end - 1]) || closesNothing(self[end - 1], in: start..<end) {
        end -= 1
      } else if end - start >= 3, endOfQuote(at: end - 3) == end {
        end -= 3
      } else {
        break
      }
    }
    return start..<end
  }

  /// Whether a bracket is the sentence's rather than the name's: `Array<Date>` keeps its own.
  private func closesNothing(_ bracket: UInt8, in range: Range<Int>) -> Bool {
    let pairs: [(open: UInt8, close: UInt8)] = [
      (UInt8(ascii: "("), UInt8(ascii: ")")), (UInt8(ascii: "["), UInt8(ascii: "]")),
      (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "<"), UInt8(ascii: ">")),
    ]
    guard let pair = pairs.first(where: { $0.close == bracket }) else { return false }
    return !self[range].contains(pair.open)
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: self[range.clamped(to: 0..<count)], as: UTF8.self)
  }
}
