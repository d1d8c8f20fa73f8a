internal import StoreDoctor
internal import StoreEngine

/// A command shows one state of each store it reads, or nothing.
extension Session {
  private static let attempts = 4

  /// Asks stores something, and asks again when one changed meanwhile: what came of it, an error or
  /// statements for a trace, is then worth nothing. The body does nothing else that may not be done
  /// twice.
  func oneState<Answer>(_ body: () throws -> Answer) throws -> Answer {
    defer { writeHeldStatements() }
    for attempt in 1... {
      holdStatements()
      let answer = Result { try body() }
      guard let changed = opened.first(where: { !$0.file.isOneState }) else {
        return try answer.get()
      }
      releaseStores()
      if attempt == Self.attempts { throw inUse(changed.path) }
    }
    preconditionFailure("the loop ends by itself")
  }

  /// Called when the last row is read: before anything else, others may write again.
  func proveStores() throws {
    try settleStores("; the rows above may mix two states of it")
  }

  /// Called when everything is read and something follows that takes its time.
  func settleStores(_ consequence: String = "") throws {
    if let changed = opened.first(where: { !$0.file.isOneState }) {
      var failure = inUse(changed.path)
      failure.message += consequence
      throw failure
    }
    releaseStores()
  }

  /// Ends reading: the shell's store is opened anew by the next command.
  func releaseStores() {
    for store in opened {
      store.connection.onStatement(nil)
      store.file.release()
    }
    opened = []
  }

  private func inUse(_ path: String) -> Failure {
    Failure(StoreFileError(path: path, reason: .busy))
  }
}
