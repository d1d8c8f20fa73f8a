#if os(Linux)
  internal import StoreEngine
  internal import SwiftData
  internal import TraceAnalysis

  /// What a block asked of its stores.
  struct QueryReport {
    private let report: TraceReport
    private static let loops: Set<AccessPattern.Kind> = [
      .nPlusOne, .prefetchWithoutEffect, .fetchInLoop, .countInLoop,
    ]
    private static let mostTemplates = 10

    /// What a block returns, with what it asked.
    static func of<Result>(_ body: () throws -> Result) throws -> (Result, QueryReport) {
      let recording = TraceRecording()
      let result = try TraceHub.record(into: recording, body)
      return (result, QueryReport(recording))
    }

    static func of<Result>(
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> (Result, QueryReport) {
      let recording = TraceRecording()
      let result = try await TraceHub.record(into: recording, body)
      return (result, QueryReport(recording))
    }

    private init(_ recording: TraceRecording) {
      var options = TraceOptions()
      // Test data is small; bound values and objects are known, so three are no chance.
      options.loopThreshold = 3
      let analyzer = TraceAnalyzer(models: recording.models, options: options)
      for event in recording.events { analyzer.record(event) }
      report = analyzer.finish()
    }

    func check(atMost most: Int) throws(QueryExpectationError) {
      guard report.queries > most else { return }
      let expected = most == 1 ? "1 query" : "\(most) queries"
      throw failure("expected at most \(expected), but there were \(report.queries)", loops([]))
    }

    func checkNoLoops(ignoring ignored: [String]) throws(QueryExpectationError) {
      let loops = loops(ignored)
      guard let first = loops.first else { return }
      throw failure(first.message, loops.dropFirst(), help: first.help(for: .swiftData))
    }

    private func loops(_ ignored: [String]) -> ArraySlice<AccessPattern> {
      report.patterns.filter { pattern in
        Self.loops.contains(pattern.kind)
          && !ignored.contains { $0 == pattern.subject || $0 == pattern.entity }
      }[...]
    }

    /// The headline, the loops, and the statements by how often they were asked.
    private func failure(
      _ headline: String, _ loops: ArraySlice<AccessPattern>, help: String? = nil
    ) -> QueryExpectationError {
      var lines = [headline]
      if let help { lines.append("  help: \(help)") }
      for loop in loops {
        lines += ["  \(loop.message)", "    help: \(loop.help(for: .swiftData))"]
      }
      let asked = report.templates.filter(\.purpose.isQuery).sorted {
        $0.count == $1.count ? $0.sql < $1.sql : $0.count > $1.count
      }
      for template in asked.prefix(Self.mostTemplates) {
        let subject = template.relationship ?? template.entity ?? ""
        lines.append("  \(template.count) × \(subject): \(SQLSummary.short(template.sql))")
      }
      if asked.count > Self.mostTemplates {
        lines.append("  and \(asked.count - Self.mostTemplates) more statements")
      }
      return QueryExpectationError(description: lines.joined(separator: "\n"))
    }
  }
#endif
