public import StoreEngine

/// What one statement cost in all its repetitions.
public struct TemplateProfile: Sendable, Hashable, Encodable {
  /// The statement with `?` for what varies.
  public var sql: String
  /// What it is for.
  public var purpose: TraceEvent.Purpose
  /// The entity of its main table.
  public var entity: String?
  /// The entity's name was made from that of the table.
  public var entityIsDerived: Bool
  /// `Note.tags`, for faults and prefetches of a relationship whose name is known.
  public var relationship: String?
  /// Reads many objects by their keys, or one page: as many of them as the data needs is right.
  public var isBatch: Bool
  /// How often it ran.
  public var count: Int
  /// Rows returned or changed, where known.
  public var rows: Int
  /// Time of all its runs.
  public var nanoseconds: Int64
  /// Time of the longest one.
  public var slowestNanoseconds: Int64
  /// Part of the time of all statements, 0 to 1; of their number when the trace has no times.
  public var share: Double
  /// Line of its first run; 0 for events of a running program.
  public var firstLine: Int

  private enum CodingKeys: CodingKey {
    case count, entity, firstLine, nanoseconds, purpose, relationship, rows, share
    case slowestNanoseconds, sql
  }
}

/// What one migration stage ran.
public struct StageProfile: Sendable, Hashable, Encodable {
  /// Its name.
  public var stage: String
  /// Number of its statements.
  public var statements: Int
  /// Rows they returned or changed.
  public var rows: Int
  /// Their time.
  public var nanoseconds: Int64
  /// Its costliest first.
  public var templates: [TemplateProfile]
}

/// What ran without a longer pause: one screen opened, one import.
public struct WindowProfile: Sendable, Hashable, Encodable {
  /// Line of its first statement.
  public var firstLine: Int
  /// Time stamp of its first statement, in nanoseconds since 1970; nil without any.
  public var start: Int64?
  /// Time stamp of its last statement.
  public var end: Int64?
  /// Number of its statements.
  public var statements: Int
  /// Their time.
  public var nanoseconds: Int64
  /// Its costliest first; at most three.
  public var templates: [TemplateProfile]
}
