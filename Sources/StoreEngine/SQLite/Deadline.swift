internal import Dispatch
internal import Synchronization

extension Connection {
  /// Runs `body`, interrupting its statement once `budget` is used up.
  ///
  /// `limited(to:)` is cheaper and enough for most statements, but SQLite counts a whole table in one
  /// instruction, between two of which its progress handler is called.
  func interrupted<T>(after budget: Duration, _ body: () throws -> T) rethrows -> T {
    let deadline = Deadline(interrupter)
    let seconds = Double(budget.components.seconds) + Double(budget.components.attoseconds) * 1e-18
    let delay = DispatchTime.now() + max(0, seconds)
    DispatchQueue.global().asyncAfter(deadline: delay) { deadline.pass() }
    // A statement that comes later must not be hit.
    defer { deadline.cancel() }
    return try body()
  }
}

private final class Deadline: Sendable {
  private let isOver = Mutex(false)
  private let interrupter: Connection.Interrupter

  init(_ interrupter: Connection.Interrupter) { self.interrupter = interrupter }

  func pass() {
    isOver.withLock { isOver in
      if !isOver { interrupter() }
    }
  }

  func cancel() {
    isOver.withLock { $0 = true }
  }
}
