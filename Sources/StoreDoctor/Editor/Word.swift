/// An identifier of Swift under a cursor, with the names that lead to it: `SchemaV2`, `Note` before
/// `title` of `\SchemaV2.Note.title`.
struct Word {
  let text: String
  let range: Range<Int>
  /// Outermost first.
  let before: [String]
  /// Whether it is a part of a key path behind the class.
  let isProperty: Bool

  /// Nil where there is no identifier. A cursor behind the last letter counts as on the word.
  init?(at offset: Int, in bytes: [UInt8]) {
    guard bytes.indices.contains(offset) || offset == bytes.count else { return nil }
    var start = offset
    while start > 0, Self.isLetter(bytes[start - 1]) { start -= 1 }
    var end = offset
    while end < bytes.count, Self.isLetter(bytes[end]) { end += 1 }
    guard start < end else { return nil }
    text = String(decoding: bytes[start..<end], as: UTF8.self)
    range = start..<end
    var names: [String] = []
    var rest = start
    while rest > 1, bytes[rest - 1] == UInt8(ascii: ".") {
      // `folder?.name`
      var last = rest - 1
      if last > 0, [UInt8(ascii: "?"), UInt8(ascii: "!")].contains(bytes[last - 1]) { last -= 1 }
      var first = last
      while first > 0, Self.isLetter(bytes[first - 1]) { first -= 1 }
      guard first < last else { break }
      names.insert(String(decoding: bytes[first..<last], as: UTF8.self), at: 0)
      rest = first
    }
    before = names
    let isClass = { (name: String?) in name?.first?.isUppercase ?? false }
    isProperty =
      rest > 0 && bytes[rest - 1] == UInt8(ascii: "\\") && isClass(names.last) && !isClass(text)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF: true
    default: false
    }
  }
}
