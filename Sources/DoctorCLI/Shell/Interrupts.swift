internal import CLineEditor
internal import StoreEngine

/// Lets Ctrl-C stop the statement that runs on a connection, and nothing else.
enum Interrupts {
  /// Keeps the connection alive while the signal may still reach it.
  nonisolated(unsafe) private static var watched: Connection?

  static func watch(_ connection: Connection) {
    watched = connection
    storedoctor_on_interrupt(
      { context in
        guard let context else { return }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().interrupt()
      }, Unmanaged.passUnretained(connection).toOpaque())
  }

  /// Stops the statement that runs, as Ctrl-C would.
  static func interrupt() { watched?.interrupt() }

  static func stopWatching() {
    guard watched != nil else { return }
    storedoctor_on_interrupt(nil, nil)
    watched = nil
  }
}
