internal import Diagnostics
internal import StoreModel

/// Finds stages that leave out a version between their two.
struct StageSkipsVersion: HistoryRule {
  static let info = RuleInfo(
    id: "stage-skips-version", group: .versions, severity: .error,
    summary: "a stage leaves out a version that stands between its two",
    why: "no stage starts from the version left out, so stores of that version do not open: 134504",
    fix: "write one stage for each pair of neighbouring versions",
    explanation: "cocoa-134504",
    examples: [
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [↓\(PlanText.step(1, 3))]", versions: 3)),
      .flagged(
        PlanText.plan(
          """
            static var stages: [MigrationStage] { [one, two] }
            static let one = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
            static let two = ↓MigrationStage.lightweight(fromVersion: V2.self, toVersion: V4.self)
          """, versions: 4)),
      .flagged(
        PlanText.plan(
          """
            static let stages = [
              ↓MigrationStage.custom(
                fromVersion: V1.self, toVersion: V3.self, willMigrate: nil, didMigrate: nil)
            ]
          """, versions: 3)),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2)), \(PlanText.step(2, 3))]",
          versions: 3)),
      .clean(PlanText.stages("[\(PlanText.step(1, 2))]")),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 3))]", versions: 3,
          schemas: PlanText.elsewhere("V1.self, V3.self, Elsewhere.V4.self"))),
    ])

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    guard history.isOrdered, history.isComplete else { return }
    let positions = history.positions
    for stage in history.stages {
      guard let from = positions[stage.from], let to = positions[stage.to], to > from + 1 else {
        continue
      }
      let skipped = history.versions[(from + 1)..<to].map { "'\($0.name)'" }
      report(
        "the stage from '\(stage.from)' to '\(stage.to)' leaves out "
          + skipped.joined(separator: ", "), at: stage.location)
    }
  }
}
