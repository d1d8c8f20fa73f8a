/// Text building on bytes: a trace of a million statements must not cost a million strings.
extension [UInt8] {
  mutating func append(text: String) { append(contentsOf: text.utf8) }

  mutating func append(decimal value: Int) { append(contentsOf: String(value).utf8) }

  /// Seconds with four decimals, rounded, as Core Data prints them: `0.0012s`.
  mutating func append(seconds nanoseconds: Int64) {
    let units = (Swift.max(0, nanoseconds) / 1000 + 50) / 100
    append(decimal: Int(units / 10_000))
    append(UInt8(ascii: "."))
    let fraction = String(units % 10_000)
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - fraction.utf8.count))
    append(contentsOf: fraction.utf8)
    append(UInt8(ascii: "s"))
  }

  mutating func append(hex bytes: some Sequence<UInt8>) {
    let digits: [UInt8] = Array("0123456789abcdef".utf8)
    for byte in bytes {
      append(digits[Int(byte >> 4)])
      append(digits[Int(byte & 15)])
    }
  }

  /// The text as a JSON string, in its quotes.
  mutating func append(jsonString text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 10: append(text: "\\n")
      case 9: append(text: "\\t")
      case 13: append(text: "\\r")
      case 0..<32:
        append(text: "\\u00")
        append(hex: CollectionOfOne(byte))
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}
