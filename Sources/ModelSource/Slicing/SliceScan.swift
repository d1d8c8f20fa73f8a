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
    while let byte = code.next() {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF:
        word.append(byte)
        continue
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      default: break
      }
      if !word.isEmpty {
        if declares { names.insert(String(decoding: word, as: UTF8.self)) }
        declares = depth <= 0 && Self.isKeyword(word)
        word.removeAll(keepingCapacity: true)
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
