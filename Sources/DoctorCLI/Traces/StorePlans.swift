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

  var questions: QueryPlans { QueryPlans { sql in self.ask { try $0.rows(sql) } } }

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
