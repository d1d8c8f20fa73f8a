internal import Synchronization

/// What has to be undone when the process is told to end before its work is done.
///
/// A program calls `run()` from a thread of its own after SIGINT, SIGTERM or SIGHUP, and ends.
package enum Termination {
  package struct Token: Hashable, Sendable { fileprivate let number: Int }

  private struct State {
    var actions: [(token: Token, undo: @Sendable () -> Void)] = []
    var count = 0
    var isOver = false
  }

  private static let state = Mutex(State())

  /// Makes something together with the action that undoes it, which is kept until it is removed: the
  /// process never ends between the two. The action may run on another thread while this one goes
  /// on, and more than once.
  ///
  /// - Parameter make: says whether there is now something to undo; short, since it is waited for.
  /// - Returns: nil with nothing to undo, or when the process is ending and nothing was made.
  package static func add(making make: () -> Bool, undo: @escaping @Sendable () -> Void) -> Token? {
    state.withLock { state in
      guard !state.isOver, make() else { return nil }
      state.count += 1
      let token = Token(number: state.count)
      state.actions.append((token, undo))
      return token
    }
  }

  package static func remove(_ token: Token) {
    state.withLock { state in state.actions.removeAll { $0.token == token } }
  }

  /// Runs all actions, the newest first.
  package static func run() {
    let actions = state.withLock { state in
      state.isOver = true
      return state.actions
    }
    for action in actions.reversed() { action.undo() }
  }
}
