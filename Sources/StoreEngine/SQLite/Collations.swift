internal import CSQLite

extension Connection {
  /// Makes an order of texts usable from SQL.
  ///
  /// - Parameter compare: negative, zero or positive, as the first sorts before, with or after.
  package func addCollation(_ name: String, _ compare: @escaping (String, String) -> Int) throws {
    let collation = Unmanaged.passRetained(Collation(compare))
    let code = withHandle {
      sqlite3_create_collation_v2(
        $0, name, SQLITE_UTF8, collation.toOpaque(),
        { pointer, leftCount, left, rightCount, right in
          guard let pointer else { return 0 }
          let collation = Unmanaged<Collation>.fromOpaque(pointer).takeUnretainedValue()
          return Int32(collation.compare(text(left, leftCount), text(right, rightCount)).signum())
        },
        { pointer in
          if let pointer { Unmanaged<Collation>.fromOpaque(pointer).release() }
        })
    }
    if code != SQLITE_OK {
      // Unlike for functions, SQLite does not release the closure it did not take.
      collation.release()
      throw error(code: code, sql: nil)
    }
  }
}

private final class Collation {
  let compare: (String, String) -> Int
  init(_ compare: @escaping (String, String) -> Int) { self.compare = compare }
}

private func text(_ pointer: UnsafeRawPointer?, _ count: Int32) -> String {
  String(
    decoding: UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : Int(count)),
    as: UTF8.self)
}
