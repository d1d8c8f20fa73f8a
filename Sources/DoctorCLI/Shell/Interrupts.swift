internal import CLineEditor
internal import StoreEngine

/// Lets Ctrl-C stop the statement or the program that runs, and nothing else.
enum Interrupts {
  /// Keeps the connection alive while the signal may still reach it.
  nonisolated(unsafe) private static var watched: Target?

  /// What a signal stops: it must bear being told from another thread, and more than once.
  final class Target {
    let stop: () -> Void
    fileprivate init(_ stop: @escaping () -> Void) { self.stop = stop }
  }

  static func watch(_ connection: Connection) { watch { connection.interrupt() } }

  /// Calls `stop` on another thread after a Ctrl-C, again and again until `stopWatching`.
  static func watch(_ stop: @escaping () -> Void) {
    let target = Target(stop)
    // The one before is let go only when no signal can reach it any more.
    storedoctor_on_interrupt(
      { context in
        guard let context else { return }
        Unmanaged<Target>.fromOpaque(context).takeUnretainedValue().stop()
      }, Unmanaged.passUnretained(target).toOpaque())
    watched = target
  }

  /// Lets Ctrl-C raise a flag, for work that is not SQLite's.
  static func watch(_ flag: InterruptFlag) { watch { flag.raise() } }

  /// Lets any thread call `send` from now on.
  static func prepare() { storedoctor_on_interrupt(nil, nil) }

  /// The same as a Ctrl-C, from any thread.
  static func send() { storedoctor_interrupt() }

  /// Stops the statement that runs, as Ctrl-C would.
  static func interrupt() { watched?.stop() }

  /// What is watched now, to be watched again later.
  static var current: Target? { watched }

  static func restore(_ target: Target?) {
    if let target { watch(target.stop) } else { stopWatching() }
  }

  static func stopWatching() {
    guard watched != nil else { return }
    storedoctor_on_interrupt(nil, nil)
    watched = nil
  }
}
