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
  package func onStatement(_ observer: ((StatementEvent) -> Void)?) {
    statementObserver = observer
  }
}
