internal import CSQLite

extension Connection {
  /// Makes a Swift closure callable from SQL. It also works in temporary views, not in the file's own
  /// schema where that is not trusted. An error that the closure throws ends the statement.
  ///
  /// - Parameter argumentCount: nil for any number.
  /// - Parameter deterministic: the same arguments always give the same result.
  public func addFunction(
    _ name: String, argumentCount: Int?, deterministic: Bool,
    _ body: @escaping ([SQLiteValue]) throws -> SQLiteValue
  ) throws {
    let function = Unmanaged.passRetained(SQLFunction(body))
    // "Innocuous" lets temporary views use it on a connection that trusts no schema.
    let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | (deterministic ? SQLITE_DETERMINISTIC : 0)
    let code = withHandle {
      sqlite3_create_function_v2(
        $0, name, Int32(argumentCount ?? -1), flags, function.toOpaque(),
        { context, count, values in
          guard let context, let pointer = sqlite3_user_data(context) else { return }
          let function = Unmanaged<SQLFunction>.fromOpaque(pointer).takeUnretainedValue()
          do {
            try setResult(of: context, to: function.body(arguments(count, values)))
          } catch {
            sqlite3_result_error(context, "\(error)", -1)
          }
        }, nil, nil,
        { pointer in
          if let pointer { Unmanaged<SQLFunction>.fromOpaque(pointer).release() }
        })
    }
    // SQLite has released the closure itself if it did not take it.
    if code != SQLITE_OK { throw error(code: code, sql: nil) }
  }
}

private final class SQLFunction {
  let body: ([SQLiteValue]) throws -> SQLiteValue
  init(_ body: @escaping ([SQLiteValue]) throws -> SQLiteValue) { self.body = body }
}

private func arguments(
  _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) -> [SQLiteValue] {
  (0..<Int(count)).map { index in
    guard let value = values?[index] else { return .null }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT: return .text(String(decoding: bytes(of: value), as: UTF8.self))
    case SQLITE_BLOB: return .blob(Array(bytes(of: value)))
    default: return .null
    }
  }
}

private func bytes(of value: OpaquePointer) -> UnsafeRawBufferPointer {
  let pointer = sqlite3_value_blob(value)
  return UnsafeRawBufferPointer(
    start: pointer, count: pointer == nil ? 0 : Int(sqlite3_value_bytes(value)))
}

private func setResult(of context: OpaquePointer, to value: SQLiteValue) {
  switch value {
  case .null: sqlite3_result_null(context)
  case .integer(let value): sqlite3_result_int64(context, value)
  case .real(let value): sqlite3_result_double(context, value)
  case .text(let value): storedoctor_result_text(context, value, Int32(clamping: value.utf8.count))
  case .blob(let value):
    // A zero-length blob needs a non-null pointer, or SQLite takes it for NULL.
    value.isEmpty
      ? sqlite3_result_zeroblob(context, 0)
      : storedoctor_result_blob(context, value, Int32(clamping: value.count))
  }
}
