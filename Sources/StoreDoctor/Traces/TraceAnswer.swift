public import Diagnostics
internal import StoreModel
public import TraceAnalysis

/// A log that was read, with what it shows. As JSON, times are nanoseconds and shares parts of 1.
public struct TracedLog: Sendable, Encodable {
  /// The log, as the user named it.
  public var path: String
  /// What it says; without the patterns that the user ignores.
  public var report: TraceReport
  /// Number of patterns that were left out.
  public var ignored: Int
  /// Whether the timeline is part of the answer.
  public var showsTimeline: Bool
  let sources: TraceSources?

  /// The patterns, worst first, as findings.
  public var findings: [Finding] {
    report.patterns.map { $0.finding(path: path, sources: sources) }
  }

  private enum CodingKeys: String, CodingKey {
    case ignored, input, limits, nanoseconds, path, patterns, queries, stages, statements,
      templates, timeline, windows
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(ignored, forKey: .ignored)
    try members.encode(report.input, forKey: .input)
    try members.encode(report.limits, forKey: .limits)
    try members.encode(report.nanoseconds, forKey: .nanoseconds)
    try members.encode(path, forKey: .path)
    try members.encode(report.patterns, forKey: .patterns)
    try members.encode(report.queries, forKey: .queries)
    try members.encode(report.stages, forKey: .stages)
    try members.encode(report.statements, forKey: .statements)
    try members.encode(report.templates, forKey: .templates)
    if showsTimeline { try members.encode(report.timeline, forKey: .timeline) }
    if report.windows.count > 1 { try members.encode(report.windows, forKey: .windows) }
  }
}

/// What `trace` answers: what logs show, or how the second differs from the first.
public struct TraceAnswer: Answer, Sendable {
  /// What a log must keep to.
  public struct Limits: Sendable {
    /// Queries a log may have; nil for any number.
    public var maxQueries: Int?
    /// From this severity on a finding makes the answer bad.
    public var failOn: Severity

    /// Any number of queries, unless given, and no finding at all.
    public init(maxQueries: Int? = nil, failOn: Severity = .note) {
      self.maxQueries = maxQueries
      self.failOn = failOn
    }

    fileprivate func tooMany(_ log: TracedLog) -> [Finding] {
      let queries = log.report.queries
      guard let maxQueries, queries > maxQueries else { return [] }
      return [
        log.finding(
          TraceRules.tooManyQueries, "\(queries) queries are more than the \(maxQueries) allowed")
      ]
    }
  }

  /// The logs in the order given.
  public let logs: [TracedLog]
  /// What changed from the first log to the second, where they were compared.
  public let comparison: TraceComparison?
  /// In order of weight, log by log.
  public let findings: [Finding]
  /// `found` with a finding of the severity that the limits name.
  public let verdict: ExitStatus

  /// What each of some logs shows.
  public init(_ logs: [TracedLog], _ limits: Limits = Limits()) {
    self.init(logs, nil, logs.flatMap { $0.findings + limits.tooMany($0) }, limits)
  }

  /// How the work of one log differs from the same work before: only what is new is found.
  public init(before: TracedLog, after: TracedLog, _ limits: Limits = Limits()) {
    let comparison = TraceComparison(before: before.report, after: after.report)
    var findings = comparison.new.map { $0.finding(path: after.path, sources: after.sources) }
    if comparison.queriesAfter > comparison.queriesBefore {
      findings.append(
        after.finding(
          TraceRules.moreQueries,
          "\(comparison.queriesAfter) queries instead of \(comparison.queriesBefore)"))
    }
    self.init([before, after], comparison, findings + limits.tooMany(after), limits)
  }

  private init(
    _ logs: [TracedLog], _ comparison: TraceComparison?, _ findings: [Finding], _ limits: Limits
  ) {
    self.logs = logs
    self.comparison = comparison
    self.findings = findings
    verdict = findings.contains { $0.severity >= limits.failOn } ? .found : .done
  }

  private enum CodingKeys: CodingKey { case comparison, logs }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    if let comparison { try members.encode(comparison, forKey: .comparison) }
    try members.encode(logs, forKey: .logs)
  }
}

extension TracedLog {
  /// About the log as a whole.
  fileprivate func finding(_ rule: RuleInfo, _ message: String) -> Finding {
    var finding = rule.finding(message)
    finding.location = Location(path: path)
    return finding
  }
}
