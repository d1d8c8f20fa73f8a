internal import CLineEditor
internal import StoreEngine

/// Lets Ctrl-C stop the statement that runs on a connection, and nothing else.
enum Interrupts {
  /// Keeps the connection alive while the signal may still reach it.
  nonisolated(unsafe) private static var watched: Connection?
  nonisolated(unsafe) private static var watchedFlag: InterruptFlag?

  static func watch(_ connection: Connection) {
    watched = connection
    storedoctor_on_interrupt(
      { context in
        guard let context else { return }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().interrupt()
      }, Unmanaged.passUnretained(connection).toOpaque())
  }

  /// Lets Ctrl-C raise a flag, for work that is not SQLite's.
  static func watch(_ flag: InterruptFlag) {
    watchedFlag = flag
    storedoctor_on_interrupt(
      { context in
        guard let context else { return }
        Unmanaged<InterruptFlag>.fromOpaque(context).takeUnretainedValue().raise()
      }, Unmanaged.passUnretained(flag).toOpaque())
  }

  /// Stops the statement that runs, as Ctrl-C would.
  static func interrupt() { watched?.interrupt() }

  static func stopWatching() {
    guard watched != nil || watchedFlag != nil else { return }
    storedoctor_on_interrupt(nil, nil)
    watched = nil
    watchedFlag = nil
  }
}
