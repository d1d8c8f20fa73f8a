internal import PlatformLibc
internal import Synchronization

/// A thread that looks after the read locks of this process, as long as there are any: whoever reads
/// may be waiting for something else, such as a pager, a pipe, or a log that grows.
enum LockWatch {
  private struct State {
    var locks: [SnapshotLock] = []
    var isRunning = false
  }

  private static let state = Mutex(State())
  /// In microseconds.
  private static let pause: UInt32 = 100_000

  /// Where no thread can be made, the locks are held until they are released.
  static func add(_ lock: SnapshotLock) {
    state.withLock { state in
      state.locks.append(lock)
      if !state.isRunning { state.isRunning = start() }
    }
  }

  static func remove(_ lock: SnapshotLock) {
    state.withLock { state in state.locks.removeAll { $0 === lock } }
  }

  private static func start() -> Bool {
    // Signals are for the other threads.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(
      &thread, nil,
      { _ in
        LockWatch.run()
        return nil
      }, nil)
    guard code == 0 else { return false }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }

  private static func run() {
    while true {
      usleep(pause)
      let goesOn = state.withLock { state in
        let now = ContinuousClock.now
        for lock in state.locks { lock.look(at: now) }
        state.isRunning = !state.locks.isEmpty
        return state.isRunning
      }
      if !goesOn { return }
    }
  }
}
