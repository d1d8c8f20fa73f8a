internal import StoreDoctor
internal import StoreEngine
internal import TraceAnalysis

/// The questions a trace asks a store. Each answer is of one state of it, but not all of the same,
/// because plans and sizes change little.
final class StorePlans {
  /// Why the store could not be asked any more.
  private(set) var failure: Failure?
  private let path: String
  private let session: Session

  private static let attempts = 4

  init(_ path: String, in session: Session) {
    self.path = path
    self.session = session
  }

  var questions: QueryPlans {
    QueryPlans(
      explain: { sql in
        self.ask { try $0.rows("EXPLAIN QUERY PLAN " + sql).map { $0.last?.text ?? "" } }
      },
      // The highest key is found at once, and is no less than the number of rows.
      rowCount: { table in
        self.ask {
          let highest = try $0.value("SELECT max(rowid) FROM main.\(table.sqlQuoted)")
          return highest.flatMap { $0.integer.map { Int(clamping: $0) } ?? 0 }
        } ?? nil
      })
  }

  /// Nil for a question that the store has no answer to.
  private func ask<T>(_ question: (Connection) throws -> T) -> T? {
    for _ in 0..<Self.attempts where failure == nil {
      do {
        let store = try session.store(at: path)
        let answer = Result { try question(store.connection) }
        if store.file.isOneState { return try? answer.get() }
        session.releaseStores()
      } catch {
        failure = Failure(error)
      }
    }
    failure = failure ?? Failure(StoreFileError(path: path, reason: .busy))
    return nil
  }
}
