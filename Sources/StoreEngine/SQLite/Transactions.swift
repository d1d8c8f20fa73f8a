internal import CSQLite

extension Connection {
  package enum TransactionKind: String, Sendable { case deferred, immediate, exclusive }

  /// Runs `body` in one transaction: committed if it returns, rolled back if it throws.
  package func transaction<T>(_ kind: TransactionKind = .deferred, _ body: () throws -> T) throws
    -> T
  {
    try run("BEGIN \(kind.rawValue.uppercased())")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // Some errors have rolled back already; the first error is the one to report.
      if isInTransaction { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Copies the whole database into another connection through SQLite's backup interface, which is
  /// safe while others write. `progress` gets pages done and pages in all, and may throw to stop.
  package func backUp(
    to target: Connection, pagesPerStep: Int = 1024,
    progress: (Int, Int) throws -> Void = { _, _ in }
  ) throws {
    let backup = withHandle { source in
      target.withHandle { sqlite3_backup_init($0, "main", source, "main") }
    }
    guard let backup else { throw target.error(code: SQLITE_ERROR, sql: nil) }
    let deadline = ContinuousClock.now + .seconds(5)
    var code = SQLITE_OK
    do {
      while true {
        code = sqlite3_backup_step(backup, Int32(clamping: pagesPerStep))
        let total = Int(sqlite3_backup_pagecount(backup))
        try progress(total - Int(sqlite3_backup_remaining(backup)), total)
        switch code & 0xFF {
        case SQLITE_OK: continue
        case SQLITE_BUSY, SQLITE_LOCKED:
          if ContinuousClock.now < deadline {
            sqlite3_sleep(10)
            continue
          }
        default: break
        }
        break
      }
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    sqlite3_backup_finish(backup)
    if code != SQLITE_DONE { throw target.error(code: code, sql: nil) }
  }
}
