/// Templates short enough for a line: what is selected or inserted matters less than from where.
public enum SQLSummary {
  /// The statement with its list of columns replaced by `…`, unless the list is short or counts.
  public static func short(_ sql: String) -> String {
    if sql.hasPrefix("SELECT "), let from = sql.firstRange(of: " FROM ") {
      let start = sql.index(sql.startIndex, offsetBy: 7)
      guard start < from.lowerBound else { return sql }
      let list = sql[start..<from.lowerBound]
      return list.utf8.count <= longestList || list.contains("(")
        ? sql : "SELECT …" + sql[from.lowerBound...]
    }
    if sql.hasPrefix("INSERT "), let open = sql.firstIndex(of: "("),
      let close = sql.firstIndex(of: ")"), open < close,
      sql[open..<close].utf8.count > longestList
    {
      return sql[...open] + "…" + sql[close...]
    }
    return sql
  }

  private static let longestList = 24
}
