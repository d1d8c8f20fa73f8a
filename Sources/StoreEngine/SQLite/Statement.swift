internal import CSQLite

/// A prepared statement, stepped row by row. Not shared between threads.
public final class Statement {
  private let connection: Connection
  private let handle: OpaquePointer
  /// As it was given.
  public let sql: String
  /// The execution that is going on, if somebody observes statements.
  private var event: StatementEvent?
  private var boundValues: [SQLiteValue] = []
  // Asked for with each value that is bound. Both are read or written at once, and no code of others
  // runs meanwhile.
  @exclusivity(unchecked) private var boundCount: Int32 = 0
  @exclusivity(unchecked) private var isObserved = false

  init(connection: Connection, handle: OpaquePointer, sql: String) {
    self.connection = connection
    self.handle = handle
    self.sql = sql
  }

  deinit {
    finish()
    sqlite3_finalize(handle)
  }

  /// Columns of a row.
  public var columnCount: Int { Int(sqlite3_column_count(handle)) }
  /// As the statement names them.
  public var columnNames: [String] { (0..<columnCount).map(columnName) }
  var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  func columnName(_ index: Int) -> String {
    sqlite3_column_name(handle, Int32(index)).map { String(cString: $0) } ?? ""
  }

  /// Binds values to parameters 1, 2, … and makes the statement ready to run again.
  public func bind(_ values: [SQLiteValue]) throws {
    restart()
    for value in values { try add(value) }
  }

  /// Makes the statement ready to be bound by `add`, value by value, without an array for each row.
  package func restart() {
    reset()
    boundCount = 0
    isObserved = connection.isObserved
    if isObserved { boundValues = [] }
  }

  /// Binds the next parameter.
  package func add(_ value: SQLiteValue) throws {
    switch value {
    case .null: try addNull()
    case .integer(let value): try add(value)
    case .real(let value): try add(value)
    case .text(let value): try add(value)
    case .blob(let bytes):
      // A zero-length blob needs a non-null pointer, or SQLite binds NULL.
      let index = next(value)
      try check(
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(handle, index, 0)
          : storedoctor_bind_blob(handle, index, bytes, Int32(bytes.count)))
    }
  }

  package func add(_ value: Int64) throws {
    try check(sqlite3_bind_int64(handle, next(.integer(value)), value))
  }

  package func add(_ value: Double) throws {
    try check(sqlite3_bind_double(handle, next(.real(value)), value))
  }

  package func add(_ value: String) throws {
    try check(storedoctor_bind_text(handle, next(.text(value)), value, Int32(value.utf8.count)))
  }

  package func addNull() throws { try check(sqlite3_bind_null(handle, next(.null))) }

  /// The place of the next parameter.
  @inline(__always)
  private func next(_ value: @autoclosure () -> SQLiteValue) -> Int32 {
    if isObserved { boundValues.append(value()) }
    boundCount += 1
    return boundCount
  }

