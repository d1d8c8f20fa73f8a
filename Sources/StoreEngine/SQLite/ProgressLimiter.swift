internal import CSQLite

/// Looks in on a running statement: ends it at a deadline, and tells somebody that it still runs.
final class ProgressLimiter {
  let deadline: ContinuousClock.Instant?
  let tick: (() -> Void)?
  private(set) var isExhausted = false

  init(deadline: ContinuousClock.Instant?, tick: (() -> Void)?) {
    self.deadline = deadline
    self.tick = tick
  }

  func check() -> Bool {
    tick?()
    if let deadline, !isExhausted, ContinuousClock.now >= deadline { isExhausted = true }
    return isExhausted
  }
}

extension Connection {
  /// Instructions of SQLite's machine between two looks at the clock: about 0.1 ms.
  private static let instructionsPerCheck: Int32 = 10_000

  /// Runs `body`, ending its statements with an interrupt error (`SQLiteError.isInterrupt`) once
  /// `budget` is used up. An inner limit does not extend an outer one.
  package func limited<T>(to budget: Duration, _ body: () throws -> T) rethrows -> T {
    let deadline = ContinuousClock.now + budget
    if let outer = limiter?.deadline, outer < deadline { return try body() }
    return try watched(ProgressLimiter(deadline: deadline, tick: limiter?.tick), body)
  }

  /// Runs `body`, calling `tick` about every 0.1 ms while one of its statements runs.
  package func ticking<T>(_ tick: @escaping () -> Void, _ body: () throws -> T) rethrows -> T {
    try watched(ProgressLimiter(deadline: limiter?.deadline, tick: tick), body)
  }

  /// Runs `body`, interrupting its statement once `budget` is used up or more than `pages` pages
  /// were read from the file.
  ///
  /// SQLite counts a whole table in one instruction, between two of which its progress handler is
  /// called; so the clock is looked at whenever a page is read from the file as well. A thread that
  /// waits for the deadline would cost more than the counting.
  func interrupted<T>(after budget: Duration, pages: Int, _ body: () throws -> T) rethrows -> T {
    let deadline = ContinuousClock.now + budget
    var left = pages
    let outer = image?.onRead
    image?.onRead = { [unowned self] in
      outer?()
      left -= 1
      if left < 0 || ContinuousClock.now >= deadline { interrupt() }
    }
    defer { image?.onRead = outer }
    return try limited(to: budget, body)
  }

  /// Runs `body`, whose statements end when the time of another connection does: they do its work.
  package func sharingLimits<T>(of other: Connection, _ body: () throws -> T) rethrows -> T {
    guard let limiter = other.limiter else { return try body() }
    return try watched(limiter, body)
  }

  /// For work that is no statement.
  ///
  /// - Throws: what a statement throws that runs out of time.
  package func checkLimits() throws(SQLiteError) {
    guard limiter?.check() == true else { return }
    throw SQLiteError(code: SQLITE_INTERRUPT, message: "the time limit was reached")
  }

  private func watched<T>(_ inner: ProgressLimiter, _ body: () throws -> T) rethrows -> T {
    let outer = limiter
    install(inner)
    defer { install(outer) }
    return try body()
  }

  private func install(_ limiter: ProgressLimiter?) {
    self.limiter = limiter
    withHandle { handle in
      guard let limiter else {
        sqlite3_progress_handler(handle, 0, nil, nil)
        return
      }
      sqlite3_progress_handler(
        handle, Self.instructionsPerCheck,
        { context in
          guard let context else { return 0 }
          return Unmanaged<ProgressLimiter>.fromOpaque(context).takeUnretainedValue().check()
            ? 1 : 0
        }, Unmanaged.passUnretained(limiter).toOpaque())
    }
  }
}
