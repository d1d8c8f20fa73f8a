internal import CSQLite

/// Ends statements at a deadline.
final class ProgressLimiter {
  let deadline: ContinuousClock.Instant
  private(set) var isExhausted = false

  init(_ budget: Duration) { deadline = .now + budget }

  func check() -> Bool {
    if !isExhausted, ContinuousClock.now >= deadline { isExhausted = true }
    return isExhausted
  }
}

extension Connection {
  /// Instructions of SQLite's machine between two looks at the clock: about 0.1 ms.
  private static let instructionsPerCheck: Int32 = 10_000

  /// Runs `body`, ending its statements with an interrupt error (`SQLiteError.isInterrupt`) once
  /// `budget` is used up. An inner limit does not extend an outer one.
  public func limited<T>(to budget: Duration, _ body: () throws -> T) rethrows -> T {
    let outer = limiter
    let inner = ProgressLimiter(budget)
    if let outer, outer.deadline < inner.deadline { return try body() }
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
