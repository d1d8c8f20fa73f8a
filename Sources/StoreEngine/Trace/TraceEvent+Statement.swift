extension TraceEvent {
  /// A statement that SQLite ran, as reported by `Connection.onStatement`, with what its caller
  /// knows about it.
  public init(
    _ statement: StatementEvent, sequence: Int, purpose: Purpose, stage: String? = nil,
    context: String? = nil
  ) {
    self.init(
      sequence: sequence, purpose: purpose, stage: stage, context: context, sql: statement.sql,
      values: statement.values, rows: statement.rows, changes: Int(clamping: statement.changes),
      nanoseconds: statement.nanoseconds)
  }
}
