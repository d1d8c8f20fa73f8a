internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds a store all of whose pages are in its write-ahead log.
///
/// Source: SQLite's `pagerOpenWalIfPresent` in pager.c, which deletes the log of a database without pages.
struct EmptiedFile: StoreRule {
  static let info = RuleInfo(
    id: "emptied-file", severity: .error,
    summary: "the store's main file is empty, and all it holds is in its '-wal' file",
    why:
      "SQLite deletes the '-wal' file beside an empty database as soon as anything opens it: the app, or "
      + "the sqlite3 shell; then all data are gone",
    fix:
      "open it with nothing else; 'storedoctor repair STORE -o NEW' writes a whole store of both files"
  )

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    guard let state = inspection.state, state.mainSize == 0, state.log != nil else { return }
    report(
      "the file has no bytes, and all \(state.pageCount) pages are in the '-wal' file, which SQLite deletes "
        + "when the store is opened")
  }
}
