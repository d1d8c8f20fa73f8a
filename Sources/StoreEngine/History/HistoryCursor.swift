internal import StoreModel

/// The changes of a persistent history in the order they were made, with their transactions; what is
/// read is one row at a time, however long the history is.
public final class HistoryCursor {
  /// The transaction of the current change.
  public private(set) var transaction: HistoryTransaction
  /// The current change; nil in a transaction that has none.
  public private(set) var change: HistoryChange?

  private let statement: Statement
  private let entities: [Int64: StoreEntity]
  private let tombstones: [String]
  private var kept: [Int64: [String]?] = [:]
  private var masks: ChangedProperties

  fileprivate init(_ statement: Statement, _ store: Store, tombstones: [String]) {
    self.statement = statement
    self.tombstones = tombstones
    entities = Dictionary(keepingFirst: store.entities.map { ($0.number, $0) })
    masks = ChangedProperties(store)
    transaction = HistoryTransaction(token: 0, seconds: nil, writer: HistoryWriter())
  }

  /// Moves on; false at the end.
  ///
  /// - Throws: `SQLiteError` from a damaged file.
  public func next() throws -> Bool {
    guard try statement.step() else { return false }
    let token = statement.value(at: 0).integer ?? 0
    if token != transaction.token || transaction.token == 0 {
      transaction = HistoryTransaction(
        token: token, seconds: statement.value(at: 1).double,
        writer: HistoryWriter(
          author: statement.value(at: 3).text, bundle: statement.value(at: 4).text,
          process: statement.value(at: 5).text, context: statement.value(at: 6).text),
        isPresent: !statement.value(at: 2).isNull)
    }
    change = statement.value(at: 7).integer.map(read)
    return true
  }

  private func read(_ key: Int64) -> HistoryChange {
    let kind = HistoryChangeKind(statement.value(at: 8).integer)
    let number = statement.value(at: 9).integer ?? 0
    var change = HistoryChange(
      key: key, kind: kind, entityNumber: number, entity: entities[number]?.name,
      object: statement.value(at: 10).integer ?? 0)
    if kind == .update, case .blob(let mask) = statement.cell(at: 11) {
      change.properties = masks.names(mask, of: number)
    }
    if kind == .delete, !tombstones.isEmpty { change.tombstones = values(of: number) }
    return change
  }

  private func values(of number: Int64) -> [HistoryChange.Tombstone] {
    let names = attributes(of: number)
    return tombstones.enumerated().compactMap { index, column in
      let value = statement.value(at: 12 + index)
      guard !value.isNull else { return nil }
      let name = names.flatMap { index < $0.count ? $0[index] : nil }
      return HistoryChange.Tombstone(property: name, column: column, value: value)
    }
  }

  /// The attributes that keep their value, by name: which column is whose is certain only where the
  /// entity has them all to itself (Documentation/Format/History.md, 4).
  private func attributes(of number: Int64) -> [String]? {
    if let known = kept[number] { return known }
    var names: [String]?
    if let entity = entities[number] {
      let all = entity.properties.filter { $0.attribute?.preservesValueOnDeletion == true }
      if all.allSatisfy({ $0.declaringEntity == entity.name }) {
        names = all.map(\.name).sorted { $0.codePointsPrecede($1) }
      }
    }
    kept[number] = .some(names)
    return names
  }
}

extension Store {
  /// The changes of the persistent history; a transaction without changes comes as one step without a
  /// change, unless the filter asks for objects.
  ///
  /// - Throws: `StoreError.unknownEntity`; `StoreError.noHistory`; `SQLiteError`.
  public func history(_ filter: HistoryFilter = HistoryFilter()) throws -> HistoryCursor {
    let columns = try historyColumns()
    let (condition, values) = try filter.condition(in: self, columns)
    let kept = columns.tombstones.map { ", c.\($0.sqlQuoted)" }.joined()
    let selected =
      "%, t.ZTIMESTAMP, t.Z_PK, \(columns.writer), c.Z_PK, c.ZCHANGETYPE, c.ZENTITY, c.ZENTITYPK, "
      + "c.ZCOLUMNS\(kept)"
    func select(_ token: String, _ tables: String) -> String {
      "SELECT " + selected.replacing("%", with: token) + " FROM " + tables
    }
    // Two halves of an outer join, which old libraries do not have: what has a change, and what has
    // none. Both are read in the order of keys, without sorting.
    var sql = select(
      "c.ZTRANSACTIONID",
      "main.ACHANGE AS c LEFT JOIN main.ATRANSACTION AS t ON t.Z_PK = c.ZTRANSACTIONID\(condition)")
    var bound = values
    if !filter.choosesChanges {
      let empty = "NOT EXISTS (SELECT 1 FROM main.ACHANGE AS o WHERE o.ZTRANSACTIONID = t.Z_PK)"
      sql +=
        " UNION ALL "
        + select(
          "t.Z_PK",
          "main.ATRANSACTION AS t LEFT JOIN main.ACHANGE AS c ON c.Z_PK IS NULL AND "
            + "c.ZTRANSACTIONID = t.Z_PK\(condition.isEmpty ? " WHERE " : condition + " AND ")\(empty)"
        )
      bound += values
    }
    sql += " ORDER BY 1, 8"
    let statement = try connection.prepare(sql)
    try statement.bind(bound)
    return HistoryCursor(statement, self, tombstones: columns.tombstones)
  }

  /// Bytes of the history's tables and indexes, and of the whole store; nil where this SQLite library
  /// cannot say, or there is no history.
  public func historySize() -> (bytes: Int64, total: Int64)? {
    guard hasHistory else { return nil }
    let names = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"].map(\.sqlLiteral)
    let list = names.joined(separator: ", ")
    guard
      let bytes = try? connection.value(
        "SELECT sum(pgsize) FROM dbstat WHERE aggregate = TRUE AND name IN (SELECT name FROM "
          + "sqlite_master WHERE tbl_name IN (\(list)))")?.integer,
      let pages = try? connection.value("PRAGMA page_count")?.integer,
      let size = try? connection.value("PRAGMA page_size")?.integer
    else { return nil }
    return (bytes, pages.multiplied(saturatingBy: size))
  }

  private func historyColumns() throws -> HistoryColumns {
    for table in ["ACHANGE", "ATRANSACTION"] where !tables.has(table) {
      throw StoreError.noHistory(missing: table)
    }
    return HistoryColumns(tables)
  }
}

extension Store {
  /// In words, which transactions behind one are gone, or that the store is not as far; nil where all
  /// that came after it is there.
  public func historyGap(after number: Int64) throws -> String? {
    let ends = try connection.rows("SELECT min(Z_PK), max(Z_PK) FROM main.ATRANSACTION").first
    let highest = try connection.value(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(HistoryTables.transaction.number)")?.integer
    let last = max(highest ?? 0, ends?[1].integer ?? 0)
    guard number <= last else {
      return
        "the token is of transaction \(number), and the store's last is \(last): the app has seen "
        + "another state of this store, as before a backup was restored"
    }
    let first = ends?[0].integer ?? last + 1
    guard number + 1 < first else { return nil }
    let gone = number + 2 < first ? "\(number + 1) to \(first - 1) are" : "\(number + 1) is"
    return
      "of the transactions behind the token \(gone) gone: an app that asks with it gets 134301 "
      + "(historyTokenExpired)"
  }
}
