internal import CSQLite

/// A connection to one SQLite file. Not shared between threads, except for `interrupt`.
public final class Connection {
  private let handle: OpaquePointer
  /// Must outlive the handle; nil for an ordinary file.
  private let vfs: StoreVFS?
  var image: StoreImage?
  /// Of a user's store, as it was given.
  private var path: String?
  var authorizer: Authorizer?
  var statementObserver: ((StatementEvent) -> Void)? {
    didSet { isObserved = statementObserver != nil }
  }
  // Asked for with each row; read or written at once, and no code of others runs meanwhile.
  @exclusivity(unchecked) private(set) var isObserved = false
  var limiter: ProgressLimiter?
  @exclusivity(unchecked) private var encodingIsWide: Bool?

  /// What may be done with the file.
  public enum Mode: Sendable {
    /// Existing file, never written. Only for files this process made: a store of a user is opened
    /// with `StoreFile`, which also leaves its side files alone.
    case readOnly
    case readWrite
    case create
    case memory
    /// A private database that spills to a temporary file and vanishes when it is closed.
    case temporary
  }

  /// - Throws: `SQLiteError`.
  public convenience init(path: String, mode: Mode) throws {
    let flags =
      switch mode {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create, .temporary: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
      }
    // SQLite takes an empty name as "temporary file", and is free to take some others as a URI.
    let name = if case .temporary = mode { "" } else { Self.plainName(path) }
    try self.init(name: name, flags: flags, vfs: nil)
  }

  /// A read-only, hardened connection to the committed content of a store.
  convenience init(image: StoreImage, path: String, sortInMemory: Bool) throws {
    let vfs = try StoreVFS(image)
    try self.init(name: Self.plainName(path), flags: SQLITE_OPEN_READONLY, vfs: vfs)
    self.image = image
    self.path = path
    try harden(sortInMemory: sortInMemory)
  }

  private init(name: String, flags: Int32, vfs: StoreVFS?) throws {
    var opened: OpaquePointer?
    // One thread at a time uses a connection, so SQLite needs no lock around every call.
    let code = sqlite3_open_v2(
      name, &opened, flags | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX, vfs?.name)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw SQLiteError(code: code, message: message)
    }
    handle = opened
    self.vfs = vfs
  }

  deinit { sqlite3_close_v2(handle) }

  /// A name that SQLite cannot mistake for a URI, `:memory:` or an option.
  private static func plainName(_ path: String) -> String {
    path.hasPrefix("/") || path.hasPrefix("./") ? path : "./" + path
  }

  /// Prepares the first statement of a text; use `prepareFirst(of:)` for a text of several.
  public func prepare(_ sql: String) throws -> Statement {
    guard let statement = try prepareFirst(of: sql).statement else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "the statement is empty", sql: sql)
    }
    return statement
  }

  /// Prepares the first statement of a text and returns what follows it. The statement is nil if
  /// the text up to there holds only white space and comments.
  package func prepareFirst(of sql: String) throws -> (statement: Statement?, rest: String) {
    authorizer?.reset()
    var handleOfStatement: OpaquePointer?
    var consumed = 0
    let count = Int32(clamping: sql.utf8.count)
    let code = sql.withCString { start in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(handle, start, count, &handleOfStatement, &tail)
      consumed = tail.map { $0 - start } ?? 0
      return code
    }
    guard code == SQLITE_OK else { throw error(code: code, sql: sql) }
    let rest = String(decoding: sql.utf8.dropFirst(consumed), as: UTF8.self)
    guard let statement = handleOfStatement else { return (nil, rest) }
    let prepared = Statement(connection: self, handle: statement, sql: sql)
    if let authorizer, !authorizer.allowsTemporaryViews, !prepared.isReadOnly {
      throw SQLiteError(
        code: SQLITE_READONLY, message: "the store is opened for reading only", sql: sql)
    }
    return (prepared, rest)
  }

  /// Runs one statement to its end, ignoring rows.
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

  /// Rows changed by the last INSERT, UPDATE or DELETE.
  package var changes: Int64 { sqlite3_changes64(handle) }
  /// Rows changed since the connection was opened.
  var totalChanges: Int64 { sqlite3_total_changes64(handle) }
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// True if the text ends with a complete statement, so that it can be run.
  package static func isComplete(_ sql: String) -> Bool { sqlite3_complete(sql) != 0 }

  /// Whether the file keeps texts in UTF-16, so that their bytes are not those of UTF-8.
  var isWide: Bool {
    if let encodingIsWide { return encodingIsWide }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    // A text of one letter has two bytes then. That the list of tables is read first makes SQLite know
    // the file's encoding.
    guard
      sqlite3_prepare_v2(
        handle, "SELECT 'a' FROM (SELECT 1) LEFT JOIN main.sqlite_master LIMIT 1", -1, &statement,
        nil) == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW,
      sqlite3_column_blob(statement, 0) != nil
    else { return false }
    let isWide = sqlite3_column_bytes(statement, 0) > 1
    encodingIsWide = isWide
    return isWide
  }

  /// Stops the running statement from another thread or a signal.
  public func interrupt() { sqlite3_interrupt(handle) }

  func error(code: Int32, sql: String?) -> SQLiteError {
    let offset = Int(storedoctor_error_offset(handle))
    return SQLiteError(
      code: code, message: reason(code) ?? String(cString: sqlite3_errmsg(handle)), sql: sql,
      offset: offset < 0 ? nil : offset, file: path)
  }

  /// What this folder knows better than SQLite's own text for a code.
  private func reason(_ code: Int32) -> String? {
    switch code & 0xFF {
    case SQLITE_AUTH:
      authorizer?.refused.map { "\($0) is not allowed: the store is opened for reading only" }
    case SQLITE_INTERRUPT where limiter?.isExhausted == true: "the time limit was reached"
    case SQLITE_BUSY, SQLITE_CORRUPT, SQLITE_IOERR: image?.failure?.description
    default: nil
    }
  }

  /// Access for this folder only: hardening, functions, tracing.
  func withHandle<T>(_ body: (OpaquePointer) throws -> T) rethrows -> T { try body(handle) }
}

extension StoreImage.Failure: CustomStringConvertible {
  var description: String {
    switch self {
    case .changed: "another process changed the store while it was read"
    case .yielded: "another process has waited for the store"
    case .released: "the store is not read any more"
    case .unreadable: "the store's files cannot be read"
    }
  }
}
