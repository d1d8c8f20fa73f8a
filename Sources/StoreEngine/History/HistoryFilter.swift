internal import StoreModel

/// Which part of a store's persistent history is wanted; everything without a condition.
public struct HistoryFilter: Sendable, Hashable {
  /// Changes of objects of this entity and its subentities.
  public var entity: String?
  /// Changes of the object with this key in `entity`.
  public var key: Int64?
  /// Transactions of this author; an empty text stands for those without one.
  public var author: String?
  /// Transactions from this moment on, in seconds since 2001-01-01 00:00:00 UTC.
  public var since: Double?
  /// Transactions behind the one with this number.
  public var after: Int64?
  /// Transactions before this moment.
  public var until: Double?

  /// No condition.
  public init() {}

  /// Whether it chooses by what was changed, so that transactions without such a change do not count.
  var choosesChanges: Bool { entity != nil || key != nil }

  /// The condition over `c` (changes) and `t` (transactions) in SQL, with the values of its parameters.
  func condition(in store: Store, _ columns: HistoryColumns) throws -> (
    sql: String, values: [SQLiteValue]
  ) {
    var parts: [String] = []
    var values: [SQLiteValue] = []
    if let entity {
      let numbers = try store.entity(named: entity).numbers
      parts.append("c.ZENTITY IN (\(numbers.map(String.init).joined(separator: ", ")))")
    }
    if let key {
      parts.append("c.ZENTITYPK = ?")
      values.append(.integer(key))
    }
    if let author {
      parts.append("coalesce(\(columns.author), '') = ?")
      values.append(.text(author))
    }
    if let since {
      parts.append("t.ZTIMESTAMP >= ?")
      values.append(.real(since))
    }
    if let after {
      parts.append("t.Z_PK > ?")
      values.append(.integer(after))
    }
    if let until {
      parts.append("t.ZTIMESTAMP < ?")
      values.append(.real(until))
    }
    return (parts.isEmpty ? "" : " WHERE " + parts.joined(separator: " AND "), values)
  }
}

/// Where a store keeps who wrote a transaction: in texts of its own, or, since framework 1044, in
/// `ATRANSACTIONSTRING` (Documentation/Format/History.md, 1). Each is an expression over `t`.
struct HistoryColumns {
  let author: String
  let bundle: String
  let process: String
  let context: String
  /// The columns that keep values of deleted objects, in order.
  let tombstones: [String]

  init(_ tables: StoreTables) {
    func text(_ name: String) -> String {
      let key = name + "TS"
      let own = tables.column(name, in: "ATRANSACTION").map { "t.\($0)" }
      let shared = tables.column(key, in: "ATRANSACTION").flatMap { column in
        tables.has("ATRANSACTIONSTRING")
          ? "(SELECT ZNAME FROM main.ATRANSACTIONSTRING WHERE Z_PK = t.\(column))" : nil
      }
      switch (shared, own) {
      case (let shared?, let own?): return "coalesce(\(shared), \(own))"
      case (let found?, nil), (nil, let found?): return found
      case (nil, nil): return "NULL"
      }
    }
    author = text("ZAUTHOR")
    bundle = text("ZBUNDLEID")
    process = text("ZPROCESSID")
    context = text("ZCONTEXTNAME")
    tombstones = (tables.columns["ACHANGE"] ?? []).filter { $0.hasPrefix("ZTOMBSTONE") }
      .sorted { $0.utf8.count == $1.utf8.count ? $0 < $1 : $0.utf8.count < $1.utf8.count }
  }

  var writer: String { "\(author), \(bundle), \(process), \(context)" }
}
