/// Keywords that are written in upper case in a template, so that `select` is `SELECT`.
enum SQLKeywords {
  struct Traits: OptionSet {
    var rawValue: UInt8
    static let keyword = Traits(rawValue: 1)
    /// A parenthesis behind it opens a group or list, not the arguments of a call.
    static let beforeGroup = Traits(rawValue: 2)
  }

  /// What a word in any case is; nil for a name.
  static func traits(of word: UnsafeRawBufferPointer) -> Traits? {
    Packed(word).flatMap { table[$0] }
  }

  /// A word of letters in upper case, in two numbers.
  private struct Packed: Hashable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    init?(_ word: UnsafeRawBufferPointer) {
      guard word.count >= 2, word.count <= 16 else { return nil }
      for index in 0..<word.count {
        let byte = word[index]
        guard byte.isLetter else { return nil }
        let value = UInt64(byte & 0xdf)
        if index < 8 { low = low << 8 | value } else { high = high << 8 | value }
      }
    }
  }

  private static let table: [Packed: Traits] = {
    var table: [Packed: Traits] = [:]
    for word in all {
      guard let packed = Array(word.utf8).withUnsafeBytes({ Packed($0) }) else { continue }
      table[packed] = beforeGroup.contains(word) ? [.keyword, .beforeGroup] : .keyword
    }
    return table
  }()

  private static let all: [String] = [
    "ABORT", "ALL", "ALTER", "AND", "AS", "ASC", "BEGIN", "BETWEEN", "BY", "CASE", "COLLATE",
    "COLUMN", "COMMIT", "COUNT", "CREATE", "DEFERRED", "DELETE", "DESC", "DISTINCT", "DROP", "ELSE",
    "END", "ESCAPE", "EXCLUSIVE", "EXISTS", "FAIL", "FROM", "GLOB", "GROUP", "HAVING", "IF",
    "IMMEDIATE", "IN", "INDEX", "INNER", "INSERT", "INTO", "IS", "JOIN", "KEY", "LEFT", "LIKE",
    "LIMIT", "NOT", "NULL", "OFFSET", "ON", "OR", "ORDER", "OUTER", "PRAGMA", "PRIMARY", "RELEASE",
    "REPLACE", "ROLLBACK", "SAVEPOINT", "SELECT", "SET", "TABLE", "THEN", "TO", "TRANSACTION",
    "UNION", "UNIQUE", "UPDATE", "USING", "VALUES", "WHEN", "WHERE", "WITH",
  ]
  private static let beforeGroup: Set<String> = [
    "IN", "VALUES", "WHERE", "AND", "OR", "ON", "FROM", "AS", "BY", "NOT", "JOIN", "SELECT",
    "HAVING", "USING", "EXISTS", "THEN", "ELSE", "WHEN", "UNION", "ALL", "BETWEEN",
  ]
}
