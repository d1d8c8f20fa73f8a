internal import Synchronization

/// Lets another thread stop the program that runs right now.
final class Stopper: Sendable {
  private struct State: @unchecked Sendable {
    // It is only told to stop, which it allows from any thread.
    weak var process: ChildProcess?
    var isStopped = false
  }

  private let state = Mutex(State())

  func watch(_ process: ChildProcess?) {
    nonisolated(unsafe) let process = process
    state.withLock { state in
      state.process = process
      if state.isStopped { process?.interrupt() }
    }
  }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.process?.interrupt()
    }
  }
}
