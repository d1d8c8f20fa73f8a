internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import StoreReport
internal import TraceAnalysis

/// What an app asked its store, over time.
enum TraceChapter {
  private static let mostPatterns = 12
  private static let mostStatements = 15

  static func parts(_ logs: [TracedLog]) -> [PagePart] {
    logs.enumerated().map { index, log in
      let number = logs.count == 1 ? "" : "-\(index + 1)"
      let name = log.path.split(separator: "/").last.map(String.init) ?? log.path
      return PagePart(
        id: "trace\(number)", title: logs.count == 1 ? "Trace" : "Trace: \(name)",
        blocks: blocks(log))
    }
  }

  private static func blocks(_ log: TracedLog) -> [PagePart.Block] {
    let report = log.report
    guard report.flaw == nil else {
      return [.text("'\(log.path)' has no statements that could be read.")]
    }
    var blocks: [PagePart.Block] = []
    let patterns = Array(report.patterns.prefix(mostPatterns))
    let chart = timeline(report, patterns)
    blocks.append(.chart(chart, caption: chart.summary + "."))
    if !patterns.isEmpty {
      let rows = zip(1..., patterns).map { number, pattern in
        [
          String(number), pattern.message, String(pattern.statements),
          pattern.nanoseconds.map(TraceText.time) ?? "",
        ]
      }
      blocks.append(
        .section(
          .table(
            Report.Table(
              [
                .init("no.", isNumber: true), .init("costly access"),
                .init("statements", isNumber: true), .init("time", isNumber: true),
              ], rows: rows), title: "Groups of statements, as numbered below the columns")))
      if report.patterns.count > patterns.count {
        blocks.append(.text("\(report.patterns.count - patterns.count) more: 'trace' lists all."))
      }
    }
    blocks += TraceText.sections(TraceAnswer([log]), top: mostStatements).blocks
    blocks.append(.details(title: "Findings", blocks: [.findings(log.findings)]))
    return blocks
  }

  private static func timeline(
    _ report: TraceReport, _ patterns: [AccessPattern]
  ) -> ColumnChart {
    let timeline = report.timeline
    let isTimed = timeline.axis == .time
    func moment(_ position: Int64) -> String {
      isTimed ? TimelineText.clock(timeline.start.adding(saturating: position)) : "\(position + 1)"
    }
    let columns = timeline.spans.enumerated().map { index, span in
      let others = span.statements - span.reads - span.faults - span.writes
      return (
        amounts: [span.reads, span.faults, span.writes, others].map { Int64(max(0, $0)) },
        title: "\(moment(Int64(index) * timeline.spanLength)): \(span.reads) fetches, "
          + "\(span.faults) faults, \(span.writes) writes, \(max(0, others)) others"
      )
    }
    let end = Int64(timeline.spans.count).multiplied(saturatingBy: timeline.spanLength)
    let time = report.nanoseconds > 0 ? ", \(TraceText.time(report.nanoseconds)) in SQLite" : ""
    var chart = ColumnChart(
      [
        .init("fetches", kind: "reads"), .init("faults", kind: "faults"),
        .init("writes", kind: "writes"), .init("others", kind: "others"),
      ], columns: columns,
      ends: (
        isTimed ? moment(0) : "statement 1",
        isTimed ? moment(end) : "statement \(report.statements)"
      ),
      summary: "\(report.statements) statements over \(isTimed ? "time" : "their order")\(time)")
    chart.lanes = zip(1..., patterns).filter { !$1.places.isEmpty }.map { number, pattern in
      ColumnChart.Lane(
        String(number), title: pattern.message,
        ranges: pattern.places.map { place in
          let length = Double(max(1, timeline.spanLength))
          let start = max(0, Double(place.lowerBound) / length)
          return start...max(start, Double(place.upperBound) / length)
        })
    }
    return chart
  }
}
