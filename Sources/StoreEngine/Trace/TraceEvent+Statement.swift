extension TraceEvent {
  /// A statement that SQLite ran, as reported by `Connection.onStatement`, with what its caller
  /// knows about it.
  package init(
    _ statement: StatementEvent, sequence: Int, purpose: Purpose, stage: String? = nil,
    context: String? = nil
  ) {
    // SQLite counts no changes for what only reads.
    let isReading = purpose.isQuery || purpose == .metadata
    let changes = isReading && statement.changes == 0 ? nil : Int(clamping: statement.changes)
    self.init(
      sequence: sequence, purpose: purpose, stage: stage, context: context, sql: statement.sql,
      values: statement.values, rows: statement.rows, changes: changes,
      nanoseconds: statement.nanoseconds,
      text: statement.errorCode.map { "failed with SQLite code \($0)" })
  }
}
