/// Tells the statements of a text apart, without knowing what they mean.
struct SQLStatements {
  /// In their order, each up to its `;`. Blanks and comments alone are none.
  private(set) var statements: [String] = []
  /// The last statement has ended: behind its `;` are only blanks and whole comments.
  private(set) var isComplete = false

  static func split(_ sql: String) -> [String] { SQLStatements(sql).statements }

  static func isComplete(_ sql: String) -> Bool { SQLStatements(sql).isComplete }

  private init(_ sql: String) {
    let bytes = Array(sql.utf8)
    var start = 0
    var hasContent = false
    func content(_ end: Int) -> [String] {
      hasContent ? [String(decoding: bytes[start..<end], as: UTF8.self)] : []
    }
    var index = 0
    /// Goes behind the next occurrence of a mark, or to the end, where something stays open.
    func skip(to mark: [UInt8], opens: Bool = true) {
      while index < bytes.count {
        if bytes[index...].starts(with: mark) {
          index += mark.count
          return
        }
        index += 1
      }
      if opens { isComplete = false }
    }
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      index += 1
      switch byte {
      case 0x2d where next == byte:  // -- comment
        skip(to: [0x0a], opens: false)
      case 0x2f where next == 0x2a:  // /* comment */
        // Its opening star closes nothing: `/*/` is open.
        index += 1
        skip(to: [0x2a, 0x2f])
      case 0x3b:
        statements += content(index)
        (start, hasContent, isComplete) = (index, false, true)
      case 0x20, 0x09, 0x0a, 0x0c, 0x0d: break
      default:
        (hasContent, isComplete) = (true, false)
        if [0x27, 0x22, 0x60].contains(byte) { skip(to: [byte]) }
        if byte == 0x5b { skip(to: [0x5d]) }
      }
    }
    statements += content(bytes.count)
  }
}
