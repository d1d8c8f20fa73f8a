/// What changed from one trace to another of the same work: the proof that a change helped, or the
/// gate that keeps it from coming back.
public struct TraceComparison: Sendable, Hashable, Encodable {
  /// What became of a statement.
  public enum Verdict: String, Sendable, Hashable, Encodable {
    case better, worse, same, new, gone
  }

  /// A statement by its template, with how often it ran and how long all its runs took.
  public struct Change: Sendable, Hashable, Encodable {
    /// The statement with `?` for what varies.
    public var sql: String
    /// The entity of its main table.
    public var entity: String?
    /// Counts decide, since they are the same in every run of the same work; times are only shown.
    public var verdict: Verdict
    /// How often it ran in the first trace.
    public var countBefore: Int
    /// How often it ran in the second.
    public var countAfter: Int
    /// The time that took in the first trace.
    public var nanosecondsBefore: Int64
    /// The time that took in the second.
    public var nanosecondsAfter: Int64
  }

  /// Templates whose count changed, by how much it changed.
  public let changes: [Change]
  /// Patterns of the first trace that the second does not have.
  public let fixed: [AccessPattern]
  /// Patterns of the second trace that the first has too.
  public let kept: [AccessPattern]
  /// Patterns of the second trace that the first does not have.
  public let new: [AccessPattern]
  /// Queries of the first trace.
  public let queriesBefore: Int
  /// Queries of the second.
  public let queriesAfter: Int

  /// Compares what two traces report.
  public init(before: TraceReport, after: TraceReport) {
    let old = Self.index(before.templates)
    let new = Self.index(after.templates)
    changes = Set(old.keys).union(new.keys).map { Self.change($0, old[$0], new[$0]) }
      .filter { $0.verdict != .same }
      .sorted {
        let left = abs($0.countAfter - $0.countBefore)
        let right = abs($1.countAfter - $1.countBefore)
        return left == right ? $0.sql < $1.sql : left > right
      }
    let known = Set(before.patterns.map(PatternKey.init))
    let current = Set(after.patterns.map(PatternKey.init))
    fixed = before.patterns.filter { !current.contains(PatternKey($0)) }
    kept = after.patterns.filter { known.contains(PatternKey($0)) }
    self.new = after.patterns.filter { !known.contains(PatternKey($0)) }
    queriesBefore = before.queries
    queriesAfter = after.queries
  }

  private static func index(_ profiles: [TemplateProfile]) -> [String: TemplateProfile] {
    Dictionary(profiles.map { ($0.sql, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func change(
    _ sql: String, _ old: TemplateProfile?, _ new: TemplateProfile?
  ) -> Change {
    let before = old?.count ?? 0
    let after = new?.count ?? 0
    let verdict: Verdict =
      old == nil
      ? .new : new == nil ? .gone : after < before ? .better : after > before ? .worse : .same
    return Change(
      sql: sql, entity: new?.entity ?? old?.entity, verdict: verdict, countBefore: before,
      countAfter: after, nanosecondsBefore: old?.nanoseconds ?? 0,
      nanosecondsAfter: new?.nanoseconds ?? 0)
  }

  /// A pattern is the same one when it is of the same kind on the same thing.
  private struct PatternKey: Hashable {
    var kind: AccessPattern.Kind
    var subject: String?
    var sql: String
    var stage: String?

    init(_ pattern: AccessPattern) {
      kind = pattern.kind
      subject = pattern.subject
      sql = pattern.sql
      stage = pattern.stage
    }
  }
}
