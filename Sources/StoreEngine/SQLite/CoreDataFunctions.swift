internal import CSQLite

extension Connection {
  /// Registers the functions that triggers of derived attributes call, so that rows can be written
  /// to a store that has them (coredata-format.md §2.7). The two notifications do nothing: they
  /// tell a running context about changed values, and there is none.
  func addCoreDataFunctions(now: Double) throws {
    let names = [
      "NSCoreDataDATriggerUpdatedAffectedObjectValue",
      "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
    ]
    try withHandle { handle in
      for name in names {
        try check(
          sqlite3_create_function_v2(
            handle, name, 5, SQLITE_UTF8, nil, { context, _, _ in sqlite3_result_null(context) },
            nil, nil, nil))
      }
      let value = UnsafeMutablePointer<Double>.allocate(capacity: 1)
      value.initialize(to: now)
      try check(
        sqlite3_create_function_v2(
          handle, "NSCoreDataNow", 0, SQLITE_UTF8, value,
          { context, _, _ in
            guard let value = sqlite3_user_data(context) else { return }
            sqlite3_result_double(context, value.load(as: Double.self))
          }, nil, nil, { $0?.deallocate() }))
    }
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw error(code: code, sql: nil) }
  }
}
