public import Diagnostics
public import StoreModel
public import TraceAnalysis

/// What logs are about: the models they are read with, and what is not to be found in them.
public struct TraceSubject: Sendable {
  private let models: [DataModel]
  private let sources: TraceSources?
  private let ignored: [AccessPattern.Suppression]

  /// - Parameters:
  ///   - models: versions of the schema, oldest first; none when nothing is known of it.
  ///   - sources: the user's own files, where findings shall name them.
  ///   - ignored: what the user does not want to hear of.
  /// - Throws: for what would leave out nothing.
  public init(
    models: [DataModel] = [], sources: TraceSources? = nil,
    ignoring ignored: [AccessPattern.Suppression] = []
  ) throws(SuppressionError) {
    self.models = models
    self.sources = sources
    self.ignored = ignored
    for suppression in ignored { try suppression.check(models) }
  }

  /// An analyzer for one log.
  ///
  /// - Parameter showsValues: samples carry the bound values, which are the user's data.
  public func analyzer(showsValues: Bool = false) -> TraceAnalyzer {
    var options = TraceOptions()
    options.showsValues = showsValues
    return TraceAnalyzer(models: models, options: options)
  }

  /// What a log shows, after all of it went into the analyzer.
  ///
  /// - Parameters:
  ///   - path: what the log is called in findings.
  ///   - plans: asks the store about indexes.
  ///   - showsTimeline: tell how much went on when.
  public func log(
    _ path: String, of analyzer: TraceAnalyzer, plans: QueryPlans? = nil,
    showsTimeline: Bool = false
  ) -> TracedLog {
    var report = analyzer.finish(plans: plans)
    let found = report.patterns.count
    report.patterns.removeAll(where: isIgnored)
    return TracedLog(
      path: path, report: report, ignored: found - report.patterns.count,
      showsTimeline: showsTimeline, sources: sources)
  }

  /// What has shown since the last call, while a log is being followed.
  ///
  /// - Parameter path: the log; nil when it has no name.
  public func newFindings(_ analyzer: TraceAnalyzer, path: String?) -> [Finding] {
    analyzer.takeNewPatterns().filter { !isIgnored($0) }.map { $0.finding(path: path) }
  }

  private func isIgnored(_ pattern: AccessPattern) -> Bool {
    ignored.contains { $0.covers(pattern) }
  }
}
