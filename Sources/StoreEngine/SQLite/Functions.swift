internal import CSQLite

extension Connection {
  /// A function's argument, without a copy of its bytes.
  package struct Argument: ~Copyable {
    let pointer: OpaquePointer?

    private var type: Int32 { pointer.map { sqlite3_value_type($0) } ?? SQLITE_NULL }

    /// Nil unless the value is an integer.
    package var integer: Int64? { type == SQLITE_INTEGER ? sqlite3_value_int64(pointer) : nil }

    /// Nil unless the value is a number.
    package var real: Double? {
      switch type {
      case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_value_double(pointer)
      default: nil
      }
    }

    /// Nil unless the value is a text.
    package var text: String? { type == SQLITE_TEXT ? String(decoding: bytes, as: UTF8.self) : nil }

    /// Nil unless the value is a blob; valid only inside the function.
    package var blob: UnsafeRawBufferPointer? { type == SQLITE_BLOB ? bytes : nil }

    /// The value, whatever it is, with a copy of its bytes.
    package var value: SQLiteValue {
      switch type {
      case SQLITE_INTEGER: .integer(sqlite3_value_int64(pointer))
      case SQLITE_FLOAT: .real(sqlite3_value_double(pointer))
      case SQLITE_TEXT: .text(String(decoding: bytes, as: UTF8.self))
      case SQLITE_BLOB: .blob(Array(bytes))
      default: .null
      }
    }

    private var bytes: UnsafeRawBufferPointer {
      // Of a file in UTF-16, SQLite hands texts over as they are there.
      if type == SQLITE_TEXT { _ = sqlite3_value_text(pointer) }
      let start = sqlite3_value_blob(pointer)
      return UnsafeRawBufferPointer(
        start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(pointer)))
    }
  }

  /// The arguments of a call, by place.
  package struct Arguments: ~Copyable {
    fileprivate let count: Int32
    fileprivate let values: UnsafeMutablePointer<OpaquePointer?>?

    package subscript(index: Int) -> Argument {
      Argument(pointer: index < count ? values?[index] : nil)
    }
  }

  package typealias Function = (borrowing Arguments) throws -> SQLiteValue

  /// Makes a Swift closure callable from SQL. It also works in temporary views, not in the file's own
  /// schema where that is not trusted. An error that the closure throws ends the statement.
  ///
  /// - Parameter argumentCount: nil for any number.
  /// - Parameter deterministic: the same arguments always give the same result.
  package func addFunction(
    _ name: String, argumentCount: Int?, deterministic: Bool, _ body: @escaping Function
  ) throws {
    try add(name, argumentCount: argumentCount, deterministic: deterministic) {
      arguments, context in setResult(of: context, to: try body(arguments))
    }
  }

  /// Writes the text of a stored value, at most 64 bytes, and returns its length; nil when the value
  /// has no such text and is to be passed on as it is.
  typealias TextConversion = (borrowing Argument, UnsafeMutableBufferPointer<UInt8>) -> Int?

  /// Makes a conversion of one value to text callable from SQL.
  ///
  /// Views over a million rows call it a million times, so it works without a `SQLiteValue`.
  func addConversion(_ name: String, _ body: @escaping TextConversion) throws {
    let buffer = TextBuffer()
    try add(name, argumentCount: 1, deterministic: true) { arguments, context in
      let argument = arguments[0]
      guard let count = body(argument, buffer.bytes) else {
        return sqlite3_result_value(context, argument.pointer)
      }
      UnsafeRawBufferPointer(buffer.bytes).withMemoryRebound(to: CChar.self) { text in
        storedoctor_result_text(context, text.baseAddress, Int32(clamping: count))
      }
    }
  }

  private func add(
    _ name: String, argumentCount: Int?, deterministic: Bool, _ body: @escaping SQLFunction.Body
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
              try function.body(Connection.Arguments(count: count, values: values), context)
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
  typealias Body = (borrowing Connection.Arguments, OpaquePointer) throws -> Void
  let body: Body
  init(_ body: @escaping Body) { self.body = body }
}

private final class TextBuffer {
  let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64)
  init() { bytes.initialize(repeating: 0) }
  deinit { bytes.deallocate() }
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
