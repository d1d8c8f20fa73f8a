internal import Diagnostics
public import StoreModel

/// A way of using a store that costs more than it needs to, with the evidence for it.
public struct AccessPattern: Sendable, Hashable, Encodable {
  /// What is costly about it; each has a rule in `TraceRules`.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Encodable {
    /// One query per object of a fetch, for a relationship or for the objects' own rows.
    case nPlusOne
    /// The same, although the relationship had just been prefetched.
    case prefetchWithoutEffect
    /// The same object's row or relationship loaded again and again.
    case repeatedFault
    /// The identical fetch or count, with no save in between.
    case redundantFetch
    /// One fetch per iteration with another value each time.
    case fetchInLoop
    case countInLoop
    /// Transactions that write one object each.
    case saveInLoop
    /// The rows fetched whole were also counted.
    case wholeRowsForCount
    /// The rows fetched whole were also asked for by id alone.
    case wholeRowsForIDs
    case missingBatchLimit
    /// `NSCoreDataStringSearch`: every row is read and compared.
    case stringSearchScan
    case slowStatement
    /// The store reads the whole table to filter.
    case unindexedFilter
    /// The store sorts all rows for each fetch.
    case unindexedSort
  }

  /// The fetch whose objects a run of queries was for.
  public struct Source: Sendable, Hashable, Encodable {
    /// The fetch with `?` for what varies.
    public var sql: String
    /// Line of its first occurrence.
    public var line: Int
    /// Rows it returned; nil when the log does not say.
    public var rows: Int?
    /// The entity fetched.
    public var entity: String?
    /// Properties it filters and sorts by, to find it in the source.
    public var properties: [String] = []

    private enum CodingKeys: CodingKey { case entity, line, rows, sql }
  }

  /// One statement of the run, to look it up.
  public struct Sample: Sendable, Hashable, Encodable {
    /// Where it is; 0 for events of a running program.
    public var line: Int
    /// `Item/p1`: entity and primary key of the object it was for.
    public var object: String?
    /// Bound values, only when asked for.
    public var values: [String]?
  }

  /// What is costly about it.
  public var kind: Kind
  /// The entity that has `relationship`, or the entity fetched.
  public var entity: String?
  /// The relationship asked for.
  public var relationship: String?
  /// The relationships it may have been, when the statements do not tell which.
  public var candidates: [String] = []
  /// Names were made from table and column names, because no model was given.
  public var namesAreDerived = false
  /// The repeated statement with `?` for what varies.
  public var sql: String
  /// The fetch whose objects the statements were for.
  public var source: Source?
  /// For a loop within a loop, the relationship that the outer one is over.
  public var outer: String?
  /// 1 for a loop over fetched objects, 2 for a loop within such a loop, and so on.
  public var depth = 1
  /// How often the pattern occurred.
  public var occurrences = 1
  /// Statements in all occurrences together.
  public var statements = 0
  /// Distinct questions among them; nil when the log has neither values nor object ids.
  public var distinct: Int?
  /// Rows they returned or changed.
  public var rows = 0
  /// Time of the statements; nil when the log has none.
  public var nanoseconds: Int64?
  /// Part of the time of all statements, 0 to 1.
  public var timeShare: Double?
  /// Part of the number of all statements, 0 to 1.
  public var statementShare = 0.0
  /// One of the statements.
  public var sample: Sample
  /// The migration stage it happened in.
  public var stage: String?
  /// From where to where it occurred, on the axis of the timeline; of the last of many, to the end of
  /// all. Empty for what no single statement shows.
  public var places: [ClosedRange<Int64>] = []
  /// Its place among the stages of the migration; nil when the trace does not say.
  public var stageIndex: Int?
  /// `inferred` is "possible": the log leaves out a fact that would settle it.
  public var certainty = Certainty.certain

  /// `Item.tags`, the name by which a pattern is suppressed.
  public var subject: String? {
    guard let entity else { return relationship }
    return relationship.map { "\(entity).\($0)" } ?? entity
  }

  private enum CodingKeys: CodingKey {
    case candidates, certainty, depth, distinct, entity, kind, message, namesAreDerived
    case nanoseconds, occurrences, outer, relationship, rows, rule, sample, source, sql, stage
    case statementShare, statements, timeShare
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(candidates, forKey: .candidates)
    try members.encode(certainty.level, forKey: .certainty)
    try members.encode(depth, forKey: .depth)
    try members.encode(distinct, forKey: .distinct)
    try members.encode(entity, forKey: .entity)
    try members.encode(kind, forKey: .kind)
    try members.encode(message, forKey: .message)
    try members.encode(namesAreDerived, forKey: .namesAreDerived)
    try members.encode(nanoseconds, forKey: .nanoseconds)
    try members.encode(occurrences, forKey: .occurrences)
    try members.encode(outer, forKey: .outer)
    try members.encode(relationship, forKey: .relationship)
    try members.encode(rows, forKey: .rows)
    try members.encode(TraceRules.rule(kind).id, forKey: .rule)
    try members.encode(sample, forKey: .sample)
    if let source { try members.encode(source, forKey: .source) }
    try members.encode(sql, forKey: .sql)
    try members.encode(stage, forKey: .stage)
    try members.encode(statementShare, forKey: .statementShare)
    try members.encode(statements, forKey: .statements)
    try members.encode(timeShare, forKey: .timeShare)
  }

  /// With the name of the loop it is in, which is among the patterns of the same trace.
  func within(_ patterns: [AccessPattern]) -> AccessPattern {
    guard depth > 1, let source else { return self }
    var pattern = self
    pattern.outer = patterns.first { $0.sql == source.sql && $0.relationship != nil }?.subject
    return pattern
  }

  /// Worst first: certain before possible, then by what it costs.
  static func precedes(_ left: AccessPattern, _ right: AccessPattern) -> Bool {
    if (left.certainty == .certain) != (right.certainty == .certain) {
      return left.certainty == .certain
    }
    let costs = (left.nanoseconds ?? 0, right.nanoseconds ?? 0)
    if costs.0 != costs.1 { return costs.0 > costs.1 }
    if left.statements != right.statements { return left.statements > right.statements }
    return (left.sample.line, left.kind.rawValue, left.sql)
      < (right.sample.line, right.kind.rawValue, right.sql)
  }
}
