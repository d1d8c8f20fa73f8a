/// Persistent history of a new store (Documentation/Format/History.md, 1 and 2).
extension StoreWriter {
  func addChange(_ entity: Int, _ key: Int64) throws {
    let statement =
      try changes
      ?? openConnection().prepare(
        "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) "
          + "VALUES (?1, \(HistoryTables.change.number), 0, ?2, ?3, 1)")
    changes = statement
    changeCount += 1
    try statement.run([.integer(changeCount), .integer(Int64(entity)), .integer(key)])
  }

  /// One transaction that inserted everything, made by this tool.
  func finishHistory(_ connection: Connection) throws {
    let hasStrings = layout.era.hasHistoryStrings
    let columns = hasStrings ? "ZBUNDLEIDTS, ZPROCESSIDTS" : "ZBUNDLEID, ZPROCESSID"
    let names: [SQLiteValue] = [.text("storedoctor"), .text("generate")]
    try connection.run(
      "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP, \(columns)) VALUES (1, ?1, ?2, ?3, ?4)",
      [.integer(Int64(HistoryTables.transaction.number)), .real(options.date)]
        + (hasStrings ? [.integer(1), .integer(2)] : names))
    var maxima: [((number: Int, name: String), Int64)] = [
      (HistoryTables.change, changeCount), (HistoryTables.transaction, 1),
    ]
    if hasStrings {
      for (index, name) in names.enumerated() {
        try connection.run(
          "INSERT INTO ATRANSACTIONSTRING VALUES (?1, ?2, NULL, ?3)",
          [.integer(Int64(index + 1)), .integer(Int64(HistoryTables.string.number)), name])
      }
      maxima.append((HistoryTables.string, 2))
    }
    for (entity, count) in maxima {
      try connection.run(
        "INSERT INTO Z_PRIMARYKEY VALUES (?1, ?2, 0, ?3)",
        [.integer(Int64(entity.number)), .text(entity.name), .integer(count)])
    }
  }
}
