internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds entity and join tables that the model has no entity for.
struct LeftoverTable: StoreRule {
  static let info = RuleInfo(
    id: "leftover-table", severity: .warning,
    summary: "a table belongs to no entity of the store",
    why:
      "a migration that adds an entity or relationship of that name fails with 'table already "
      + "exists' (134110)",
    fix: "drop the table in a copy when its rows are not needed")

  static let examples: [StoreExample] = [
    .flagged("CREATE TABLE ZOLDBOOK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )"),
    .flagged(
      "CREATE TABLE Z_9TAGS ( Z_9BOOKS INTEGER, Z_3TAGS INTEGER, PRIMARY KEY (Z_9BOOKS, Z_3TAGS) )"
    ),
    .clean("CREATE TABLE notes (text VARCHAR)"),
    .clean("CREATE TABLE ZONES (name VARCHAR)"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    guard inspection.hasModel, let expected = inspection.expected?.tables else { return }
    let used = Set(inspection.joins.map(\.path.table))
    for (table, columns) in inspection.store.existingTables.columns.sorted(by: { $0.key < $1.key })
    where expected[table] == nil && !used.contains(table) && Self.isOfCoreData(table, columns) {
      report("table '\(table)' belongs to no entity")
    }
  }

  /// Tables of an app's own may lie in the same file; only the shapes of Core Data count.
  private static func isOfCoreData(_ table: String, _ columns: [String]) -> Bool {
    guard table.hasPrefix("Z"), !table.hasPrefix("Z_RT_") else { return false }
    if Set(["Z_PK", "Z_ENT", "Z_OPT"]).isSubset(of: columns) { return true }
    let number = table.dropFirst(2).prefix(while: \.isNumber)
    return table.hasPrefix("Z_") && !number.isEmpty
      && columns.contains { $0.hasPrefix("Z_\(number)") }
  }
}