  /// Moves to the next row. False at the end; the statement is then ready to be bound again.
  public func step() throws -> Bool {
    let code = connection.isObserved ? observedStep() : sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      reset()
      return false
    default:
      let error = connection.error(code: code, sql: sql)
      event?.errorCode = code
      reset()
      throw error
    }
  }

  /// Ends the execution, so that the statement holds no read transaction open.
  package func reset() {
    finish()
    sqlite3_reset(handle)
  }

  private func observedStep() -> Int32 {
    var current =
      event
      ?? StatementEvent(
        sql: sql, values: boundValues, rows: 0, changes: 0, nanoseconds: 0, errorCode: nil)
    let changesBefore = connection.totalChanges
    let start = ContinuousClock.now
    let code = sqlite3_step(handle)
    let elapsed = (ContinuousClock.now - start).components
    current.nanoseconds += elapsed.seconds * 1_000_000_000 + elapsed.attoseconds / 1_000_000_000
    current.changes += connection.totalChanges - changesBefore
    if code == SQLITE_ROW { current.rows += 1 }
    event = current
    return code
  }

  private func finish() {
    guard let event else { return }
    self.event = nil
    connection.statementObserver?(event)
  }

  /// Runs to the end, ignoring rows.
  public func run(_ values: [SQLiteValue] = []) throws {
    try bind(values)
    try runBound()
  }

  /// Runs to the end with what is bound, ignoring rows.
  package func runBound() throws {
    while try step() {}
  }

  /// The value in a column of the current row.
  public func value(at index: Int) -> SQLiteValue {
    let column = Int32(index)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: return .text(String(decoding: bytes(at: index), as: UTF8.self))
    case SQLITE_BLOB: return .blob(bytes(at: index))
    default: return .null
    }
  }

  /// How the current row keeps a column; with `integer(at:)`, `real(at:)` and `withBytes(at:)` it
  /// lets a reader of many rows work without a `SQLiteValue` per cell.
  package enum StorageClass: Sendable { case null, integer, real, text, blob }

  package func storageClass(at index: Int) -> StorageClass {
    switch sqlite3_column_type(handle, Int32(index)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  package func integer(at index: Int) -> Int64 { sqlite3_column_int64(handle, Int32(index)) }
  package func real(at index: Int) -> Double { sqlite3_column_double(handle, Int32(index)) }

  /// A value of the current row; bytes are owned by SQLite: valid until the next `step()`.
  package enum Cell {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)
  }

  /// The value in a column of the current row, as cheaply as it can be had.
  ///
  /// SQLite's functions for columns look after locks and errors each time, those for a column's value
  /// do not: they are safe where, as here, only one thread uses the connection.
  package func cell(at index: Int) -> Cell {
    let value = sqlite3_column_value(handle, Int32(index))
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      if connection.isWide { _ = sqlite3_value_text(value) }
      return .text(Self.bytes(of: value))
    case SQLITE_BLOB: return .blob(Self.bytes(of: value))
    default: return .null
    }
  }

  private static func bytes(of value: OpaquePointer?) -> UnsafeRawBufferPointer {
    // In this order: asked for its size first, SQLite could move the value.
    let pointer = sqlite3_value_blob(value)
    let count = Int(sqlite3_value_bytes(value))
    return UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : count)
  }

  /// Bytes of a text, in UTF-8, or of a blob column of the current row.
  public func bytes(at index: Int) -> [UInt8] {
    withBytes(at: index) { Array($0) }
  }

  /// Bytes of a text, in UTF-8, or of a blob column without a copy; valid only inside `body`.
  package func withBytes<T>(at index: Int, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows
    -> T
  {
    if connection.isWide, sqlite3_column_type(handle, Int32(index)) == SQLITE_TEXT {
      // SQLite turns the value into UTF-8, and what follows reads that.
      _ = sqlite3_column_text(handle, Int32(index))
    }
    let pointer = sqlite3_column_blob(handle, Int32(index))
    let count = Int(sqlite3_column_bytes(handle, Int32(index)))
    return try body(UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : count))
  }

  /// Bytes of a text, in UTF-8, or of a blob column, owned by SQLite: valid until the next `step()`.
  package func borrowedBytes(at index: Int) -> UnsafeRawBufferPointer {
    withBytes(at: index) { $0 }
  }

  /// All values of the current row.
  public var row: [SQLiteValue] { (0..<columnCount).map(value) }

  /// Access for this folder only, while the statement lives.
  func withHandle<T>(_ body: (OpaquePointer) throws -> T) rethrows -> T { try body(handle) }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw connection.error(code: code, sql: sql) }
  }
}

/// One execution of a statement, reported when it ends.
package struct StatementEvent: Sendable, Hashable {
  package var sql: String
  /// Bound values in the order of their parameters. They are the user's data: hidden by default.
  package var values: [SQLiteValue]
  /// Rows that were fetched.
  package var rows: Int
  /// Rows that were inserted, updated or deleted.
  package var changes: Int64
  /// Time inside SQLite, without the time the caller spent between rows.
  package var nanoseconds: Int64
  /// SQLite's result code if the statement failed.
  package var errorCode: Int32?
}

extension Connection {
  /// Reports every statement that ends from now on; nil stops it. Times come from a monotonic clock,
  /// because SQLite's own profiling is no finer than a millisecond.
  package func onStatement(_ observer: ((StatementEvent) -> Void)?) { statementObserver = observer }
}
