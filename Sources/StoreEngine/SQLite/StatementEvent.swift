/// One execution of a statement, reported when it ends.
public struct StatementEvent: Sendable, Hashable {
  public var sql: String
  /// Bound values in the order of their parameters. They are the user's data: hidden by default.
  public var values: [SQLiteValue]
  /// Rows that were fetched.
  public var rows: Int
  /// Rows that were inserted, updated or deleted.
  public var changes: Int64
  /// Time inside SQLite, without the time the caller spent between rows.
  public var nanoseconds: Int64
  /// SQLite's result code if the statement failed.
  public var errorCode: Int32?
}

extension Connection {
  /// Reports every statement that ends from now on; nil stops it. Times come from a monotonic clock,
  /// because SQLite's own profiling is no finer than a millisecond.
  public func onStatement(_ observer: ((StatementEvent) -> Void)?) {
    statementObserver = observer
  }
}
