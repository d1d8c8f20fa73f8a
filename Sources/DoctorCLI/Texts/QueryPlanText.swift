internal import Diagnostics
internal import StoreEngine

/// The plan of a statement as a tree, before its rows (`set eqp on`).
enum QueryPlanText {
  /// Nil for what has no plan of its own, such as a PRAGMA or an EXPLAIN.
  static func section(_ sql: String, in store: OpenStore) throws -> Report.Section? {
    let word = sql.split { " \t\n(".contains($0) }.first?.uppercased() ?? ""
    guard ["SELECT", "WITH", "VALUES"].contains(word) else { return nil }
    var depths: [Int64: Int] = [0: 0]
    let lines = try store.connection.rows("EXPLAIN QUERY PLAN " + sql).map { row in
      let depth = (depths[row[1].integer ?? 0] ?? 0) + 1
      depths[row[0].integer ?? 0] = depth
      return String(repeating: "  ", count: depth - 1) + (row[3].text ?? "")
    }
    return lines.isEmpty ? nil : .lines(lines, title: "Plan")
  }
}
