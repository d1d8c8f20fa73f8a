internal import Synchronization

/// What has to be undone when the process is told to end before its work is done.
///
/// A program calls `run()` from a thread of its own after SIGINT, SIGTERM or SIGHUP, and ends.
public enum Termination {
  public struct Token: Hashable, Sendable { fileprivate let number: Int }

  private struct State {
    var actions: [(token: Token, undo: @Sendable () -> Void)] = []
    var count = 0
    var isOver = false
  }

  private static let state = Mutex(State())

  /// Keeps an action until it is removed. It may run on another thread while this one goes on, and
  /// more than once.
  public static func add(_ undo: @escaping @Sendable () -> Void) -> Token {
    let (token, isOver) = state.withLock { state in
      state.count += 1
      let token = Token(number: state.count)
      state.actions.append((token, undo))
      return (token, state.isOver)
    }
    // The process is ending already; nobody else would undo this.
    if isOver { undo() }
    return token
  }

  public static func remove(_ token: Token) {
    state.withLock { state in state.actions.removeAll { $0.token == token } }
  }

  /// Runs all actions, the newest first.
  public static func run() {
    let actions = state.withLock { state in
      state.isOver = true
      return state.actions
    }
    for action in actions.reversed() { action.undo() }
  }
}
