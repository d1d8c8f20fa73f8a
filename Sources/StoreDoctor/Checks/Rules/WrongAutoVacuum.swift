internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds files whose vacuum mode is not what the metadata say.
struct WrongAutoVacuum: StoreRule {
  static let info = RuleInfo(
    id: "wrong-auto-vacuum", severity: .warning,
    summary: "the file's vacuum mode differs from the one in its metadata",
    why:
      "Core Data makes every store with incremental vacuum; another tool has rewritten this file, "
      + "and it no longer shrinks",
    fix: "find out which tool wrote it, and compare with the original")

  static let examples: [StoreExample] = [
    .flagged("PRAGMA journal_mode = DELETE", "PRAGMA auto_vacuum = 0", "VACUUM"),
    .clean("PRAGMA journal_mode = DELETE", "VACUUM"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) throws {
    guard let level = inspection.store.metadata.autoVacuumLevel.flatMap(Int64.init),
      let actual = try inspection.store.connection.value("PRAGMA auto_vacuum")?.integer,
      actual != level
    else { return }
    report("the metadata say auto_vacuum \(level), the file has \(actual)")
  }
}
