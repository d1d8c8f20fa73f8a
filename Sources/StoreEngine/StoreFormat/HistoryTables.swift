/// Persistent history (Documentation/Format/History.md, 1).
package enum HistoryTables {
  /// `Z_ENT` of history rows, and their rows in `Z_PRIMARYKEY`.
  package static let change = (number: 16001, name: "CHANGE")
  package static let transaction = (number: 16002, name: "TRANSACTION")
  package static let string = (number: 16003, name: "TRANSACTIONSTRING")

  /// - Parameter tombstones: how many values of a deleted row a change can keep.
  static func statements(_ era: StoreEra, tombstones: Int) -> [String] {
    let kept = (0..<tombstones).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
    let keys = "( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
    let stringKeys = ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"]
    let hasStrings = era.hasHistoryStrings
    let stringColumns = hasStrings ? stringKeys.map { ", \($0) INTEGER" }.joined() : ""
    var texts = [
      "CREATE TABLE ACHANGE \(keys), ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, "
        + "ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(kept) )",
      "CREATE TABLE ATRANSACTION \(keys)\(stringColumns), ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, "
        + "ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
    ]
    if hasStrings { texts.append("CREATE TABLE ATRANSACTIONSTRING \(keys), ZNAME VARCHAR )") }
    texts.append("CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)")
    if hasStrings {
      texts += stringKeys.map { "CREATE INDEX ATRANSACTION_\($0)_INDEX ON ATRANSACTION (\($0))" }
    }
    texts += [
      "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION "
        + "(ZAUTHOR COLLATE BINARY ASC)",
      "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION "
        + "(ZTIMESTAMP COLLATE BINARY ASC)",
    ]
    if hasStrings {
      texts.append(
        "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING "
          + "(ZNAME COLLATE BINARY ASC)")
    }
    return texts
  }
}

/// Tables every store has whatever its model (Documentation/Format/StoreFormat.md, 1.2).
enum FixedTables {
  static let metadata =
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)"

  private static let keys =
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, "
    + "Z_MAX INTEGER)"
  private static let cache = "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"

  static func statements(_ era: StoreEra) -> [String] {
    [keys, metadata] + (era.hasModelCache ? [cache] : [])
  }

  /// The text of the table of that name, where another one lacks columns that it has in every era.
  static func text(of table: String, besides other: String) -> String? {
    let columns: [String: (text: String, names: [String])] = [
      "Z_METADATA": (metadata, ["Z_VERSION", "Z_UUID", "Z_PLIST"]),
      "Z_MODELCACHE": (cache, ["Z_CONTENT"]),
      "Z_PRIMARYKEY": (keys, ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"]),
    ]
    return columns[table].flatMap { one in
      one.names.allSatisfy { other.contains($0) } ? nil : one.text
    }
  }
}
