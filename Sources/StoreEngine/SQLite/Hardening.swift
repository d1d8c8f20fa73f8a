internal import CSQLite

/// What keeps a file that somebody else has made from doing harm (sqlite.org/security.html).
extension Connection {
  /// SQLite's memory in this process; a hostile file gets "out of memory" instead of the machine.
  private static let heapLimit: Int64 = 512 << 20

  /// Switches off everything a schema can do besides holding data. Call before the first statement.
  func harden(sortInMemory: Bool) throws {
    sqlite3_hard_heap_limit64(Self.heapLimit)
    // Only the file's own views: temporary ones, which this process makes, still work.
    try distrustSchema(alsoOff: [
      SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER,
      SQLITE_DBCONFIG_WRITABLE_SCHEMA,
    ])
    withHandle { handle in
      // Wide tables and large blobs are normal in a store, so the limits on columns and length stay.
      for (limit, value) in [
        (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_SQL_LENGTH, 1_000_000),
        (SQLITE_LIMIT_EXPR_DEPTH, 250), (SQLITE_LIMIT_COMPOUND_SELECT, 100),
        (SQLITE_LIMIT_VDBE_OP, 1_000_000), (SQLITE_LIMIT_TRIGGER_DEPTH, 10),
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 5_000), (SQLITE_LIMIT_WORKER_THREADS, 0),
      ] { sqlite3_limit(handle, limit, Int32(value)) }
    }
    try run("PRAGMA cell_size_check = 1")
    try run("PRAGMA mmap_size = 0")
    // A sort that is too big for memory goes to a temporary file, except where that file would
    // appear in the store's own folder.
    try run("PRAGMA temp_store = \(sortInMemory ? "MEMORY" : "FILE")")
    installAuthorizer()
    try checkViews()
  }

  /// For a private copy that is written to: the file's own schema can do nothing by itself.
  package func distrustSchema(alsoOff more: [Int32] = []) throws {
    let off =
      [
        SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
        SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
      ] + more
    for (option, value) in [(SQLITE_DBCONFIG_DEFENSIVE, 1)] + off.map({ ($0, 0) }) {
      let code = withHandle { storedoctor_db_config($0, option, Int32(value)) }
      if code != SQLITE_OK { throw error(code: code, sql: nil) }
    }
  }

  /// Pages written to the file since the connection was opened.
  package var pagesWritten: Int64 {
    withHandle { handle in
      var current: Int32 = 0
      var highest: Int32 = 0
      let code = sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 0)
      return code == SQLITE_OK ? Int64(current) : 0
    }
  }

  /// Most bytes of view definitions a file may have.
  private static let viewLimit: Int64 = 128 << 10
  /// A schema that takes longer to parse was made to.
  private static let schemaBudget = Duration.seconds(10)

  /// Refuses a file with so many views that SQLite could overflow the stack: it follows a chain of
  /// views to its end, 700 bytes of stack for each, before it asks whether views are allowed. At
  /// least 34 bytes of text per view leave a third of an 8 MB stack for the longest chain.
  private func checkViews() throws {
    let size: Int64?
    do {
      size = try limited(to: Self.schemaBudget) {
        try value("SELECT sum(length(sql)) FROM sqlite_master WHERE type = 'view'")?.integer
      }
    } catch let error as SQLiteError where error.isInterrupt {
      throw SQLiteError(code: SQLITE_TOOBIG, message: "its schema takes too long to read")
    } catch {
      // A schema that cannot be parsed gives the same error to the statement that needs it.
      return
    }
    guard let size, size > Self.viewLimit else { return }
    throw SQLiteError(
      code: SQLITE_TOOBIG,
      message: "its schema has \(size) bytes of view definitions, too many to be read safely")
  }
}
