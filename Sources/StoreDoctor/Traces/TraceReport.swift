internal import StoreModel

/// Everything a trace says: what was read, the patterns, and where the time went.
public struct TraceReport: Sendable, Hashable {
  public var input: TraceInput
  /// Worst first.
  public var patterns: [AccessPattern]
  /// Statements by template, costliest first.
  public var templates: [TemplateProfile]
  /// Migration stages in the order they ran.
  public var stages: [StageProfile]
  public var timeline: TraceTimeline
  public var statements: Int
  /// Time of all statements; 0 when the trace has no times.
  public var nanoseconds: Int64

  /// Certain patterns only.
  public var certainPatterns: [AccessPattern] { patterns.filter { $0.certainty == .certain } }
}
