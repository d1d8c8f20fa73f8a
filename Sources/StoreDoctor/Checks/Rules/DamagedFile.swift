internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds damage in the pages of the file, as SQLite itself checks them.
struct DamagedFile: StoreRule {
  static let info = RuleInfo(
    id: "damaged-file", severity: .error,
    summary: "pages of the file are damaged",
    why:
      "SQLite gives up with code 11 as soon as it needs one of them, in the middle of a save too",
    fix:
      "restore a backup; without one, 'storedoctor repair STORE --salvage -o NEW' saves every row that "
      + "can still be reached")

  private static let shown = 5
  /// Where SQLite stops looking.
  private static let most = 100

  /// - Parameter isFull: also compares every index with its table, which takes much longer.
  static func finding(of inspection: StoreInspection, isFull: Bool) throws -> Finding? {
    let messages = try inspection.store.connection.faults(isFull: isFull, atMost: most)
    if messages.isEmpty { return nil }
    let indexes = try damagedIndexes(inspection.store.connection)
    guard !indexes.isEmpty else {
      return inspection.finding(info, "SQLite finds \(text(messages))")
    }
    var finding = inspection.finding(
      info,
      "\(indexes.count == 1 ? "the index" : "the indexes") \(indexes.quotedNames) "
        + "\(indexes.count == 1 ? "is" : "are") damaged, and all rows can be read; SQLite finds "
        + text(messages))
    finding.help =
      "'storedoctor repair STORE --salvage -o NEW' copies the rows and makes the indexes anew"
    return finding
  }

  private static func text(_ messages: [String]) -> String {
    let counts = Dictionary(grouping: messages, by: \.self).mapValues(\.count)
    let distinct = messages.unique()
    let texts = distinct.prefix(shown).map { message in
      counts[message].map { $0 > 1 ? "\(message) (\($0) times)" : message } ?? message
    }
    let rest = distinct.dropFirst(shown).reduce(0) { $0 + (counts[$1] ?? 0) }
    let number =
      messages.count < most
      ? "\(messages.count) \(messages.count == 1 ? "fault" : "faults")" : "\(most) faults or more"
    return "\(number): " + (texts + (rest > 0 ? ["…"] : [])).joined(separator: "; ")
  }

  /// The indexes that cannot be read, if all tables can be, to the last byte of each value; none if a
  /// table cannot.
  private static func damagedIndexes(_ connection: Connection) throws -> [String] {
    let objects = try SchemaObjects(connection)
    for (table, columns) in objects.tables where !columns.isEmpty {
      // A length alone would leave the end of a long value unread.
      let values = columns.map { "sum(length(\($0.sqlQuoted) || ''))" }.joined(separator: ", ")
      let sql = "SELECT \(values) FROM main.\(table.sqlQuoted) NOT INDEXED"
      guard try fault(sql, connection) == nil else { return [] }
    }
    return try objects.indexes.sorted { $0.value < $1.value }.filter { index, name in
      // A count alone would be taken of the smallest index, whichever is named.
      let sql =
        "SELECT sum(1) FROM main.\(index.table.sqlQuoted) INDEXED BY \(name.sqlQuoted)"
      return try fault(sql, connection)?.isDamage == true
    }.map(\.value)
  }

  private static func fault(_ sql: String, _ connection: Connection) throws -> SQLiteError? {
    do {
      _ = try connection.value(sql)
      return nil
    } catch let error as SQLiteError where !error.isInterrupt {
      return error
    }
  }
}
