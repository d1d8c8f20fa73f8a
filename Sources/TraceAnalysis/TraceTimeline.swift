internal import StoreModel

/// How much went on when: a fixed number of equal spans over the whole trace, however long.
public struct TraceTimeline: Sendable, Hashable {
  public enum Axis: String, Sendable, Hashable {
    /// Spans of nanoseconds since the first time stamp.
    case time
    /// Spans of statements, for a trace without time stamps.
    case statements
  }

  public struct Span: Sendable, Hashable {
    public var statements = 0
    /// Reads that were fired by touching one object.
    public var faults = 0
    public var commits = 0
    public var rows: Int64 = 0
    public var nanoseconds: Int64 = 0

    public init() {}

    public mutating func add(_ other: Span) {
      statements += other.statements
      faults += other.faults
      commits += other.commits
      rows.add(saturating: other.rows)
      nanoseconds.add(saturating: other.nanoseconds)
    }
  }

  public private(set) var axis = Axis.statements
  /// First time stamp, in nanoseconds since 1970; 0 on the axis of statements.
  public private(set) var start: Int64 = 0
  /// Length of one span in the units of the axis.
  public private(set) var spanLength: Int64 = 1
  public private(set) var spans: [Span] = []

  public static let mostSpans = 128
  private var position: Int64 = -1
  private var isStarted = false
  /// The span of the last statement, and where it begins and ends.
  private var current = 0
  private var currentStart: Int64 = 0
  private var currentEnd: Int64 = 0

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
    if isFault { spans[current].faults += 1 }
    if record.kind == .commit { spans[current].commits += 1 }
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
