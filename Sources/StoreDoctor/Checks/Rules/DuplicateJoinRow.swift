internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds pairs that a join table holds twice; only tables without a primary key can.
struct DuplicateJoinRow: StoreRule {
  static let info = RuleInfo(
    id: "duplicate-join-row", severity: .warning,
    summary: "a many-to-many relationship holds the same pair twice",
    why: "counts are too high, and a migration to a table with a primary key fails (134110)",
    fix: "delete all but one of the rows in a copy")

  static let examples: [StoreExample] = [
    .flagged(
      "ALTER TABLE Z_1BOOKS RENAME TO was",
      "CREATE TABLE Z_1BOOKS (Z_1AUTHORS INTEGER, Z_4BOOKS INTEGER)",
      "INSERT INTO Z_1BOOKS SELECT * FROM was UNION ALL SELECT * FROM was", "DROP TABLE was"),
    .clean("DELETE FROM Z_1BOOKS WHERE Z_4BOOKS = 1"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) throws {
    guard inspection.hasModel else { return }
    for join in inspection.joins where !isUnique(join, inspection) {
      let columns = [join.path.source, join.path.destination]
      let list = columns.map(\.sqlQuoted).joined(separator: ", ")
      let statement = try inspection.store.connection.prepare(
        "SELECT \(list), count(*) FROM main.\(join.path.table.sqlQuoted) "
          + "GROUP BY \(list) HAVING count(*) > 1")
      var hits = RowHits(count: 0, columns: columns, keys: [])
      while try statement.step() {
        hits.add(
          [statement.integer(at: 0), statement.integer(at: 1)],
          count: statement.integer(at: 2) - 1)
      }
      guard hits.count > 0 else { continue }
      report(
        "'\(join.name)' holds the same pair more than once: \(hits.text) too many",
        entity: join.source.name, property: join.property.name, rows: hits)
    }
  }

  private func isUnique(_ join: StoreInspection.Join, _ inspection: StoreInspection) -> Bool {
    let columns: Set<String> = [join.path.source, join.path.destination]
    return inspection.actual?.indexes.keys.contains { index in
      index.isUnique && index.table == join.path.table && Set(index.columns) == columns
    } ?? false
  }
}
