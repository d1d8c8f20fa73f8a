internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import TraceAnalysis

/// How the queries of stages grow, as tables and as JSON.
enum ScaleText {
  static func report(_ stages: [StageScale]) -> Report {
    var report = Report(command: VerifyCommand.name, findings: stages.flatMap(\.findings))
    report.sections = stages.isEmpty ? [.lines(["there are no stages to run"])] : []
    for stage in stages { report.sections += sections(stage) }
    let isPassed = report.findings.isEmpty && stages.allSatisfy { $0.outcome == .ok }
    report.body = ["passed": .bool(isPassed), "scale": .array(stages.map(json))]
    report.status = isPassed ? .done : .found
    return report
  }

  private static func sections(_ stage: StageScale) -> [Report.Section] {
    guard let growth = stage.growth else {
      return [.lines([VerificationText.sentence(stage.outcome)], title: stage.stage)]
    }
    let title = "\(stage.stage): \(stage.rows) rows, then \(stage.rows * 2)"
    let growing = growth.templates.filter { $0.degree != .constant }
    let constant = growth.templates.count - growing.count
    let rest = "\(TraceText.count(constant, "statement")) run as often on both"
    guard !growing.isEmpty else { return [.lines([rest], title: title)] }
    let table = Report.Table(
      [
        .init("growth"), .init("small", isNumber: true), .init("large", isNumber: true),
        .init("what"), .init("statement"),
      ],
      rows: growing.map { template in
        [
          word(template.degree), String(template.small), String(template.large),
          [
            TraceText.words(template.purpose, template.sql),
            template.relationship ?? template.entity,
          ]
          .compactMap { $0 }.joined(separator: " "),
          SQLSummary.short(template.sql),
        ]
      })
    return [.table(table, title: title), .lines([rest])]
  }

  /// The exponent: 0 for what does not grow, 1 for in proportion.
  private static func word(_ degree: TraceGrowth.Degree) -> String {
    switch degree {
    case .constant: "0"
    case .less: "below 1"
    case .linear: "1"
    case .more: "more"
    }
  }

  private static func json(_ stage: StageScale) -> JSONValue {
    [
      "outcome": .string(VerificationText.sentence(stage.outcome)),
      "rows": .integer(Int64(stage.rows)), "stage": .string(stage.stage),
      "templates": JSONValue(encoding: stage.growth?.templates ?? []),
    ]
  }
}
