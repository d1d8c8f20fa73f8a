/// What changed from one trace to another of the same work: the proof that a change helped, or the
/// gate that keeps it from coming back.
public struct TraceComparison: Sendable, Hashable {
  public enum Verdict: String, Sendable, Hashable {
    case better, worse, same, new, gone
  }

  public struct Change: Sendable, Hashable {
    public var sql: String
    public var entity: String?
    public var verdict: Verdict
    public var countBefore: Int
    public var countAfter: Int
    public var nanosecondsBefore: Int64
    public var nanosecondsAfter: Int64
  }

  /// Templates whose count changed, by how much it changed.
  public let changes: [Change]
  /// Patterns of the second trace that the first does not have.
  public let newPatterns: [AccessPattern]
  /// Patterns of the first trace that the second does not have.
  public let fixedPatterns: [AccessPattern]

  /// Counts decide, since they are the same in every run of the same work; times are only shown.
  public init(before: TraceReport, after: TraceReport) {
    let old = Self.index(before.templates)
    let new = Self.index(after.templates)
    var changes: [Change] = []
    for sql in Set(old.keys).union(new.keys) {
      let change = Self.change(sql, old[sql], new[sql])
      if change.verdict != .same { changes.append(change) }
    }
    self.changes = changes.sorted {
      let left = abs($0.countAfter - $0.countBefore)
      let right = abs($1.countAfter - $1.countBefore)
      return left == right ? $0.sql < $1.sql : left > right
    }
    let known = Set(before.patterns.map(PatternKey.init))
    let current = Set(after.patterns.map(PatternKey.init))
    newPatterns = after.patterns.filter { !known.contains(PatternKey($0)) }
    fixedPatterns = before.patterns.filter { !current.contains(PatternKey($0)) }
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
