/// Lines without a Core Data prefix: the rest of a wrapped message, plain SQL, or other output.
extension LogScanner {
  mutating func otherLine(_ line: UnsafeRawBufferPointer) {
    switch unfinished {
    case .rowValues:
      if line.equals(")") || line.equals("),") || line.equals(")\"") { unfinished = .nothing }
      return
    case .value:
      keepValue(line)
      assemblers.current.bind(line, number: -1)
      if line.ends(with: "\"") { unfinished = .nothing }
      return
    case .object:
      unfinished = .nothing
      if line.has("<x-coredata://", at: 0) { return wrappedObject(line) }
    case .sql:
      if continueSQL(line) { return }
    case .nothing: break
    }
    if isPlanAhead {
      // The statement whose plan is asked for ends with a semicolon or an empty line.
      isPlanAhead = line.count > 0 && !line.ends(with: ";")
      input.otherLines += line.count > 0 ? 1 : 0
      return
    }
    if line.count < 40, line.ends(with: "EXPLAIN QUERY PLAN") || line.ends(with: "EXPLAIN") {
      isPlanAhead = true
      input.otherLines += 1
      unfinished = .nothing
      return
    }
    if scriptLine(line) { return }
    unfinished = .nothing
    guard line.count > 0 else { return }
    input.otherLines += 1
    if carriesSQL(line) { input.unknownSQLLines += 1 }
  }

  private mutating func wrappedObject(_ line: UnsafeRawBufferPointer) {
    let object = objectID(line, from: 0)
    assemblers.current.changeNewest { record in
      record.entity = object.entity
      record.object = object.key
    }
  }

  /// SQL goes on when the line begins with what can only be in the middle of a statement, or when
  /// a quote is still open.
  private mutating func continueSQL(_ line: UnsafeRawBufferPointer) -> Bool {
    guard line.count > 0, assemblers.current.hasNewest,
      openQuote != 0 || SQLContinuation.begins(line)
    else {
      return false
    }
    if wrappedSQL.isEmpty { wrappedSQL = tables.lastText }
    guard wrappedSQL.count + line.count < LineSplitter.longestLine else {
      input.cutLines += 1
      return false
    }
    wrappedSQL.append(32)
    wrappedSQL.append(contentsOf: line)
    // Within a quote there is nothing to learn before its end.
    if openQuote != 0, line.find(openQuote) == nil { return true }
    let statement = wrappedSQL.withUnsafeBytes { tables.statement($0) }
    openQuote = statement.openQuote
    var record = assemblers.current.newest
    record.template = statement.template
    record.kind = tables.kind(of: statement.template)
    record.binding = statement.literals
    if !tables.heads[Int(statement.template)].isFragment { record.flags.remove(.isCut) }
    if statement.isWhole { record.flags.insert(.hasBinding) }
    assemblers.current.changeNewest { $0 = record }
    return true
  }

  /// SQL in a form that no reader knows: counted, so that a gap in the readers shows.
  private func carriesSQL(_ line: UnsafeRawBufferPointer) -> Bool {
    (line.find("SELECT ") != nil && line.find(" FROM ") != nil)
      || line.find("INSERT INTO ") != nil || line.find("DELETE FROM ") != nil
      || (line.find("UPDATE ") != nil && line.find(" SET ") != nil)
  }
}

/// What a line begins with when it is the rest of wrapped SQL.
enum SQLContinuation {
  static func begins(_ line: UnsafeRawBufferPointer) -> Bool {
    switch line[0] {
    case UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: "("), UInt8(ascii: "?"),
      UInt8(ascii: "="), UInt8(ascii: "|"):
      return true
    default: break
    }
    var end = 0
    while end < line.count, line[end].isLetter, end < 8 { end += 1 }
    // In prose these words are lower case, or not followed by a name.
    let word = String(decoding: line.slice(0, end), as: UTF8.self)
    if words.contains(word) { return true }
    return line.has("t0.", at: 0) || line.has("t1.", at: 0)
  }

  private static let words: Set<String> = [
    "FROM", "WHERE", "AND", "OR", "ON", "JOIN", "LEFT", "INNER", "OUTER", "ORDER", "GROUP",
    "HAVING", "LIMIT", "OFFSET", "VALUES", "SET", "UNION", "AS", "IN", "NOT", "COLLATE",
  ]
}
