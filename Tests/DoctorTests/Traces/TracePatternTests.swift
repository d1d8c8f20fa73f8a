import StoreDoctor
import StoreEngine
import StoreModel
import Testing

@Suite("Access patterns")
struct TracePatternTests {
  static func report(
    _ text: String, model: DataModel? = LogScript.model, options: TraceOptions = TraceOptions()
  ) -> TraceReport {
    let analyzer = TraceAnalyzer(model: model, options: options)
    analyzer.feed(Array(text.utf8))
    return analyzer.finish()
  }

  /// Every case at every level, each time in another of the styles.
  @Test("Each pattern is found", arguments: TraceCase.withPattern, [1, 2, 3, 4])
  func recall(_ trace: TraceCase, level: Int) {
    for style in styles(of: trace) {
      let report = Self.report(trace.text(level: level, style))
      let found = TraceCase.found(report)
      #expect(found == expected(trace, level), "\(trace.name), level \(level), \(style)")
      #expect(report.input.unknownSQLLines == 0)
    }
  }

  @Test("What only looks like one is left alone", arguments: TraceCase.withoutPattern, [1, 2, 3, 4])
  func precision(_ trace: TraceCase, level: Int) {
    for style in styles(of: trace) {
      let report = Self.report(trace.text(level: level, style))
      let patterns = level == 1 ? report.certainPatterns : report.patterns
      #expect(patterns.map(\.message) == [], "\(trace.name), level \(level), \(style)")
    }
  }

  private func styles(of trace: TraceCase) -> [LogStyle] {
    trace.style.map { [$0] } ?? LogStyle.allCases
  }

  /// Without bound values a repeated question cannot be told from a loop.
  private func expected(_ trace: TraceCase, _ level: Int) -> [String] {
    guard level == 1 else { return trace.expected }
    switch trace.name {
    case "identical fetch": return []
    default: return trace.expected
    }
  }
}
