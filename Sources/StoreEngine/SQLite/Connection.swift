internal import CSQLite

/// A connection to one SQLite file. Not shared between threads, except `interrupt()`.
public final class Connection {
  private let handle: OpaquePointer

  public enum Mode: Sendable {
    /// Existing file, never written. Only for files this process made: a store of a user is opened
    /// with `StoreFile`, which also leaves its side files alone.
    case readOnly
    case readWrite
    case create
    case memory
  }

  public convenience init(path: String, mode: Mode) throws {
    let flags =
      switch mode {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
      }
    try self.init(path: path, flags: flags, vfs: nil)
  }

  init(path: String, flags: Int32, vfs: String?) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_EXRESCODE, vfs)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw SQLiteError(code: code, message: message)
    }
    handle = opened
  }

  deinit { sqlite3_close_v2(handle) }

  public func prepare(_ sql: String) throws -> Statement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, Int32(sql.utf8.count), &statement, nil)
    guard code == SQLITE_OK else { throw error(code: code, sql: sql) }
    guard let statement else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "the statement is empty", sql: sql)
    }
    return Statement(connection: self, handle: statement, sql: sql)
  }

  public func run(_ sql: String, _ values: [SQLiteValue] = []) throws {
    try prepare(sql).run(values)
  }

  /// All rows at once; for results known to be small.
  public func rows(_ sql: String, _ values: [SQLiteValue] = []) throws -> [[SQLiteValue]] {
    let statement = try prepare(sql)
    try statement.bind(values)
    var rows: [[SQLiteValue]] = []
    while try statement.step() { rows.append(statement.row) }
    return rows
  }

  /// First column of the first row, or nil without rows.
  public func value(_ sql: String, _ values: [SQLiteValue] = []) throws -> SQLiteValue? {
    let statement = try prepare(sql)
    try statement.bind(values)
    return try statement.step() ? statement.value(at: 0) : nil
  }

  public var changes: Int64 { sqlite3_changes64(handle) }
  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Stops the running statement from another thread or a signal.
  public func interrupt() { sqlite3_interrupt(handle) }

  func error(code: Int32, sql: String?) -> SQLiteError {
    let offset = Int(sqlite3_error_offset(handle))
    return SQLiteError(
      code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql,
      offset: offset < 0 ? nil : offset)
  }

  /// Access for this folder only: hardening, functions, tracing.
  func withHandle<T>(_ body: (OpaquePointer) throws -> T) rethrows -> T { try body(handle) }
}
