/// Tells the statements of a text apart, without knowing what they mean.
enum SQLStatements {
  /// The statements in their order, each up to its `;`. Blanks and comments alone are none.
  static func split(_ sql: String) -> [String] {
    var statements: [String] = []
    let bytes = Array(sql.utf8)
    var start = 0
    var hasContent = false
    func take(_ end: Int) {
      if hasContent { statements.append(String(decoding: bytes[start..<end], as: UTF8.self)) }
      start = end
      hasContent = false
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      index += 1
      switch byte {
      case 0x2d where next == byte:  // -- comment
        index = end(of: [0x0a], in: bytes, from: index)
      case 0x2f where next == 0x2a:  // /* comment */
        index = end(of: [0x2a, 0x2f], in: bytes, from: index + 1)
      case 0x27, 0x22, 0x60:
        hasContent = true
        index = end(of: [byte], in: bytes, from: index)
      case 0x5b:
        hasContent = true
        index = end(of: [0x5d], in: bytes, from: index)
      case 0x3b: take(index)
      case 0x20, 0x09, 0x0a, 0x0c, 0x0d: break
      default: hasContent = true
      }
    }
    take(bytes.count)
    return statements
  }

  /// The place behind the next occurrence of a mark; the end without one.
  private static func end(of mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index + mark.count <= bytes.count {
      if bytes[index..<(index + mark.count)].elementsEqual(mark) { return index + mark.count }
      index += 1
    }
    return bytes.count
  }
}
