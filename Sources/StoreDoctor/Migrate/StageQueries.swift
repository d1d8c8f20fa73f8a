internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import TraceAnalysis

/// Follows the statements of a migration, for what its closures ask in a costly way.
final class StageQueries: TraceSink {
  private let analyzer: TraceAnalyzer
  private let path: MigrationPath
  private let models: [String]
  private let next: any TraceSink

  /// - Parameters:
  ///   - models: where the models' source is.
  ///   - next: gets every event, too.
  init(_ path: MigrationPath, models: [String], passingOn next: any TraceSink) {
    analyzer = TraceAnalyzer(models: path.steps.flatMap { [$0.from, $0.to] })
    self.path = path
    self.models = models
    self.next = next
  }

  func record(_ event: TraceEvent) throws {
    analyzer.record(event)
    try next.record(event)
  }

  /// One for each pattern, at the place of its stage's code.
  func findings() -> [Finding] {
    let patterns = analyzer.finish().patterns
    guard !patterns.isEmpty else { return [] }
    let sources = TraceSources(models: path.history.versions, paths: models)
    return patterns.map { pattern in
      pattern.finding(path: nil, sources: sources)
        .at(pattern.stageIndex.flatMap { path.steps[$0].codeLocation })
    }
  }
}
