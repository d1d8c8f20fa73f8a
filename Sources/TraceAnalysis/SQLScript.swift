/// Statements ended by `;`, over any number of lines: an SQL file, or what `.trace` of the sqlite3
/// shell prints. Each byte is looked at once.
struct SQLScript {
  private var buffer: [UInt8] = []
  private var lineCount = 0
  private var quote: UInt8 = 0
  private var isInComment = false

  var isInStatement: Bool { !buffer.isEmpty }

  /// Takes a line and calls `body` with every statement that ends in it; `rest` is what follows
  /// the last one.
  mutating func feed(
    _ line: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) -> (ended: Bool, rest: UnsafeRawBufferPointer) {
    lineCount += 1
    var start = 0
    var offset = 0
    var ended = false
    while offset < line.count {
      let byte = line[offset]
      offset += 1
      if isInComment {
        if byte == UInt8(ascii: "/"), offset >= 2, line[offset - 2] == UInt8(ascii: "*") {
          isInComment = false
        }
      } else if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`")
      {
        quote = byte
      } else if byte == UInt8(ascii: "*"), offset >= 2, line[offset - 2] == UInt8(ascii: "/") {
        isInComment = true
      } else if byte == UInt8(ascii: "-"), offset < line.count, line[offset] == byte {
        // A comment to the end of the line; only a statement keeps it.
        offset = line.count
      } else if byte == UInt8(ascii: ";") {
        buffer.append(contentsOf: line.slice(start, offset))
        start = offset
        guard !isInsideTrigger else { continue }
        buffer.withUnsafeBytes(body)
        reset()
        ended = true
      }
    }
    let rest = line.slice(start, line.count).trimmed
    let isComment = rest.has("--", at: 0)
    if rest.count > 0, !(buffer.isEmpty && isComment) {
      if buffer.count + rest.count < LineSplitter.longestLine {
        buffer.append(contentsOf: rest)
        buffer.append(10)
      }
    }
    return (ended, isComment ? rest : line.slice(line.count, line.count))
  }

  /// Gives up the open statement; returns how many lines it had.
  mutating func abandon() -> Int {
    defer { reset() }
    return isInStatement ? lineCount : 0
  }

  /// The statement left open at the end of the input.
  mutating func takeRest() -> [UInt8] {
    defer { reset() }
    return buffer
  }

  private mutating func reset() {
    buffer.removeAll(keepingCapacity: true)
    lineCount = 0
    quote = 0
    isInComment = false
  }

  /// The statements of a trigger's body end with `;` too; the trigger ends with `END;`.
  private var isInsideTrigger: Bool {
    let head = String(decoding: buffer.prefix(40), as: UTF8.self).uppercased()
    guard head.hasPrefix("CREATE"), head.contains("TRIGGER") else { return false }
    let tail = buffer.suffix(8).filter { !$0.isBlank && $0 != UInt8(ascii: ";") }
    return !String(decoding: tail.suffix(3), as: UTF8.self).uppercased().hasSuffix("END")
  }
}

extension LogScanner {
  /// A line of a script, or SQL that a program printed between Core Data's lines.
  mutating func scriptLine(_ line: UnsafeRawBufferPointer) -> Bool {
    if input.level != nil {
      guard SQLVerb.begins(line), isStatement(line) else { return false }
      begin(line.withoutEnd, .none)
      unfinished = .sql
      return true
    }
    if !script.isInStatement {
      guard line.count > 0 else { return false }
      if line.has("--", at: 0) { return true }
      guard SQLVerb.begins(line) else { return false }
    }
    var statements: [[UInt8]] = []
    let (ended, rest) = script.feed(line) { statements.append(Array($0)) }
    for statement in statements { statement.withUnsafeBytes { scriptStatement($0) } }
    // `.trace --profile`: `SELECT …; -- 12000 ns`.
    if ended, let (time, end) = rest.number(at: rest.skippingSpaces(from: 2)),
      rest.has(" ns", at: end)
    {
      assemblers.current.time(time, isFetch: false)
    }
    return true
  }

  private mutating func scriptStatement(_ bytes: UnsafeRawBufferPointer) {
    input.met(.sqlScript)
    let sql = bytes.withoutEnd
    if sql.count > 0 { begin(sql, .none) }
  }

  mutating func finishScript() {
    guard script.isInStatement else { return }
    let rest = script.takeRest()
    // Without a single finished statement this was no script.
    if input.formats.contains(.sqlScript) || rest.withUnsafeBytes({ isStatement($0) }) {
      rest.withUnsafeBytes { scriptStatement($0) }
    } else {
      input.otherLines += 1
    }
  }

  private func isStatement(_ line: UnsafeRawBufferPointer) -> Bool {
    line.has("SELECT ", at: 0) || line.has("INSERT ", at: 0) || line.has("DELETE FROM ", at: 0)
      || (line.has("UPDATE ", at: 0) && line.find(" SET ") != nil)
      || line.has("BEGIN", at: 0) || line.has("COMMIT", at: 0) || line.has("ROLLBACK", at: 0)
      || line.has("PRAGMA ", at: 0) || line.has("CREATE ", at: 0) || line.has("WITH ", at: 0)
  }
}
