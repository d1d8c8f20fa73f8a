#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Searching in lines of a log, in place.
extension UnsafeRawBufferPointer {
  @inline(__always)
  func has(_ text: StaticString, at offset: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, count - offset >= length, let base = baseAddress else { return false }
    return memcmp(base + offset, text.utf8Start, length) == 0
  }

  @inline(__always)
  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && has(text, at: 0)
  }

  func ends(with text: StaticString) -> Bool {
    has(text, at: count - text.utf8CodeUnitCount)
  }

  @inline(__always)
  func find(_ byte: UInt8, from offset: Int = 0) -> Int? {
    guard offset < count, let base = baseAddress,
      let found = memchr(base + offset, Int32(byte), count - offset)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  func find(_ text: StaticString, from offset: Int = 0) -> Int? {
    var start = Swift.max(0, offset)
    while let place = find(text.utf8Start.pointee, from: start) {
      if has(text, at: place) { return place }
      start = place + 1
    }
    return nil
  }

  func findLast(_ text: StaticString) -> Int? {
    var last: Int?
    var offset = 0
    while let found = find(text, from: offset) {
      last = found
      offset = found + 1
    }
    return last
  }

  @inline(__always)
  func slice(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
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

  /// A non-negative decimal number; stops growing at 18 digits instead of overflowing.
  func number(at offset: Int) -> (value: Int64, end: Int)? {
    var index = offset
    var value: Int64 = 0
    while index < count, self[index].isDigit {
      if index - offset < 18 { value = value * 10 + Int64(self[index] - 48) }
      index += 1
    }
    return index > offset ? (value, index) : nil
  }

  /// Seconds such as `0.0012` as nanoseconds.
  func nanoseconds(at offset: Int) -> (value: Int64, end: Int)? {
    guard var (seconds, index) = number(at: offset) else { return nil }
    seconds = Swift.min(seconds, 1_000_000_000)
    var fraction: Int64 = 0
    if index < count, self[index] == UInt8(ascii: ".") || self[index] == UInt8(ascii: ",") {
      index += 1
      var scale: Int64 = 100_000_000
      while index < count, self[index].isDigit {
        fraction += Int64(self[index] - 48) * scale
        scale /= 10
        index += 1
      }
    }
    return (seconds * 1_000_000_000 + fraction, index)
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
