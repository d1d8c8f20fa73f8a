internal import StoreModel

/// A statement but for its literals, as a number: statements with equal skeletons have the same
/// template. Found in one pass, eight bytes at a time, since it is done for every statement.
///
/// Only what the tokenizer would take for literals too is left out. Quoted names and comments may
/// hide quotes, so statements with any are told by `SQLTemplate.isPlain`, and taken apart each time.
struct SQLSkeleton {
  private(set) var hash: UInt64 = 0x9e37_79b9_7f4a_7c15
  /// Hash over the literals, so that two questions can be told apart; the numbers of LIMIT and
  /// OFFSET are left out, they page through one question.
  private(set) var literals: UInt64 = 0
  private(set) var hasLiterals = false
  /// The quote that the statement ends inside of; 0 when none.
  private(set) var openQuote: UInt8 = 0

  init(_ sql: UnsafeRawBufferPointer) {
    // `SELECT 0, t0.Z_PK …`: Core Data's mark for the form of the row, not a value.
    var start = Self.rowForm(sql)
    if start > 0 { mix(sql.slice(0, start)) }
    var search = LiteralSearch()
    var offset = start
    while let place = search.next(sql, &offset, &hash) {
      if sql[place] == Self.quote {
        let (end, isClosed) = SQLTokenizer.quotedEnd(sql, from: place, until: Self.quote)
        if !isClosed { openQuote = Self.quote }
        start = end
      } else {
        start = SQLTokenizer.numberEnd(sql, from: place)
      }
      if place > 0, Self.marksParameter(sql[place - 1]) {
        mix(sql.slice(place, start))
      } else {
        hash = mixed(hash ^ 0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3)
        if !Self.isPageNumber(sql, place) { take(sql.slice(place, start)) }
      }
      offset = start
    }
  }

  private static let quote = UInt8(ascii: "'")

  private mutating func take(_ literal: UnsafeRawBufferPointer) {
    hasLiterals = true
    literals = byteHash(literal, seed: literals)
  }

  private mutating func mix(_ bytes: UnsafeRawBufferPointer) { hash = byteHash(bytes, seed: hash) }

  /// The end of `SELECT` and one digit at the beginning; 0 without.
  private static func rowForm(_ sql: UnsafeRawBufferPointer) -> Int {
    var digit = sql.has("SELECT ", at: 0) ? 7 : 0
    if digit == 0 {
      let word = sql.skippingBlanks(from: 0)
      guard sql.hasWord("SELECT", at: word) else { return 0 }
      digit = word + 6
    }
    digit = sql.skippingBlanks(from: digit)
    guard digit < sql.count, sql[digit].isDigit,
      SQLTokenizer.numberEnd(sql, from: digit) == digit + 1
    else { return 0 }
    return digit + 1
  }

  private static func isPageNumber(_ sql: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    var end = place
    while end > 0, sql[end - 1].isBlank { end -= 1 }
    return sql.hasWord("LIMIT", at: end - 5) || sql.hasWord("OFFSET", at: end - 6)
  }

  /// `?1`, `:1`, `@1` are parameters.
  private static func marksParameter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "@")
  }
}

/// Hashes SQL up to the next quote, or digit that begins a number.
private struct LiteralSearch {
  /// The high bit of the first byte: whether the byte before is part of a word.
  private var wordBefore: UInt64 = 0

  mutating func next(
    _ sql: UnsafeRawBufferPointer, _ offset: inout Int, _ hash: inout UInt64
  ) -> Int? {
    wordBefore = 0
    while offset < sql.count {
      let count = min(8, sql.count - offset)
      let bytes = sql.upToEight(at: offset)
      let marks = self.marks(in: bytes)
      guard marks != 0 else {
        hash = mixed(hash ^ bytes, 0xa076_1d64_78bd_642f ^ UInt64(count))
        offset += count
        continue
      }
      let before = UInt64(marks.trailingZeroBitCount / 8)
      hash = mixed(hash ^ (bytes & ((1 << (before * 8)) - 1)), 0xa076_1d64_78bd_642f ^ before)
      return offset + Int(before)
    }
    return nil
  }

  /// High bits of the bytes where a literal may begin.
  private mutating func marks(in bytes: UInt64) -> UInt64 {
    let high: UInt64 = 0x8080_8080_8080_8080
    let one: UInt64 = 0x0101_0101_0101_0101
    let low = bytes & ~high
    func isAtLeast(_ byte: UInt64, _ values: UInt64) -> UInt64 { values &+ (128 - byte) * one }
    let folded = low | 32 * one
    let digits = isAtLeast(0x30, low) & ~isAtLeast(0x3a, low) & ~bytes & high
    let letters = isAtLeast(0x61, folded) & ~isAtLeast(0x7b, folded)
    let words =
      (digits | letters | bytes | bytes.marks(of: UInt8(ascii: "_"))
        | bytes.marks(of: UInt8(ascii: "$")))
      & high
    let starts = digits & ~(words << 8 | wordBefore)
    wordBefore = words >> 56
    return starts | bytes.marks(of: UInt8(ascii: "'"))
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes at an offset as a number, the first the lowest; zero behind the end.
  @inline(__always)
  fileprivate func upToEight(at offset: Int) -> UInt64 {
    let left = count - offset
    if left >= 8 {
      return UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    if count >= 8 {
      let last = UInt64(littleEndian: loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
      return last >> UInt64((8 - left) * 8)
    }
    var bytes: UInt64 = 0
    for index in 0..<left { bytes |= UInt64(self[offset + index]) << UInt64(index * 8) }
    return bytes
  }

  fileprivate func skippingBlanks(from offset: Int) -> Int {
    var index = offset
    while index < count, self[index].isBlank { index += 1 }
    return index
  }

  /// Whether a whole word stands at an offset, in any case.
  fileprivate func hasWord(_ word: StaticString, at offset: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard offset >= 0, offset + length <= count else { return false }
    for index in 0..<length where self[offset + index] & 0xdf != word.utf8Start[index] {
      return false
    }
    return offset == 0 || !self[offset - 1].isWordByte
  }
}
