internal import Diagnostics
public import StoreEngine
internal import StoreModel

extension StoreRepair {
  /// Saves what is left of a store that SQLite calls damaged, and repairs what was saved.
  ///
  /// Rows come with their keys; what cannot be proved to be a living row is left out and counted. Of a
  /// store without damage nothing is written.
  ///
  /// - Parameter output: nil only says what would be saved.
  /// - Throws: `RepairError`, `StoreFileError`, `StoreOutputError`, `SQLiteError`, or an error that says
  ///   that no table can be told from the others, or no row be saved. Then there is no new file.
  public func salvage(to output: StoreOutput?) throws -> SalvageAnswer {
    try checkRules()
    var answer = SalvageAnswer(store, isRehearsal: output == nil)
    let models = histories.flatMap(\.versions)
    let copy = try salvageCopy(output, models)
    answer.bytesRead = copy.bytesRead
    let isUndamaged = !copy.result.isDamaged && copy.result.damagedIndexes.isEmpty
    let problem = isUndamaged ? problem : nil
    if isUndamaged, problem == nil {
      answer.isHealthy = true
      return answer
    }
    let saved = copy.result.tables.filter { $0.entity != nil }.reduce(0) { $0 + $1.found }
    if saved == 0, copy.result.hasLosses { throw RepairError.nothingLeft(store) }
    answer.add(copy.result, names: try names(copy.open()))
    if let problem {
      answer.notes.append("SQLite reports something that concerns no row: \(problem)")
    }
    try treat(copy, &answer)
    try copy.finish()
    answer.file = output?.path
    return answer
  }

  private func salvageCopy(_ output: StoreOutput?, _ models: [DataModel]) throws -> SalvageCopy {
    do {
      let copy = try SalvageCopy(
        of: store, for: output, live: isLive, models: models, progress: progress)
      if !copy.result.lostPages.isEmpty, hasForeignLog { throw RepairError.foreignLog(store) }
      return copy
    } catch let error as SalvageError {
      throw hasForeignLog ? RepairError.foreignLog(store) : error
    } catch let error as SQLiteError where error.lacksObject {
      throw SalvageError.noSchema(store)
    }
  }

  /// What code of the app's own has deleted is no damage.
  private var hasForeignLog: Bool {
    let file = try? StoreFile.open(path: store, live: isLive)
    return problem != nil && file?.hasForeignLog(within: .seconds(10)) ?? false
  }

  /// Nothing holds the copy's connection afterwards.
  private func treat(_ copy: SalvageCopy, _ answer: inout SalvageAnswer) throws {
    var run = try RepairRun(
      self, on: copy.open(), path: copy.path, isRehearsal: answer.isRehearsal)
    answer.repair = try run.perform(OriginalFindings())
  }

  /// The first thing that SQLite finds wrong.
  private var problem: String? {
    do {
      let file = try StoreFile.open(path: store, live: isLive)
      return try file.connection.faults(isFull: true, atMost: 1).first
    } catch let error as SQLiteError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  private func names(_ connection: Connection) throws -> [Int64: String] {
    let store = try Store(connection: connection, path: store)
    return Dictionary(keepingFirst: store.entities.map { ($0.number, $0.name) })
  }
}
