internal import Diagnostics
internal import StoreModel

/// Finds neighbouring versions of a plan without a stage between them.
struct MissingStage: HistoryRule {
  static let info = RuleInfo(
    id: "missing-stage", group: .versions, severity: .error,
    summary: "a plan has stages, but none between two neighbouring versions",
    why: "a store of a version that no stage starts from does not open: 134504, unknown model "
      + "version",
    fix: "add a stage, '.lightweight' where nothing has to be computed",
    limits: "a plan without any stage migrates in one inferred step and is left alone",
    explanation: "cocoa-134504",
    examples: [
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]", versions: 3
        ).marked("enum Plan")),
      .flagged(
        PlanText.plan(
          """
            static var stages: [MigrationStage] { [last] }
            static let last = MigrationStage.custom(
              fromVersion: V2.self, toVersion: V3.self, willMigrate: nil,
              didMigrate: { context in try context.save() })
          """, versions: 3
        ).marked("enum Plan")),
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2)), \(PlanText.step(3, 4))]",
          versions: 4
        ).marked("enum Plan")),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2)), \(PlanText.step(2, 3))]",
          versions: 3)),
      .clean(PlanText.plan("  static let stages: [MigrationStage] = []", versions: 3)),
      .clean(
        PlanText.plan(
          """
            // storedoctor:ignore[unread-plan] another package has it
            static var stages: [MigrationStage] { [PlanSteps.first] + more }
            static var more: [MigrationStage] { Elsewhere.stages }
          """, versions: 3)),
    ])

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    guard history.isOrdered, history.isComplete, !history.stages.isEmpty else { return }
    let gaps = history.gaps.compactMap { gap -> String? in
      guard case .missing(let from, let to) = gap else { return nil }
      return "from '\(from)' to '\(to)'"
    }
    guard !gaps.isEmpty else { return }
    let shown = gaps.prefix(3).joined(separator: ", none ")
    let more = gaps.count > 3 ? ", and \(gaps.count - 3) more are missing" : ""
    report(
      "'\(history.name)' has no stage \(shown)\(more)",
      at: history.location ?? history.versions.first?.location)
  }
}

extension SchemaHistory {
  /// Version names with their places in the order.
  var positions: [String: Int] {
    Dictionary(
      versions.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
