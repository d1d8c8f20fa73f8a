internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds key counters that are behind the rows they count.
struct PrimaryKeyBehind: StoreRule {
  static let info = RuleInfo(
    id: "primary-key-behind", severity: .error,
    summary: "Z_PRIMARYKEY is behind the highest key in use",
    why: "the next insert reuses a key that exists and fails, or overwrites a relationship",
    fix: "set Z_MAX of the entity to its highest Z_PK in a copy, and find out who wrote the rows")

  static let examples: [StoreExample] = [
    .flagged("UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'Author'"),
    .flagged("UPDATE ZSHELF SET Z_PK = 100"),
    .flagged("UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'CHANGE'"),
    .clean("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 100 WHERE Z_MAX > 0"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    for entity in inspection.roots {
      guard let given = entity.maxKey else { continue }
      check(entity.name, entity.table, given, inspection, report)
    }
    guard inspection.store.hasHistory else { return }
    for (table, number) in [("ACHANGE", 16001), ("ATRANSACTION", 16002)] {
      let given = try? inspection.store.connection.value(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)")?.integer
      if let given { check(table, table, given, inspection, report) }
    }
  }

  private func check(
    _ name: String, _ table: String, _ given: Int64, _ inspection: StoreInspection,
    _ report: StoreReport
  ) {
    guard
      let highest = try? inspection.store.connection.value(
        "SELECT max(Z_PK) FROM main.\(table.sqlQuoted)")?.integer, highest > given
    else { return }
    report(
      "'\(name)' has a row with key \(highest), Z_PRIMARYKEY says \(given)",
      entity: name)
  }
}
