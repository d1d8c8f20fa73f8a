internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds a history that outgrew the data.
struct LargeHistory: StoreRule {
  static let info = RuleInfo(
    id: "large-history", severity: .warning,
    summary: "the persistent history is far larger than the data",
    why:
      "nothing trims it by itself, in SwiftData too; the file grows, and a migration that removes "
      + "entities has to go through all of it",
    fix:
      "delete what is older than every reader needs: ModelContext.deleteHistory, or "
      + "NSPersistentHistoryChangeRequest.deleteHistory(before:); with CloudKit keep a week")

  static let least: Int64 = 100_000
  static let factor: Int64 = 10

  func examine(_ inspection: StoreInspection, report: StoreReport) throws {
    let store = inspection.store
    guard store.hasHistory else { return }
    let changes = try store.connection.value("SELECT count(*) FROM main.ACHANGE")?.integer ?? 0
    guard changes >= Self.least else { return }
    let rows = inspection.roots.reduce(Int64(0)) { $0 &+ max(0, $1.maxKey ?? 0) }
    guard changes / Self.factor > rows else { return }
    report("the history has \(changes) changes, the data at most \(rows) rows")
  }
}
