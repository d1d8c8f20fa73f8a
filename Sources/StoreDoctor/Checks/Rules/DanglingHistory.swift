internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds history rows that lead nowhere.
struct DanglingHistory: StoreRule {
  static let info = RuleInfo(
    id: "dangling-history", severity: .warning,
    summary: "the persistent history refers to transactions or entities that do not exist",
    why:
      "a fetch of the history fails or skips changes, and whoever follows it (a widget, CloudKit) "
      + "misses them",
    fix: "delete the history up to now in the app, and let its readers start from the current state"
  )

  static let examples: [StoreExample] = [
    .flagged("UPDATE ACHANGE SET ZTRANSACTIONID = 99 WHERE Z_PK = 2"),
    .flagged("UPDATE ACHANGE SET ZENTITY = 88 WHERE Z_PK = 3"),
    .clean("DELETE FROM ACHANGE"),
  ]

  func conditions(in inspection: StoreInspection) throws -> [RowCondition] {
    guard inspection.store.hasHistory, inspection.store.hasPrimaryKeys else { return [] }
    let numbers = try inspection.store.connection.rows(
      "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_ENT IS NOT NULL LIMIT 100000"
    ).compactMap { $0.first?.integer }
    func condition(_ sql: String, _ message: String) -> RowCondition {
      inspection.condition(Self.info, in: "ACHANGE", sql) {
        "\(message) in \($0.text) of the history"
      }
    }
    return [
      condition(
        // NULL is not in an empty table either.
        "t.ZTRANSACTIONID IS NOT NULL "
          + "AND t.ZTRANSACTIONID NOT IN (SELECT Z_PK FROM main.ATRANSACTION)",
        "a transaction that does not exist is named"),
      condition(
        RowCondition.isNone(of: numbers, "t.ZENTITY"),
        "an entity number that does not exist is named"),
    ]
  }
}
