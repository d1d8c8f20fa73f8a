#if os(Linux)
  import CSQLite

  /// SQLite's C functions without anything around them: the baseline of the SwiftData module.
  final class RawSQLite {
    private var handle: OpaquePointer?

    init(_ path: String) throws {
      guard sqlite3_open(path, &handle) == SQLITE_OK else {
        throw BenchmarkError("cannot open '\(path)'")
      }
    }

    deinit { sqlite3_close_v2(handle) }

    func run(_ sql: String) throws {
      guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
        throw BenchmarkError(String(cString: sqlite3_errmsg(handle)))
      }
    }

    func with<T>(_ sql: String, _ body: (OpaquePointer?) throws -> T) throws -> T {
      var statement: OpaquePointer?
      guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
        throw BenchmarkError(String(cString: sqlite3_errmsg(handle)))
      }
      defer { sqlite3_finalize(statement) }
      return try body(statement)
    }

    func text(_ sql: String) throws -> String {
      try with(sql) { statement in
        guard sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0)
        else { throw BenchmarkError("no row: \(sql)") }
        return String(cString: text)
      }
    }
  }
#endif
