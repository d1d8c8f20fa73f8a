internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds entities without a table, and half a history.
struct MissingTable: StoreRule {
  static let info = RuleInfo(
    id: "missing-table", severity: .error,
    summary: "an entity of the store has no table",
    why: "the first fetch of that entity fails with 'no such table'",
    fix: "restore a backup, or migrate a copy with the model the tables belong to")

  static let examples: [StoreExample] = [
    .flagged("DROP TABLE ZREVIEW"), .flagged("DROP TABLE ATRANSACTION"),
    .flagged("DROP TABLE ACHANGE"), .clean("DELETE FROM ZREVIEW"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    for entity in inspection.store.entities where entity.parent == nil && entity.isTableMissing {
      report("'\(entity.name)' has no table '\(entity.table)'", entity: entity.name)
    }
    let history = ["ACHANGE", "ATRANSACTION"]
    let missing = history.filter { inspection.store.existingTables.columns[$0] == nil }
    if missing.count == 1 {
      report("the history has no table '\(missing[0])'")
    }
  }
}
