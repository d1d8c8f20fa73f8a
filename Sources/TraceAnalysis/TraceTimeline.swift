internal import StoreModel

/// How much went on when: a fixed number of equal spans over the whole trace, however long.
public struct TraceTimeline: Sendable, Hashable, Encodable {
  /// What the spans are equal in.
  public enum Axis: String, Sendable, Hashable, Encodable {
    /// Spans of nanoseconds since the first time stamp.
    case time
    /// Spans of statements, for a trace without time stamps.
    case statements
  }

  /// What went on in one span.
  public struct Span: Sendable, Hashable, Encodable {
    /// Number of statements.
    public var statements = 0
    /// Fetches, counts and prefetches.
    public var reads = 0
    /// Reads that were fired by touching one object.
    public var faults = 0
    /// Rows that a save inserts, updates or deletes.
    public var writes = 0
    /// Transactions that ended.
    public var commits = 0
    /// Rows that were returned.
    public var rows: Int64 = 0
    /// Time of the statements.
    public var nanoseconds: Int64 = 0

    package init() {}

    package mutating func add(_ other: Span) {
      statements += other.statements
      reads += other.reads
      faults += other.faults
      writes += other.writes
      commits += other.commits
      rows.add(saturating: other.rows)
      nanoseconds.add(saturating: other.nanoseconds)
    }
  }

  /// What `start` and `spanLength` count.
  public private(set) var axis = Axis.statements
  /// First time stamp, in nanoseconds since 1970; 0 on the axis of statements.
  public private(set) var start: Int64 = 0
  /// Length of one span in the units of the axis.
  public private(set) var spanLength: Int64 = 1
  /// The spans from the first statement to the last.
  public private(set) var spans: [Span] = []

  package static let mostSpans = 128
  /// Where the last statement is: on the axis, from its beginning.
  private(set) var position: Int64 = -1
  private var isStarted = false
  /// The span of the last statement, and where it begins and ends.
  private var current = 0
  private var currentStart: Int64 = 0
  private var currentEnd: Int64 = 0

  private enum CodingKeys: CodingKey { case axis, spanLength, spans, start }

  mutating func add(_ record: TraceRecord) {
    if !isStarted { begin(record) }
    if axis == .time {
      // A line without a stamp belongs to the one before; a clock set back does not go back here.
      if record.time >= 0 { position = max(position, record.time - start) }
    } else {
      position += 1
    }
    if position >= currentEnd || position < currentStart { turn(to: position) }
    spans[current].statements += 1
    let isFault =
      record.kind == .rowFault || record.kind == .manyToManyFault
      || record.flags.contains(.toManyFault)
    switch record.kind {
    case _ where isFault: spans[current].faults += 1
    case .fetch, .equality, .aggregate, .batch, .count, .prefetch: spans[current].reads += 1
    case .insert, .update, .delete: spans[current].writes += 1
    case .commit: spans[current].commits += 1
    default: break
    }
    if record.rows > 0 { spans[current].rows.add(saturating: record.rows) }
    if record.nanoseconds > 0 { spans[current].nanoseconds.add(saturating: record.nanoseconds) }
  }

  private mutating func begin(_ record: TraceRecord) {
    isStarted = true
    guard record.time >= 0 else { return }
    axis = .time
    start = record.time
    spanLength = 1_000_000
    position = 0
  }

  private mutating func turn(to position: Int64) {
    while position / spanLength >= Self.mostSpans { halve() }
    current = Int(position / spanLength)
    currentStart = Int64(current) * spanLength
    currentEnd = currentStart.adding(saturating: spanLength)
    while spans.count <= current { spans.append(Span()) }
  }

  /// Twice the span length, half the spans.
  private mutating func halve() {
    spanLength = spanLength.multiplied(saturatingBy: 2)
    var merged: [Span] = []
    for index in stride(from: 0, to: spans.count, by: 2) {
      var span = spans[index]
      if index + 1 < spans.count { span.add(spans[index + 1]) }
      merged.append(span)
    }
    spans = merged
  }
}
