/// The names a file declares outside of any braces, read from its bytes alone: whether a slice may
/// need the file at all.
struct SliceScan: Sendable {
  private(set) var names: Set<String> = []

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { scan($0) }
  }

  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    var code = CodeBytes(bytes)
    var depth = 0
    var declares = false
    var word: [UInt8] = []
    while let byte = code.next(after: &word) {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if !word.isEmpty {
        if declares { names.insert(String(decoding: word, as: UTF8.self)) }
        declares = depth <= 0 && Self.isKeyword(word)
      }
      // `extension SchemaV1.Part` names both; a backtick belongs to the name.
      if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "`") { declares = true }
      // Only the name itself counts, so anything else before it ends the declaration.
      if byte > 0x20 && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "`") { declares = false }
    }
  }

  private static func isKeyword(_ word: [UInt8]) -> Bool {
    guard (3...9).contains(word.count) else { return false }
    return keywords.contains(String(decoding: word, as: UTF8.self))
  }

  private static let keywords: Set = [
    "class", "struct", "enum", "actor", "protocol", "extension", "typealias", "func", "let", "var",
  ]
}
