internal import Synchronization

/// Lets another thread stop the program that runs right now.
final class Stopper: Sendable {
  // The child process is only told to stop, which it allows from any thread.
  private let current = Mutex<Unsafe>(Unsafe())

  private struct Unsafe: @unchecked Sendable {
    weak var process: ChildProcess?
    var isStopped = false
  }

  var process: ChildProcess? {
    get { nil }
    set {
      nonisolated(unsafe) let process = newValue
      current.withLock { state in
        state.process = process
        if state.isStopped { process?.interrupt() }
      }
    }
  }

  func stop() {
    current.withLock { state in
      state.isStopped = true
      state.process?.interrupt()
    }
  }
}
