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
}
