internal import Diagnostics
internal import StoreDoctor
internal import StoreModel
internal import TraceAnalysis

/// Two traces of the same work, before and after a change.
enum TraceComparisonText {
  static func sections(
    _ comparison: TraceComparison, _ before: TracedLog, _ after: TracedLog, top: Int
  ) -> [Report.Section] {
    var sections: [Report.Section] = [
      .table(totals(before, after), title: "\(before.path) → \(after.path)"), .hints([]),
    ]
    for (patterns, title) in [(comparison.fixed, "Fixed"), (comparison.kept, "Still there")]
    where !patterns.isEmpty {
      sections.append(
        .lines(patterns.map { "\($0.message) [\(TraceRules.rule($0.kind).id)]" }, title: title))
    }
    if top > 0, !comparison.changes.isEmpty {
      sections.append(.table(changes(comparison.changes, top), title: "Statements that changed"))
      let hidden = comparison.changes.count - top
      if hidden > 0 {
        sections.append(.lines(["\(hidden) more: --top \(comparison.changes.count)"]))
      }
    }
    if comparison.changes.isEmpty {
      sections.append(.lines(["both traces have the same statements"]))
    }
    return sections
  }

  private static func totals(_ before: TracedLog, _ after: TracedLog) -> Report.Table {
    func row(_ name: String, _ value: (TracedLog) -> String) -> [String] {
      [name, value(before), value(after)]
    }
    return Report.Table(
      [.init(""), .init("before", isNumber: true), .init("after", isNumber: true)],
      rows: [
        row("statements") { String($0.report.statements) },
        row("queries") { String($0.report.queries) },
        row("time") { $0.report.nanoseconds > 0 ? TraceText.time($0.report.nanoseconds) : "" },
        row("findings") { String($0.report.patterns.count) },
      ])
  }

  private static func changes(_ changes: [TraceComparison.Change], _ top: Int) -> Report.Table {
    Report.Table(
      [
        .init("before", isNumber: true), .init("after", isNumber: true), .init("verdict"),
        .init("entity"), .init("statement"),
      ],
      rows: changes.prefix(top).map { change in
        [
          String(change.countBefore), String(change.countAfter), change.verdict.rawValue,
          change.entity ?? "", SQLSummary.short(change.sql),
        ]
      })
  }
}
