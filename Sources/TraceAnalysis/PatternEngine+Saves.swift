internal import StoreModel

/// Saves in a loop.
extension PatternEngine {
  mutating func commit(_ record: TraceRecord, _ tables: inout TraceTables) {
    let transaction = contexts.current.transaction
    contexts.current.transaction = Transaction()
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
    if contexts.current.saves.count > 0, isApart(contexts.current.saves, table, record) {
      closeSaves(&tables)
    }
    if contexts.current.saves.count == 0 {
      contexts.current.saves.table = table
      contexts.current.saves.first = first
      contexts.current.saves.start = moment
      contexts.current.saves.position = contexts.current.position
    }
    contexts.current.saves.count += 1
    contexts.current.saves.nanoseconds.add(saturating: transaction.nanoseconds)
    contexts.current.saves.readsBetween +=
      contexts.current.position - contexts.current.saves.position
    contexts.current.saves.position = contexts.current.position
    contexts.current.saves.time = record.time
    contexts.current.saves.end = moment
    if record.time < 0 { contexts.current.saves.hasTimes = false }
  }

  private func isApart(_ saves: SaveRun, _ table: Int32, _ record: TraceRecord) -> Bool {
    if saves.table != table || contexts.current.position - saves.position > options.gapStatements {
      return true
    }
    return saves.time >= 0 && record.time >= 0
      && record.time - saves.time > options.gapNanoseconds / 2
  }

  mutating func closeSaves(_ tables: inout TraceTables) {
    let saves = contexts.current.saves
    contexts.current.saves = SaveRun()
    guard saves.count >= options.loopThreshold, let first = saves.first else { return }
    let key = PatternCollection.Key(
      kind: .saveInLoop, template: first.template, stage: first.stage)
    let isCertain = saves.hasTimes || saves.readsBetween == 0
    let amounts = PatternCollection.Amounts(
      statements: saves.count, rows: Int64(saves.count),
      nanoseconds: saves.nanoseconds > 0 ? saves.nanoseconds : nil, isCertain: isCertain,
      place: saves.start...max(saves.start, saves.end))
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
