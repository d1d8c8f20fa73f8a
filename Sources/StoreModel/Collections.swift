/// Tests of a byte of text in UTF-8, in place of `Character`s, of which logs have too many.
extension UInt8 {
  @inlinable @inline(__always) package var isDigit: Bool { self &- 0x30 < 10 }
  @inlinable @inline(__always) package var isHexDigit: Bool {
    isDigit || (self | 0x20) &- 0x61 < 6
  }
}

extension Collection where Element == String {
  /// `'a', 'b' and 3 more`.
  package func quotedList(atMost most: Int = .max, separator: String = ", ") -> String {
    map { "'\($0)'" }.list(atMost: most, separator: separator)
  }

  /// The same of what stands in quotes already.
  package func list(atMost most: Int, separator: String = ", ") -> String {
    let shown = prefix(most).joined(separator: separator)
    return count > most ? "\(shown) and \(count - most) more" : shown
  }

  /// The same of names that there may be; `none` without any.
  package var quotedNames: String { isEmpty ? "none" : quotedList() }
}

extension Dictionary {
  /// Of entries with one key the first counts.
  @inlinable package init(keepingFirst entries: some Sequence<(Key, Value)>) {
    self.init(entries, uniquingKeysWith: { first, _ in first })
  }
}

extension Sequence<UInt8> {
  /// Two lower-case hexadecimal digits for each byte.
  package var hexText: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension [UInt8] {
  /// The bytes that pairs of hexadecimal digits stand for; nil for anything else.
  package init?(hexDigits digits: some Sequence<UInt8>) {
    self = []
    var high: UInt8?
    for digit in digits {
      guard digit.isHexDigit else { return nil }
      let value = digit < 0x41 ? digit - 0x30 : (digit | 0x20) - 0x57
      if let first = high { append(first << 4 | value) }
      high = high == nil ? value : nil
    }
    guard high == nil else { return nil }
  }
}

extension Array where Element: Hashable {
  /// Each once, in the order of their first places.
  package func unique() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
