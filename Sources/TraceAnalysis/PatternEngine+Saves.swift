internal import StoreModel

/// Saves in a loop.
extension PatternEngine {
  mutating func commit(_ record: TraceRecord, _ tables: inout TraceTables) {
    let transaction = state.transaction
    state.transaction = Transaction()
    guard let first = transaction.first else { return }
    saveCount += 1
    count(transaction, first, record, &tables)
    closeWindow(&tables)
  }

  private mutating func count(
    _ transaction: Transaction, _ first: TraceRecord, _ record: TraceRecord,
    _ tables: inout TraceTables
  ) {
    guard transaction.isOfOneObject else { return closeSaves(&tables) }
    let table = transaction.table
    if state.saves.count > 0, isApart(state.saves, table, record) { closeSaves(&tables) }
    if state.saves.count == 0 {
      state.saves.table = table
      state.saves.first = first
      state.saves.position = state.position
    }
    state.saves.count += 1
    state.saves.nanoseconds.add(saturating: transaction.nanoseconds)
    state.saves.readsBetween += state.position - state.saves.position
    state.saves.position = state.position
    state.saves.time = record.time
    if record.time < 0 { state.saves.hasTimes = false }
  }

  private func isApart(_ saves: SaveRun, _ table: Int32, _ record: TraceRecord) -> Bool {
    if saves.table != table || state.position - saves.position > options.gapStatements {
      return true
    }
    return saves.time >= 0 && record.time >= 0
      && record.time - saves.time > options.gapNanoseconds / 2
  }

  mutating func closeSaves(_ tables: inout TraceTables) {
    let saves = state.saves
    state.saves = SaveRun()
    guard saves.count >= options.loopThreshold, let first = saves.first else { return }
    let key = PatternCollection.Key(
      kind: .saveInLoop, template: first.template, stage: first.stage)
    let isCertain = saves.hasTimes || saves.readsBetween == 0
    let amounts = PatternCollection.Amounts(
      statements: saves.count, rows: Int64(saves.count),
      nanoseconds: saves.nanoseconds > 0 ? saves.nanoseconds : nil, isCertain: isCertain)
    let names = self.names
    collected.add(key, amounts) {
      var pattern = AccessPattern(.saveInLoop, of: first, names, tables)
      if !isCertain {
        pattern.certainty = .inferred("the log has no times, so the saves may have been far apart")
      }
      return pattern
    }
  }
}
