/// Replaces texts by others of the same shape: as many characters of the same scripts in as many bytes,
/// capitals, spaces and punctuation where they were. Equal texts stay equal and different ones
/// different, without regard to case too.
struct TextRedactor {
  private let permutation: KeyedPermutation
  private let streams: (KeyedHash, KeyedHash)
  private var alphabets = Alphabets()

  /// Texts with fewer variants than this have one each; of longer ones no two are ever likely to meet.
  private static let countable: UInt64 = 1 << 62

  init(_ key: RedactionKey) {
    permutation = KeyedPermutation(key.hash(for: "short texts"))
    streams = (key.hash(for: "long texts 1"), key.hash(for: "long texts 2"))
  }

  /// - Parameter isAddress: whether `%` begins two hexadecimal digits.
  mutating func text(_ text: String, isAddress: Bool = false) -> String {
    if !isAddress, let new = plainText(Array(text.utf8)) { return new }
    let scalars = Array(text.unicodeScalars)
    var slots = self.slots(of: scalars, movesMarks: false, isAddress)
    if !slots.contains(where: { $0.count > 1 }) {
      slots = self.slots(of: scalars, movesMarks: true, isAddress)
    }
    let variants = slots.reduce(UInt64(1)) { product, slot in
      let (next, isTooMany) = product.multipliedReportingOverflow(by: slot.count)
      return isTooMany ? Self.countable : min(next, Self.countable)
    }
    guard variants > 1 else { return text }
    if variants < Self.countable {
      moveAll(&slots, variants)
    } else {
      var stream = self.stream(of: Array(text.utf8))
      for index in slots.indices {
        slots[index].place = stream.next().multipliedFullWidth(by: slots[index].count).high
      }
    }
    var result = String.UnicodeScalarView()
    result.reserveCapacity(scalars.count)
    for slot in slots { result.append(slot.source.scalar(at: slot.place)) }
    return String(result)
  }

  /// The same for texts of ASCII with letters or digits, which most texts are: their characters need no
  /// alphabets. Nil for others.
  private func plainText(_ bytes: [UInt8]) -> String? {
    var new = bytes
    var variants: UInt64 = 1
    for byte in bytes {
      guard byte < 0x80 else { return nil }
      guard variants < Self.countable, let (_, count) = Self.run(of: byte) else { continue }
      let (next, isTooMany) = variants.multipliedReportingOverflow(by: count)
      variants = isTooMany ? Self.countable : min(next, Self.countable)
    }
    guard variants > 1 else { return nil }
    if variants < Self.countable {
      let number = bytes.reduce(UInt64(0)) { number, byte in
        Self.run(of: byte).map { number * $0.count + UInt64(byte - $0.first) } ?? number
      }
      var rest = permutation.move(number, below: variants, salt: 0)
      for index in bytes.indices.reversed() {
        guard let (first, count) = Self.run(of: bytes[index]) else { continue }
        new[index] = first + UInt8(rest % count)
        rest /= count
      }
    } else {
      var stream = self.stream(of: bytes)
      for index in bytes.indices {
        guard let (first, count) = Self.run(of: bytes[index]) else { continue }
        new[index] = first + UInt8(stream.next().multipliedFullWidth(by: count).high)
      }
    }
    return String(decoding: new, as: UTF8.self)
  }

  /// The first of the characters in a row that may stand for one, and how many they are.
  private static func run(of byte: UInt8) -> (first: UInt8, count: UInt64)? {
    switch byte {
    case 0x61...0x7A: (0x61, 26)
    case 0x41...0x5A: (0x41, 26)
    case 0x30...0x39: (0x30, 10)
    default: nil
    }
  }

  /// All places together are the digits of one number.
  private func moveAll(_ slots: inout [Alphabets.Slot], _ variants: UInt64) {
    let number = slots.reduce(UInt64(0)) { $0 * $1.count + $1.place }
    var rest = permutation.move(number, below: variants, salt: 0)
    for index in slots.indices.reversed() {
      slots[index].place = rest % slots[index].count
      rest /= slots[index].count
    }
  }

  private mutating func slots(
    of scalars: [Unicode.Scalar], movesMarks: Bool, _ isAddress: Bool
  ) -> [Alphabets.Slot] {
    var slots: [Alphabets.Slot] = []
    slots.reserveCapacity(scalars.count)
    var escaped = 0
    for (index, scalar) in scalars.enumerated() {
      if isAddress, scalar == "%", index + 2 < scalars.count, Self.isHex(scalars[index + 1]),
        Self.isHex(scalars[index + 2])
      {
        escaped = 3
      }
      escaped -= 1
      var slot = alphabets.slot(of: scalar, movesMarks: movesMarks)
      if escaped >= 0, slot.count == 26 { slot.count = 6 }
      slots.append(slot)
    }
    return slots
  }

  private static func isHex(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "a"..."f", "A"..."F": true
    default: false
    }
  }

  /// What both hashes give cannot be told from chance, so that a simple generator may spread it.
  private func stream(of text: [UInt8]) -> KeyedStream {
    let folded = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return KeyedStream(streams.0(folded), streams.1(folded))
  }
}

/// As many pseudo-random words as are needed, from two that a keyed hash gave.
struct KeyedStream {
  private var first: SplitMix
  private var second: SplitMix

  init(_ first: UInt64, _ second: UInt64) {
    (self.first, self.second) = (SplitMix(seed: first), SplitMix(seed: second))
  }

  mutating func next() -> UInt64 { first.next() ^ second.next() }

  mutating func fill(_ bytes: inout [UInt8], from start: Int) {
    var word: UInt64 = 0
    for index in start..<max(start, bytes.count) {
      if (index - start) & 7 == 0 { word = next() }
      bytes[index] = UInt8(truncatingIfNeeded: word)
      word >>= 8
    }
  }
}
