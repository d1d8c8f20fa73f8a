internal import StoreEngine
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
  /// Spans of work between pauses and connections; one when the log has neither.
  public var windows: [WindowProfile]
  public var timeline: TraceTimeline
  public var statements: Int
  /// Time of all statements; 0 when the trace has no times.
  public var nanoseconds: Int64
  /// What was too much to be told apart or counted, one sentence each; empty for any usual trace.
  public var limits: [String]

  /// Statements that read the user's data, each of which the app could have spared: not the
  /// framework's own bookkeeping, and not the writes of a save.
  public var queries: Int {
    templates.reduce(0) { $1.purpose.isQuery ? $0 + $1.count : $0 }
  }
}
