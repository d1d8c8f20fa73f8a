internal import Diagnostics
internal import StoreModel

/// Finds stages that lead from a version to the same version.
struct StageToItself: HistoryRule {
  static let info = RuleInfo(
    id: "stage-to-itself", group: .versions, severity: .error,
    summary: "a stage leads from a version to itself",
    why: "building the migration manager raises an exception that Swift cannot catch, so the app "
      + "stops at launch",
    fix: "name the next version in 'toVersion:'",
    explanation: "staged-stage-models-equal",
    examples: [
      .flagged(PlanText.stages("[\(PlanText.step(1, 2)), ↓\(PlanText.step(2, 2))]")),
      .flagged(
        PlanText.plan(
          """
            static var stages: [MigrationStage] { [toTwo, polish] }
            static let toTwo = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
            static let polish = ↓MigrationStage.custom(
              fromVersion: V2.self, toVersion: V2.self, willMigrate: nil,
              didMigrate: { context in try context.save() })
          """)),
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2)), ↓\(PlanText.step(1, 1))]"
        )),
      .clean(PlanText.stages("[\(PlanText.step(1, 2))]")),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2)), \(PlanText.step(2, 3))]",
          versions: 3)),
      .clean(PlanText.plan("  static let stages: [MigrationStage] = []")),
    ])

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    for stage in history.stages where stage.from == stage.to {
      report(
        "a stage of '\(history.name)' leads from '\(stage.from)' to itself", at: stage.location)
    }
  }
}
