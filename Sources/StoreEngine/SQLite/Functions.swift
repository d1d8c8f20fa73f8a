internal import CSQLite

extension Connection {
  /// A function's argument, without a copy of its bytes.
  public struct Argument: ~Copyable {
    let pointer: OpaquePointer?

    private var type: Int32 { pointer.map { sqlite3_value_type($0) } ?? SQLITE_NULL }

    /// Nil unless the value is an integer.
    public var integer: Int64? { type == SQLITE_INTEGER ? sqlite3_value_int64(pointer) : nil }

    /// Nil unless the value is a number.
    public var real: Double? {
      switch type {
      case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_value_double(pointer)
      default: nil
      }
    }

    /// Nil unless the value is a text.
    public var text: String? {
      type == SQLITE_TEXT ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Nil unless the value is a blob; valid only inside the function.
    public var blob: UnsafeRawBufferPointer? { type == SQLITE_BLOB ? bytes : nil }

    /// The value, whatever it is, with a copy of its bytes.
    public var value: SQLiteValue {
      switch type {
      case SQLITE_INTEGER: .integer(sqlite3_value_int64(pointer))
      case SQLITE_FLOAT: .real(sqlite3_value_double(pointer))
      case SQLITE_TEXT: .text(String(decoding: bytes, as: UTF8.self))
      case SQLITE_BLOB: .blob(Array(bytes))
      default: .null
      }
    }

    private var bytes: UnsafeRawBufferPointer {
      let start = sqlite3_value_blob(pointer)
      return UnsafeRawBufferPointer(
        start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(pointer)))
    }
  }

  /// The arguments of a call, by place.
  public struct Arguments: ~Copyable {
    fileprivate let count: Int32
    fileprivate let values: UnsafeMutablePointer<OpaquePointer?>?

    public subscript(index: Int) -> Argument {
      Argument(pointer: index < count ? values?[index] : nil)
    }
  }

  public typealias Function = (borrowing Arguments) throws -> SQLiteValue

  /// Makes a Swift closure callable from SQL. It also works in temporary views, not in the file's own
  /// schema where that is not trusted. An error that the closure throws ends the statement.
  ///
  /// - Parameter argumentCount: nil for any number.
  /// - Parameter deterministic: the same arguments always give the same result.
  public func addFunction(
    _ name: String, argumentCount: Int?, deterministic: Bool, _ body: @escaping Function
  ) throws {
    let function = Unmanaged.passRetained(SQLFunction(body))
    // "Innocuous" lets temporary views use it on a connection that trusts no schema.
    let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | (deterministic ? SQLITE_DETERMINISTIC : 0)
    let code = withHandle {
      sqlite3_create_function_v2(
        $0, name, Int32(argumentCount ?? -1), flags, function.toOpaque(),
        { context, count, values in
          guard let context, let pointer = sqlite3_user_data(context) else { return }
          Unmanaged<SQLFunction>.fromOpaque(pointer)._withUnsafeGuaranteedRef { function in
            do {
              let arguments = Connection.Arguments(count: count, values: values)
              try setResult(of: context, to: function.body(arguments))
            } catch {
              sqlite3_result_error(context, "\(error)", -1)
            }
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
  let body: Connection.Function
  init(_ body: @escaping Connection.Function) { self.body = body }
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
