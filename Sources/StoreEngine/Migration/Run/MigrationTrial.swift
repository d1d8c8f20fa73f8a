internal import StoreModel

/// A migration that is only tried: the stages of a path, as `migrate` carries them out, on a private
/// copy of a store that is thrown away.
package struct MigrationTrial {
  /// What a stage refuses.
  package struct Refusal {
    package let step: MigrationStep
    package let error: MigrationError
  }

  private let path: MigrationPath
  /// Told of the copy's connection, so that a Ctrl-C reaches its statements too; then with nil.
  package var onWork: ((Connection?) -> Void)?

  /// A trial of all stages of a path; those with closures are not for it.
  package init(_ path: MigrationPath) { self.path = path }

  /// Tries it.
  ///
  /// - Parameters:
  ///   - store: is only read, through the connection it has: another one to the same file would end
  ///     the locks that this process has on it.
  ///   - folder: where the copy is made.
  /// - Returns: what the first stage refuses that refuses anything, row by row as far as it can tell
  ///   them apart; empty when all stages went through.
  /// - Throws: `SQLiteError`, also when the store's connection is out of time, and `MigrationError`
  ///   for what is no answer.
  package func refusals(of store: Store, in folder: String) throws -> [Refusal] {
    let source = store.connection
    let file = folder + "/trial.store"
    try FileOutput.create([], at: file)
    let copy = try Connection(path: file, mode: .readWrite)
    onWork?(copy)
    defer { onWork?(nil) }
    return try copy.sharingLimits(of: source) {
      // Nobody needs it after a crash.
      try copy.run("PRAGMA synchronous = OFF")
      try source.backUp(to: copy) { _, _ in try source.checkLimits() }
      _ = try copy.rows("PRAGMA journal_mode = OFF")
      try copy.distrustSchema()
      try copy.addCoreDataFunctions(clock: { 0 })
      for step in path.steps {
        let refusals = try self.refusals(of: step, on: copy)
        guard refusals.isEmpty else { return refusals }
      }
      return []
    }
  }

  private func refusals(of step: MigrationStep, on copy: Connection) throws -> [Refusal] {
    var found: [Refusal] = []
    do {
      let plan = try StagePlan(
        step, stored: try? ModelCache.read(copy, name: step.from.name), schema: TableSchema(copy),
        metadata: StoreMetadata(connection: copy),
        facts: StageFacts(now: 0, uuid: [UInt8](repeating: 0, count: 16)))
      let runner = StageRunner(copy, trace: MigrationTrace(nil))
      _ = try withExtendedLifetime(runner) {
        try runner.run(plan, refused: { found.append(Refusal(step: step, error: $0)) })
      }
    } catch let error as MigrationError where error.status == .found {
      found.append(Refusal(step: step, error: error))
    } catch let error as SQLiteError where error.lacksObject {
      found.append(Refusal(step: step, error: .halfMigrated(error.message)))
    }
    return found
  }
}
