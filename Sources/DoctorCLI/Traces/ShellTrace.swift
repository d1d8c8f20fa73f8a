internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine

/// What was traced in a shell, to be looked at by `trace` alone.
final class SessionTrace: TraceSink {
  /// What it is of: `this shell`, or the migration of a store.
  let title: String
  private(set) var events: [TraceEvent] = []
  private static let most = 200_000

  init(title: String) { self.title = title }

  func record(_ event: StatementEvent) {
    record(TraceEvent(event, sequence: 0, purpose: StatementTrace.purpose(of: event.sql)))
  }

  func record(_ event: TraceEvent) {
    guard events.count < Self.most else { return }
    var event = event
    event.sequence = events.count + 1
    events.append(event)
  }
}

/// `trace on`, `trace off` and `trace FILE` in the shell.
enum ShellTrace {
  /// Nil when the words mean something else.
  static func command(_ words: [String], in session: Session) throws -> Report? {
    guard session.isShell, let word = words.first, words.count == 1 else { return nil }
    switch word {
    case "on":
      try session.trace(to: "-")
      return said("statements are shown from now on; 'trace' analyses them, 'trace off' ends it")
    case "off":
      guard let trace = session.standingTrace else { return said("nothing is traced") }
      session.standingTrace = nil
      try trace.finish()
      return said("statements are no longer traced")
    case _ where word != "-" && !TextFile.exists(word):
      try session.trace(to: word)
      return said("statements are written to '\(VisibleText(word).text)' until 'trace off'")
    default: return nil
    }
  }

  private static func said(_ text: String) -> Report {
    Report(command: TraceCommand.name, sections: [.lines([text])], body: ["message": .string(text)])
  }
}
