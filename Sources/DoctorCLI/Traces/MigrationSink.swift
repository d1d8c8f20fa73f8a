internal import Diagnostics
internal import StoreEngine

/// Where the events of a traced migration go: to the trace that was asked for, and in a shell to what
/// `trace` looks at.
final class MigrationSink: TraceSink {
  private let trace: StatementTrace?
  private let kept: SessionTrace?

  /// Nil when nobody asked.
  init?(_ session: Session, store path: String) {
    guard session.isShell || session.trace != nil else { return nil }
    trace = session.trace
    kept =
      session.isShell
      ? SessionTrace(title: "the migration of '\(VisibleText(path).text)'") : nil
    if let kept { session.lastTrace = kept }
  }

  func record(_ event: TraceEvent) throws {
    kept?.record(event)
    try trace?.record(event)
  }
}
