internal import Foundation

/// A mutex that the thread that holds it may take again.
final class RecursiveLock: Sendable {
  private let lock = NSRecursiveLock()

  func locked<T>(_ body: () throws -> T) rethrows -> T {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
