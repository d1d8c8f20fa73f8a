/// A statement without what varies from run to run: literals and parameters become `?`, lists of
/// them one `?`, spaces are made regular, keywords upper case, the number of `_Z_intarray` goes.
struct SQLTemplate {
  struct Word {
    var text: String
    var kind: SQLToken.Kind
  }

  private(set) var bytes: [UInt8] = []
  /// The tokens of the template, for recognising its shape.
  private(set) var words: [Word] = []
  private(set) var parameterCount = 0
  /// Hash over the literals that became `?`, so that two questions can be told apart; the numbers
  /// of LIMIT and OFFSET are left out, they page through one question.
  private(set) var literals: UInt64 = 0
  private(set) var hasLiterals = false
  private(set) var endsInQuote = false

  private var listStart: Int?
  private var listWords = 0
  private var pageNumberFollows = false

  init(_ sql: UnsafeRawBufferPointer) {
    var tokenizer = SQLTokenizer(sql)
    bytes.reserveCapacity(sql.count)
    while let token = tokenizer.next() { append(token, of: sql) }
    endsInQuote = tokenizer.endsInQuote
    while words.last?.text == ";" { removeLastMark() }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func append(_ token: SQLToken, of sql: UnsafeRawBufferPointer) {
    let slice = sql.slice(token.start, token.end)
    switch token.kind {
    case .parameter:
      parameterCount += 1
      appendVariable()
    case .number, .string, .blob:
      // `SELECT 0, t0.Z_PK …`: Core Data's mark for the form of the row, not a value.
      if words.count == 1, words[0].text == "SELECT", token.kind == .number, slice.count == 1 {
        return emit(slice, token.kind)
      }
      if pageNumberFollows {
        pageNumberFollows = false
      } else {
        hasLiterals = true
        literals = byteHash(slice, seed: literals)
      }
      dropUnaryMinus()
      appendVariable()
    case .word: appendWord(slice)
    case .quotedName:
      listStart = nil
      emit(slice, .quotedName)
    case .mark: appendMark(slice)
    }
  }

  private mutating func appendWord(_ slice: UnsafeRawBufferPointer) {
    listStart = nil
    if slice.has("_Z_intarray", at: 0) { return emit(slice.slice(0, 11), .word) }
    let upper = String(decoding: slice, as: UTF8.self).uppercased()
    if SQLKeywords.all.contains(upper) {
      pageNumberFollows = upper == "LIMIT" || upper == "OFFSET"
      var upper = upper
      return upper.withUTF8 { emit(UnsafeRawBufferPointer($0), .word) }
    }
    emit(slice, .word)
  }

  private mutating func appendMark(_ slice: UnsafeRawBufferPointer) {
    if slice.equals("(") {
      emit(slice, .mark)
      listStart = bytes.count
      listWords = words.count
      return
    }
    if slice.equals(")"), let start = listStart, words.count > listWords + 1 {
      // A list of nothing but variables: its length does not matter.
      bytes.removeSubrange(start...)
      words.removeSubrange(listWords...)
      bytes.append(UInt8(ascii: "?"))
      words.append(Word(text: "?", kind: .parameter))
    }
    if slice.equals(")"), listStart != nil {
      emit(slice, .mark)
      listStart = nil
      collapseRepeatedRow()
      return
    }
    if !slice.equals(",") { listStart = nil }
    emit(slice, .mark)
  }

  /// `VALUES (?), (?)` is `VALUES (?)`.
  private mutating func collapseRepeatedRow() {
    let tail = words.suffix(7).map(\.text)
    guard tail == ["(", "?", ")", ",", "(", "?", ")"] else { return }
    words.removeLast(4)
    bytes.removeLast(", (?)".utf8.count)
  }

  private mutating func appendVariable() {
    emitByte(UInt8(ascii: "?"))
  }

  private mutating func emitByte(_ byte: UInt8) {
    withUnsafeBytes(of: byte) { emit($0, .parameter) }
  }

  /// `= -1` is one literal, `a - 1` is not.
  private mutating func dropUnaryMinus() {
    guard words.last?.text == "-", words.count >= 2 else { return }
    let before = words[words.count - 2]
    guard before.kind == .mark && before.text != ")" || SQLKeywords.all.contains(before.text) else {
      return
    }
    removeLastMark()
  }

  private mutating func removeLastMark() {
    words.removeLast()
    bytes.removeLast()
    if bytes.last == 32 { bytes.removeLast() }
  }

  private mutating func emit(_ slice: UnsafeRawBufferPointer, _ kind: SQLToken.Kind) {
    if needsSpace(before: slice, kind) { bytes.append(32) }
    bytes.append(contentsOf: slice)
    words.append(Word(text: String(decoding: slice, as: UTF8.self), kind: kind))
  }

  private func needsSpace(before slice: UnsafeRawBufferPointer, _ kind: SQLToken.Kind) -> Bool {
    guard let last = words.last else { return false }
    if last.kind == .mark, last.text == "(" || last.text == "." { return false }
    guard kind == .mark else { return true }
    if slice.equals(",") || slice.equals(")") || slice.equals(".") || slice.equals(";") {
      return false
    }
    if slice.equals("(") {
      // A call has no space, a group or a list has one.
      return last.kind != .word && last.kind != .quotedName
        || SQLKeywords.beforeGroup.contains(last.text)
    }
    return true
  }
}

/// Keywords that are written in upper case in a template, so that `select` is `SELECT`.
enum SQLKeywords {
  static let all: Set<String> = [
    "ABORT", "ALL", "ALTER", "AND", "AS", "ASC", "BEGIN", "BETWEEN", "BY", "CASE", "COLLATE",
    "COLUMN", "COMMIT", "COUNT", "CREATE", "DEFERRED", "DELETE", "DESC", "DISTINCT", "DROP", "ELSE",
    "END", "ESCAPE", "EXCLUSIVE", "EXISTS", "FAIL", "FROM", "GLOB", "GROUP", "HAVING", "IF",
    "IMMEDIATE", "IN", "INDEX", "INNER", "INSERT", "INTO", "IS", "JOIN", "KEY", "LEFT", "LIKE",
    "LIMIT", "NOT", "NULL", "OFFSET", "ON", "OR", "ORDER", "OUTER", "PRAGMA", "PRIMARY", "RELEASE",
    "REPLACE", "ROLLBACK", "SAVEPOINT", "SELECT", "SET", "TABLE", "THEN", "TO", "TRANSACTION",
    "UNION", "UNIQUE", "UPDATE", "USING", "VALUES", "WHEN", "WHERE", "WITH",
  ]
  static let beforeGroup: Set<String> = [
    "IN", "VALUES", "WHERE", "AND", "OR", "ON", "FROM", "AS", "BY", "NOT", "JOIN", "SELECT",
    "HAVING", "USING", "EXISTS", "THEN", "ELSE", "WHEN", "UNION", "ALL", "BETWEEN",
  ]
}
