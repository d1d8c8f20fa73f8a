internal import Dispatch
internal import Foundation

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

private final class Deadline: @unchecked Sendable {
  // `isOver` is only touched under the lock.
  private let lock = NSLock()
  private var isOver = false
  private let interrupter: Connection.Interrupter

  init(_ interrupter: Connection.Interrupter) { self.interrupter = interrupter }

  func pass() {
    lock.withLock {
      if !isOver { interrupter() }
    }
  }

  func cancel() {
    lock.withLock { isOver = true }
  }
}
