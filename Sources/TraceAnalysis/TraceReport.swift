internal import StoreEngine
internal import StoreModel

/// Everything a trace says: what was read, the patterns, and where the time went.
public struct TraceReport: Sendable, Hashable {
  /// What was read.
  public var input: TraceInput
  /// Worst first.
  public var patterns: [AccessPattern]
  /// Statements by template, costliest first.
  public var templates: [TemplateProfile]
  /// Migration stages in the order they ran.
  public var stages: [StageProfile]
  /// Spans of work between pauses and connections; one when the log has neither.
  public var windows: [WindowProfile]
  /// How much went on when.
  public var timeline: TraceTimeline
  /// Number of all statements.
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

  /// Why a log says nothing, or not what it seems to say.
  public enum Flaw: Sendable, Hashable {
    /// A trace of this tool in another version of its form.
    case otherVersion(Int)
    case empty
    /// The unified log kept every statement private.
    case masked
    case noStatements
  }

  /// What keeps the report from meaning anything; nil when it can be used.
  public var flaw: Flaw? {
    if let version = input.otherVersion { return .otherVersion(version) }
    guard statements == 0 else { return nil }
    return input.bytes == 0 ? .empty : input.privateMessages > 0 ? .masked : .noStatements
  }
}
