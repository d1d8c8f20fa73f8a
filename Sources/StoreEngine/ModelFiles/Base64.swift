internal import PlatformFoundation

/// Base64 as Apple's tools print it: wrapped, and not always padded.
package enum Base64 {
  package static func decode(_ text: String) -> [UInt8]? {
    let padding = UInt8(ascii: "=")
    let bytes = text.utf8.filter { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
    var digits = Array(bytes.prefix { $0 != padding })
    // Foundation takes digits behind the padding for part of the data.
    guard bytes[digits.count...].allSatisfy({ $0 == padding }) else { return nil }
    while !digits.count.isMultiple(of: 4) { digits.append(padding) }
    return Data(base64Encoded: Data(digits)).map { [UInt8]($0) }
  }
}
