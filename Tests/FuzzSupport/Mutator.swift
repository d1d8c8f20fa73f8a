import TestSupport

/// Changes samples in the ways that readers are known to stumble over.
struct Mutator {
  var random: Seeded
  /// Words of the reader's grammar.
  let words: [String]
  let isText: Bool

  /// Inputs past this size say nothing more.
  private static let mostBytes = 1 << 18

  mutating func mutated(_ sample: [UInt8], with other: [UInt8]) -> [UInt8] {
    var bytes = sample
    // Mostly one: more seldom get past the first check of a reader.
    for _ in 0...random.below(1 + random.below(5)) where !bytes.isEmpty {
      if isText, random.below(4) > 0 {
        changeText(&bytes, with: other)
      } else {
        changeBytes(&bytes, with: other)
      }
      if bytes.count > Self.mostBytes { bytes.removeSubrange(Self.mostBytes...) }
    }
    return bytes
  }

  // MARK: Bytes

  private mutating func changeBytes(_ bytes: inout [UInt8], with other: [UInt8]) {
    // What describes the rest stands at the beginning or at the end.
    let place =
      switch random.below(3) {
      case 0: random.below(min(bytes.count, 128))
      case 1: bytes.count - 1 - random.below(min(bytes.count, 64))
      default: random.below(bytes.count)
      }
    let end = min(bytes.count, place + 1 + random.below(64))
    switch random.below(9) {
    case 0: bytes[place] ^= 1 << UInt8(random.below(8))
    case 1: bytes[place] = UInt8(random.below(256))
    case 2: bytes[place] = random.pick([0, 1, 0x7f, 0x80, 0xfe, 0xff]) ?? 0
    case 3: putNumber(in: &bytes, at: place)
    case 4: bytes.removeSubrange(place..<end)
    case 5: bytes.insert(contentsOf: Array(bytes[place..<end]), at: random.below(bytes.count))
    case 6:
      let start = random.below(other.count)
      bytes.insert(
        contentsOf: other[start..<min(other.count, start + random.below(200))], at: place)
    case 7: bytes.removeSubrange(place...)
    default: bytes.swapAt(place, random.below(bytes.count))
    }
  }

  /// An edge value of 2, 4 or 8 bytes, in either order.
  private mutating func putNumber(in bytes: inout [UInt8], at place: Int) {
    let width = random.pick([2, 4, 8]) ?? 2
    guard place + width <= bytes.count else { return }
    let value = random.pick([0, 1, .max, .max >> 1, 1 << 31, 1 << 63, 0xffff_ffff]) ?? 0
    let isBig = random.below(2) == 0
    for index in 0..<width {
      let shift = UInt64((isBig ? width - 1 - index : index) * 8)
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  // MARK: Text

  private static let numbers = [
    "0", "-1", "1", "255", "65536", "2147483648", "4294967296", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "18446744073709551616",
    "99999999999999999999999999", "1e308", "1e999", "-0", "nan", "0.0000000000000000000000001",
  ]
  private static let brackets = [("(", ")"), ("[", "]"), ("{", "}"), ("\"", "\""), ("<", ">")]

  private mutating func changeText(_ bytes: inout [UInt8], with other: [UInt8]) {
    switch random.below(10) {
    case 0, 1: changeLines(&bytes)
    case 2: rename(&bytes)
    default: changeTokens(&bytes, with: other)
    }
  }

  private mutating func changeTokens(_ bytes: inout [UInt8], with other: [UInt8]) {
    let tokens = Self.tokens(of: bytes)
    guard let token = random.pick(tokens) else { return }
    switch random.below(7) {
    case 0:
      let digits = tokens.filter { bytes[$0.lowerBound].isDecimal }
      guard let number = random.pick(digits), let edge = random.pick(Self.numbers) else { return }
      bytes.replaceSubrange(number, with: edge.utf8)
    case 1: bytes.replaceSubrange(token, with: (random.pick(words) ?? "").utf8)
    case 2:
      let others = Self.tokens(of: other)
      guard let stranger = random.pick(others) else { return }
      bytes.replaceSubrange(token, with: Array(other[stranger]))
    case 3:
      bytes.insert(contentsOf: (" " + (random.pick(words) ?? "") + " ").utf8, at: token.lowerBound)
    case 4:
      let end = tokens.first { $0.lowerBound >= token.lowerBound + random.below(60) } ?? token
      bytes.removeSubrange(token.lowerBound..<max(token.upperBound, end.lowerBound))
    case 5:
      let count = random.pick([1, 2, 20, 500]) ?? 1
      let text = Array(bytes[token])
      bytes.insert(
        contentsOf: repeatElement(text + [0x20], count: count).joined(), at: token.lowerBound)
    default:
      guard let (opening, closing) = random.pick(Self.brackets) else { return }
      let count = random.pick([1, 3, 40, 300]) ?? 1
      bytes.insert(
        contentsOf: repeatElement(Array(closing.utf8), count: count).joined(), at: token.upperBound)
      bytes.insert(
        contentsOf: repeatElement(Array(opening.utf8), count: count).joined(), at: token.lowerBound)
    }
  }

  private mutating func changeLines(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map(Array.init)
    let line = random.below(lines.count)
    switch random.below(4) {
    case 0: lines.remove(at: line)
    case 1: lines.insert(lines[line], at: random.below(lines.count))
    case 2: lines.swapAt(line, random.below(lines.count))
    default:
      let end = min(lines.count, line + 1 + random.below(12))
      lines.insert(contentsOf: Array(lines[line..<end]), at: random.below(lines.count))
    }
    bytes = Array(lines.joined(separator: [0x0a]))
  }

  /// One word for another throughout, so that what was two things is one.
  private mutating func rename(_ bytes: inout [UInt8]) {
    let tokens = Self.tokens(of: bytes).filter { bytes[$0.lowerBound].isWordStart }
    guard let from = random.pick(tokens), let to = random.pick(tokens) else { return }
    let (old, new) = (Array(bytes[from]), Array(bytes[to]))
    for token in tokens.reversed() where bytes[token].elementsEqual(old) {
      bytes.replaceSubrange(token, with: new)
    }
  }

  /// Words, numbers and single marks; what every grammar has.
  private static func tokens(of bytes: [UInt8]) -> [Range<Int>] {
    var tokens: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      var end = start + 1
      if bytes[start].isWordStart || bytes[start].isDecimal {
        while end < bytes.count, bytes[end].isWordStart || bytes[end].isDecimal { end += 1 }
      }
      if bytes[start] > 0x20 { tokens.append(start..<end) }
      start = end
    }
    return tokens
  }
}

extension UInt8 {
  fileprivate var isDecimal: Bool { self >= 0x30 && self <= 0x39 }
  fileprivate var isWordStart: Bool {
    self == 0x5f || self >= 0x80 || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7a)
  }
}
