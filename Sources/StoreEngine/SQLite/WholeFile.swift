/// What is asked of a database as a whole.
extension Connection {
  /// SQLite's own verdict: "ok", or the first thing that is wrong; nil when it does not come in time, or
  /// cannot be had.
  package func quickCheck(within budget: Duration) -> String? {
    let verdict = try? limited(to: budget) { try value("PRAGMA quick_check(1)")?.text }
    return verdict ?? nil
  }

  /// The names of all tables.
  package func tableNames() throws -> Set<String> {
    let names = try rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    return Set(names.compactMap { $0.first?.text })
  }
}
