internal import Diagnostics
internal import StoreDoctor
internal import StoreModel
internal import TraceAnalysis

/// Two traces of the same work, before and after a change.
enum TraceComparisonText {
  static func report(
    before: TraceResult, after: TraceResult, _ limits: TraceLimits
  ) -> Report {
    let comparison = TraceComparison(before: before.report, after: after.report)
    let isNew = Set(comparison.newPatterns)
    let new = after.patterns.filter(isNew.contains)
    let kept = after.patterns.filter { !isNew.contains($0) }
    let isFixed = Set(comparison.fixedPatterns)
    let fixed = before.patterns.filter(isFixed.contains)

    var report = Report(command: TraceCommand.name)
    report.isRanked = true
    report.findings = new.map { $0.finding(path: after.path, sources: after.sources) }
    report.findings += moreQueries(before, after)
    if let finding = limits.tooMany(after.report, path: after.path) {
      report.findings.append(finding)
    }
    let title = "\(before.path) → \(after.path)"
    report.sections = [.table(totals(before, after), title: title)]
    report.sections.append(.hints([]))
    func list(_ patterns: [AccessPattern], _ title: String) {
      guard !patterns.isEmpty else { return }
      report.sections.append(
        .lines(patterns.map { "\($0.message) [\(TraceRules.rule($0.kind).id)]" }, title: title))
    }
    list(fixed, "Fixed")
    list(kept, "Still there")
    if limits.top > 0, !comparison.changes.isEmpty {
      report.sections.append(
        .table(changes(comparison.changes, limits.top), title: "Statements that changed"))
      let hidden = comparison.changes.count - limits.top
      if hidden > 0 {
        report.sections.append(.lines(["\(hidden) more: --top \(comparison.changes.count)"]))
      }
    }
    if comparison.changes.isEmpty {
      report.sections.append(.lines(["both traces have the same statements"]))
    }
    report.body = [
      "comparison": TraceJSON.value(comparison, before, after, fixed: fixed, kept: kept, new: new),
      "logs": .array([before, after].map { TraceJSON.value($0, limits) }),
    ]
    report.status = limits.status(report.findings)
    return report
  }

  private static func moreQueries(_ before: TraceResult, _ after: TraceResult) -> [Finding] {
    let (old, new) = (before.report.queries, after.report.queries)
    guard new > old else { return [] }
    var finding = TraceRules.moreQueries.finding("\(new) queries instead of \(old)")
    finding.location = Location(path: after.path)
    return [finding]
  }

  private static func totals(_ before: TraceResult, _ after: TraceResult) -> Report.Table {
    func row(_ name: String, _ value: (TraceResult) -> String) -> [String] {
      [name, value(before), value(after)]
    }
    return Report.Table(
      [.init(""), .init("before", isNumber: true), .init("after", isNumber: true)],
      rows: [
        row("statements") { String($0.report.statements) },
        row("queries") { String($0.report.queries) },
        row("time") { $0.report.nanoseconds > 0 ? TraceText.time($0.report.nanoseconds) : "" },
        row("findings") { String($0.patterns.count) },
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
