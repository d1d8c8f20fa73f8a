internal import CSQLite

extension Connection {
  /// Writes the text of a stored value, at most 64 bytes, and returns its length; nil when the value
  /// has no such text and is to be passed on as it is.
  typealias TextConversion =
    @Sendable (borrowing Argument, UnsafeMutableBufferPointer<UInt8>) -> Int?

  /// Makes a conversion of one value to text callable from SQL.
  ///
  /// Views over a million rows call it a million times, so it works without a `SQLiteValue`, which
  /// `addFunction` needs.
  func addConversion(_ name: String, _ body: @escaping TextConversion) throws {
    let conversion = Unmanaged.passRetained(Conversion(body))
    let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC
    let code = withHandle {
      sqlite3_create_function_v2(
        $0, name, 1, flags, conversion.toOpaque(),
        { context, _, values in
          guard let context, let value = values?[0], let pointer = sqlite3_user_data(context) else {
            return
          }
          Unmanaged<Conversion>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
            $0.run(value, in: context)
          }
        }, nil, nil,
        { pointer in
          if let pointer { Unmanaged<Conversion>.fromOpaque(pointer).release() }
        })
    }
    if code != SQLITE_OK { throw error(code: code, sql: nil) }
  }
}

private final class Conversion {
  private let body: Connection.TextConversion
  private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64)

  init(_ body: @escaping Connection.TextConversion) {
    self.body = body
    buffer.initialize(repeating: 0)
  }

  deinit { buffer.deallocate() }

  func run(_ value: OpaquePointer, in context: OpaquePointer) {
    guard let count = body(Connection.Argument(pointer: value), buffer) else {
      return sqlite3_result_value(context, value)
    }
    UnsafeRawBufferPointer(buffer).withMemoryRebound(to: CChar.self) { text in
      storedoctor_result_text(context, text.baseAddress, Int32(clamping: count))
    }
  }
}
