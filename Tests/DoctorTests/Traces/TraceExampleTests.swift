import Diagnostics
import StoreDoctor
import StoreModel
import Testing
import TraceAnalysis

/// Every trace rule's examples do what they say.
@Suite("Examples of trace rules")
struct TraceExampleTests {
  private static let rules = TraceRules.all

  @Test(arguments: rules.map(\.id)) func examplesHold(_ id: String) throws {
    let rule = try #require(Self.rules.first { $0.id == id })
    for (number, example) in rule.examples.enumerated() {
      let lines = example.text.split(separator: "\n", omittingEmptySubsequences: false)
      let wanted = lines.indices.filter { lines[$0].hasPrefix("↓") }.map { $0 + 1 }
      let analyzer = TraceAnalyzer()
      analyzer.feed(Array(example.text.filter { $0 != "↓" }.utf8))
      let found = analyzer.finish().patterns.map { $0.finding(path: "app.log") }
        .filter { $0.rule == id }
      #expect(found.compactMap { $0.location?.line } == wanted, "\(id), example \(number + 1)")
      #expect(example.isFlagged == !wanted.isEmpty)
    }
  }

  /// All but those that a log alone cannot show.
  @Test func rulesHaveBoth() {
    let silent = ["more-queries", "too-many-queries", "unindexed-filter", "unindexed-sort"]
    #expect(Self.rules.count == AccessPattern.Kind.allCases.count + 2)
    for rule in Self.rules where !silent.contains(rule.id) {
      #expect(rule.examples.contains { $0.isFlagged } && rule.examples.contains { !$0.isFlagged })
    }
  }
}
