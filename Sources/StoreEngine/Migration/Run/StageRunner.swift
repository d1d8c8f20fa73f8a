/// Carries out stages on a store, each in one exclusive transaction.
package final class StageRunner {
  private let connection: Connection
  private let trace: MigrationTrace
  private var last: StatementEvent?

  /// - Parameter connection: a store that is nobody else's; a stage that fails leaves it as the
  ///   journal of the connection can restore it, or not at all without one.
  package init(_ connection: Connection, trace: MigrationTrace) {
    self.connection = connection
    self.trace = trace
  }

  /// What the statements of one kind came to.
  package struct Work: Sendable, Hashable {
    package var action: StageStatement.Action
    package var statements = 0
    /// Rows inserted, updated or deleted.
    package var changes: Int64 = 0
    package var nanoseconds: Int64 = 0
  }

  /// Runs the statements of a plan.
  ///
  /// - Parameters:
  ///   - done: called after each statement that reads or writes rows.
  ///   - refused: called with what a check finds in the rows; unless it throws, the stage goes on.
  /// - Throws: also `MigrationError` for what the rows do not allow, and what the sink throws.
  package func run(
    _ plan: StagePlan, done: () -> Void = {},
    refused: (MigrationError) throws -> Void = { throw $0 }
  ) throws -> [Work] {
    connection.onStatement { [weak self] in self?.last = $0 }
    defer { connection.onStatement(nil) }
    try plan.masks.install(in: connection)
    var work: [StageStatement.Action: Work] = [:]
    try run("BEGIN EXCLUSIVE", purpose: .begin)
    do {
      try checkNumbers(plan)
      for statement in plan.statements {
        try run(statement, refused)
        if statement.action.isLong { done() }
        guard let last else { continue }
        var sum = work[statement.action] ?? Work(action: statement.action)
        sum.statements += 1
        sum.changes += last.changes
        sum.nanoseconds += last.nanoseconds
        work[statement.action] = sum
      }
      try run("COMMIT", purpose: .commit)
    } catch {
      if connection.isInTransaction { try? run("ROLLBACK", purpose: .rollback) }
      throw error
    }
    return StageStatement.Action.allCases.compactMap { work[$0] }
  }

  private func run(
    _ statement: StageStatement, _ refused: (MigrationError) throws -> Void
  ) throws {
    do {
      if statement.action == .check {
        let rows = try connection.rows(statement.sql, statement.values)
        try record(statement.purpose)
        if let key = rows.first?.first?.integer, let failure = statement.failure {
          try refused(failure.of(row: key))
        }
        return
      }
      try connection.run(statement.sql, statement.values)
    } catch let error as SQLiteError {
      try? record(statement.purpose)
      if error.isConstraint, let failure = statement.failure { throw failure }
      throw error
    }
    try record(statement.purpose)
  }

  private func run(_ sql: String, purpose: TraceEvent.Purpose) throws {
    try connection.run(sql)
    try record(purpose)
  }

  private func record(_ purpose: TraceEvent.Purpose) throws {
    guard let last, trace.isOn else { return }
    try trace.record(TraceEvent(last, sequence: 0, purpose: purpose))
  }

  /// Rows name their entities by number, so the numbers have to be those of the old model. After a
  /// rename Core Data keeps the old name beside the number (Documentation/Format/MigrationRules.md,
  /// 6.5).
  private func checkNumbers(_ plan: StagePlan) throws {
    let rows = try connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < \(HistoryTables.change.number) "
        + "ORDER BY Z_ENT")
    let entities = plan.source.entities
    guard rows.count == entities.count else {
      throw MigrationError.halfMigrated(
        "Z_PRIMARYKEY has \(rows.count) entities, the version has \(entities.count)")
    }
    for (row, entity) in zip(rows, entities) {
      let parent = row.count > 2 ? row[2].integer ?? 0 : 0
      guard row[0].integer == Int64(entity.number), parent == Int64(entity.parent) else {
        throw MigrationError.halfMigrated(
          "Z_PRIMARYKEY has '\(row[1].text ?? "")' where the version has '\(entity.name)'")
      }
    }
  }
}

extension SQLiteError {
  /// SQLITE_CONSTRAINT.
  fileprivate var isConstraint: Bool { primaryCode == 19 }
}
