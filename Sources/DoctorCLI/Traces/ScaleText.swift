internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import TraceAnalysis

/// How the queries of stages grow, as tables.
enum ScaleText {
  static func sections(_ scale: Verification.Scale) -> [Report.Section] {
    scale.stages.isEmpty
      ? [.lines(["there are no stages to run"])] : scale.stages.flatMap(sections)
  }

  private static func sections(_ stage: StageScale) -> [Report.Section] {
    guard let growth = stage.growth else {
      return [.lines([stage.outcome.sentence], title: stage.stage)]
    }
    let title = "\(stage.stage): \(stage.rows) rows, then \(stage.rows * 2)"
    // Core Data's own bookkeeping is no access of the app's.
    let own = growth.templates.filter { !isHistory($0.sql) }
    let growing = own.filter { $0.degree != .constant }
    let constant = own.count - growing.count
    let left = growth.templates.count - own.count
    let rest =
      "\(TraceText.count(constant, "statement")) run as often on both"
      + (left == 0
        ? "" : "; \(TraceText.count(left, "statement")) of the persistent history left out")
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

  private static func isHistory(_ sql: String) -> Bool {
    sql.split { !$0.isLetter && $0 != "_" && !$0.isNumber }
      .contains { ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"].contains($0) }
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
}
