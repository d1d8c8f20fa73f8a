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

    fileprivate mutating func add(_ other: Span) {
      statements += other.statements
      faults += other.faults
      commits += other.commits
      rows &+= other.rows
      nanoseconds &+= other.nanoseconds
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

  mutating func add(_ record: TraceRecord) {
    if !isStarted { begin(record) }
    if axis == .time {
      // A line without a stamp belongs to the one before; a clock set back does not go back here.
      if record.time >= 0 { position = max(position, record.time &- start) }
    } else {
      position += 1
    }
    var span = Span(statements: 1)
    let kind = record.kind
    if kind == .rowFault || kind == .manyToManyFault || record.flags.contains(.toManyFault) {
      span.faults = 1
    }
    if kind == .commit { span.commits = 1 }
    span.rows = max(0, record.rows)
    span.nanoseconds = max(0, record.nanoseconds)
    add(span, at: position)
  }

  private mutating func begin(_ record: TraceRecord) {
    isStarted = true
    guard record.time >= 0 else { return }
    axis = .time
    start = record.time
    spanLength = 1_000_000
    position = 0
  }

  private mutating func add(_ span: Span, at position: Int64) {
    var index = position / spanLength
    while index >= Self.mostSpans {
      halve()
      index = position / spanLength
    }
    while spans.count <= Int(index) { spans.append(Span()) }
    spans[Int(index)].add(span)
  }

  /// Twice the span length, half the spans.
  private mutating func halve() {
    spanLength = spanLength.multipliedReportingOverflow(by: 2).partialValue
    var merged: [Span] = []
    for index in stride(from: 0, to: spans.count, by: 2) {
      var span = spans[index]
      if index + 1 < spans.count { span.add(spans[index + 1]) }
      merged.append(span)
    }
    spans = merged
  }
}
