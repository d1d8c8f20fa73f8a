internal import PlatformLibc
internal import StoreModel

extension UnsafeRawPointer {
  @inline(__always)
  fileprivate func isEqual<Word: FixedWidthInteger & BitwiseCopyable>(
    _ other: UnsafeRawPointer, _ offset: Int, _ type: Word.Type
  ) -> Bool {
    loadUnaligned(fromByteOffset: offset, as: type)
      == other.loadUnaligned(fromByteOffset: offset, as: type)
  }
}

/// Searching in lines of a log, in place.
extension UnsafeRawBufferPointer {
  /// Compared in words rather than by a call, since most of a log's lines are told apart this way.
  @inline(__always)
  package func has(_ text: StaticString, at offset: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, count - offset >= length, let base = baseAddress else { return false }
    let left = base + offset
    let right = UnsafeRawPointer(text.utf8Start)
    var index = 0
    while index + 8 <= length {
      guard left.isEqual(right, index, UInt64.self) else { return false }
      index += 8
    }
    if index + 4 <= length {
      guard left.isEqual(right, index, UInt32.self) else { return false }
      index += 4
    }
    while index < length {
      guard left.isEqual(right, index, UInt8.self) else { return false }
      index += 1
    }
    return true
  }

  @inline(__always)
  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && has(text, at: 0)
  }

  /// Whether these bytes from an offset on are those of an array from the same offset on.
  @inline(__always)
  func equals(_ other: [UInt8], from offset: Int) -> Bool {
    guard count == other.count, let base = baseAddress else { return false }
    return other.withUnsafeBytes {
      guard let start = $0.baseAddress else { return false }
      return memcmp(base + offset, start + offset, count - offset) == 0
    }
  }

  func ends(with text: StaticString) -> Bool {
    has(text, at: count - text.utf8CodeUnitCount)
  }

  @inline(__always)
  package func find(_ byte: UInt8, from offset: Int = 0) -> Int? {
    guard offset < count, let base = baseAddress,
      let found = memchr(base + offset, Int32(byte), count - offset)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  package func find(_ text: StaticString, from offset: Int = 0) -> Int? {
    var start = Swift.max(0, offset)
    while let place = find(text.utf8Start.pointee, from: start) {
      if has(text, at: place) { return place }
      start = place + 1
    }
    return nil
  }

  /// From the end: what is looked for stands near it.
  func findLast(_ text: StaticString) -> Int? {
    let first = text.utf8Start.pointee
    var place = count - text.utf8CodeUnitCount
    while place >= 0 {
      if self[place] == first, has(text, at: place) { return place }
      place -= 1
    }
    return nil
  }

  @inline(__always)
  package func slice(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[start..<Swift.max(start, end)])
  }

  @inline(__always)
  func skippingSpaces(from offset: Int) -> Int {
    var index = offset
    while index < count, self[index] == 32 || self[index] == 9 { index += 1 }
    return index
  }

  /// Without spaces, tabs, returns at both ends.
  var trimmed: UnsafeRawBufferPointer {
    var start = 0
    var end = count
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return slice(start, end)
  }

  /// Without what ends a statement: semicolons and blanks.
  @inline(__always)
  var withoutEnd: UnsafeRawBufferPointer {
    var end = count
    while end > 0, self[end - 1].isBlank || self[end - 1] == UInt8(ascii: ";") { end -= 1 }
    return slice(0, end)
  }

  /// The number at an offset, quickly when it has one or two digits.
  @inline(__always)
  func shortNumber(at offset: Int) -> Int64? {
    guard count - offset >= 3, self[offset].isDigit else { return number(at: offset)?.value }
    if !self[offset + 1].isDigit { return Int64(self[offset] - 48) }
    return number(at: offset)?.value
  }

  /// A non-negative decimal number; the largest there is when it is larger.
  func number(at offset: Int) -> (value: Int64, end: Int)? {
    var index = offset
    var value: Int64 = 0
    while index < count, self[index].isDigit {
      value = value.multiplied(saturatingBy: 10)
      value.add(saturating: Int64(self[index] - 48))
      index += 1
    }
    return index > offset ? (value, index) : nil
  }

  /// Seconds such as `0.0012` as nanoseconds.
  @inline(__always)
  func nanoseconds(at offset: Int) -> (value: Int64, end: Int)? {
    // `0.0012s`, the form of nearly all of them.
    if count - offset >= 7, self[offset].isDigit, self[offset + 1] == UInt8(ascii: "."),
      self[offset + 2].isDigit, self[offset + 3].isDigit, self[offset + 4].isDigit,
      self[offset + 5].isDigit, !self[offset + 6].isDigit
    {
      var value = Int64(self[offset] - 48)
      for place in 2...5 { value = value * 10 + Int64(self[offset + place] - 48) }
      return (value * 100_000, offset + 6)
    }
    return anyNanoseconds(at: offset)
  }

  private func anyNanoseconds(at offset: Int) -> (value: Int64, end: Int)? {
    guard let (seconds, point) = number(at: offset) else { return nil }
    let (fraction, end) = fraction(at: point)
    return (seconds.multiplied(saturatingBy: 1_000_000_000).adding(saturating: fraction), end)
  }

  /// Nanoseconds after a point or comma at an offset; zero without one.
  func fraction(at point: Int) -> (value: Int64, end: Int) {
    var end = point
    var value: Int64 = 0
    if end < count, self[end] == UInt8(ascii: ".") || self[end] == UInt8(ascii: ",") {
      end += 1
      var scale: Int64 = 100_000_000
      while end < count, self[end].isDigit {
        value += Int64(self[end] - 48) * scale
        scale /= 10
        end += 1
      }
    }
    return (value, end)
  }
}

extension UInt64 {
  /// The high bit of each of the eight bytes that is this one.
  @inline(__always)
  func marks(of byte: UInt8) -> UInt64 {
    let low: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
    let difference = self ^ UInt64(byte) * 0x0101_0101_0101_0101
    return ~((difference & low) &+ low | difference | low)
  }
}

extension UInt8 {
  @inline(__always) var isBlank: Bool { self == 32 || self == 9 || self == 13 || self == 10 }
  @inline(__always) var isLetter: Bool { (self | 32) &- 97 < 26 }
  /// Part of an SQL word: letters, digits, `_`, `$`, and every byte of a non-ASCII character.
  @inline(__always) var isWordByte: Bool {
    isLetter || isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 128
  }
}
