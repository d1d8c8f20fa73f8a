internal import Diagnostics
internal import StoreDoctor
internal import TraceAnalysis

/// The timeline as a table with bars.
enum TimelineText {
  private static let mostLines = 24

  static func table(_ timeline: TraceTimeline) -> Report.Table {
    let merged = merged(timeline)
    let isTimed = timeline.axis == .time
    // Spans of equally many statements differ in the time they took.
    let hasTimes = merged.spans.contains { $0.nanoseconds > 0 }
    let height: (TraceTimeline.Span) -> Int64 = { span in
      !isTimed && hasTimes ? span.nanoseconds : Int64(span.statements)
    }
    let most = merged.spans.map(height).max() ?? 0
    return Report.Table(
      [
        .init(isTimed ? "at" : "from statement", isNumber: !isTimed),
        .init("statements", isNumber: true), .init("faults", isNumber: true),
        .init("saves", isNumber: true), .init("time", isNumber: true), .init(""),
      ],
      rows: merged.spans.enumerated().map { index, span in
        let position = Int64(index) * merged.length
        return [
          isTimed ? clock(timeline.start + position) : String(position + 1),
          String(span.statements), number(span.faults), number(span.commits),
          span.nanoseconds > 0 ? TraceText.time(span.nanoseconds) : "",
          TextBar.text(height(span), of: most),
        ]
      })
  }

  /// As few spans as fit, each of as many of the timeline's as needed.
  private static func merged(
    _ timeline: TraceTimeline
  ) -> (spans: [TraceTimeline.Span], length: Int64) {
    let step = max(1, (timeline.spans.count + mostLines - 1) / mostLines)
    let spans = stride(from: 0, to: timeline.spans.count, by: step).map { start in
      timeline.spans[start..<min(start + step, timeline.spans.count)]
        .reduce(into: TraceTimeline.Span()) { $0.add($1) }
    }
    return (spans, timeline.spanLength * Int64(step))
  }

  private static func number(_ count: Int) -> String { count > 0 ? String(count) : "" }

  /// `10:31:04.250` of nanoseconds since 1970, by the clock of the log.
  static func clock(_ time: Int64) -> String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let seconds = time / 1_000_000_000 % 86_400
    let fraction = String(time / 1_000_000 % 1000 + 1000).dropFirst()
    return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(fraction)"
  }
}
