/// What is asked of a database as a whole.
extension Connection {
  /// SQLite's own verdict: "ok", or the first thing that is wrong; nil when it does not come in time, or
  /// cannot be had.
  package func quickCheck(within budget: Duration) -> String? {
    (try? limited(to: budget) { try faults(atMost: 1) }).map { $0.first ?? "ok" }
  }

  /// What SQLite finds wrong with the pages, a sentence each.
  ///
  /// - Parameter isFull: also compares every index with its table, which takes much longer.
  /// - Throws: `SQLiteError`, also for damage that leaves nothing to look at.
  package func faults(isFull: Bool = false, atMost limit: Int) throws -> [String] {
    // SQLite may put several messages, and a heading, into one row.
    try rows("PRAGMA \(isFull ? "integrity_check" : "quick_check")(\(limit))")
      .flatMap { ($0.first?.text ?? "").split(separator: "\n").map(String.init) }
      .filter { $0 != "ok" && !$0.hasPrefix("***") }
  }

  /// The names of all tables.
  package func tableNames() throws -> Set<String> {
    let names = try rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    return Set(names.compactMap { $0.first?.text })
  }
}
