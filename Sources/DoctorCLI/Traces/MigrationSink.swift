internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import TraceAnalysis

/// Where the events of a traced migration go: to the trace that was asked for, to the analysis, and in
/// a shell to what `trace` looks at.
final class MigrationSink: TraceSink {
  private let trace: StatementTrace?
  private let kept: SessionTrace?
  private let analyzer: TraceAnalyzer
  private let way: MigrationPath
  private let models: [String]

  /// Nil when nobody asked.
  init?(_ session: Session, store path: String, _ way: MigrationPath) {
    guard session.isShell || session.trace != nil else { return nil }
    trace = session.trace
    kept =
      session.isShell
      ? SessionTrace(title: "the migration of '\(VisibleText(path).text)'") : nil
    if let kept { session.lastTrace = kept }
    analyzer = TraceAnalyzer(models: way.steps.flatMap { [$0.from, $0.to] })
    self.way = way
    models = session.settings.models
  }

  func record(_ event: TraceEvent) throws {
    kept?.record(event)
    analyzer.record(event)
    try trace?.record(event)
  }

  /// What the closures asked for in a costly way, at the place of the closure.
  func findings() -> [Finding] {
    let patterns = analyzer.finish().patterns
    guard !patterns.isEmpty else { return [] }
    let sources = TraceSources(models: way.history.versions, paths: models)
    return patterns.map { pattern in
      var finding = pattern.finding(path: nil, sources: sources)
      finding.location = way.steps.first { $0.name == pattern.stage }?.codeLocation
      return finding
    }
  }
}
