internal import Diagnostics
internal import StoreModel

/// Finds plans with two stages for the same step.
struct RepeatedStage: HistoryRule {
  static let info = RuleInfo(
    id: "repeated-stage", group: .versions, severity: .error,
    summary: "a plan has two stages between the same versions",
    why: "building the migration manager raises an exception that Swift cannot catch, so the app "
      + "stops at launch",
    fix: "keep one of the stages",
    explanation: "staged-duplicate-lightweight-stages",
    examples: [
      .flagged(
        PlanText.stages(
          "[.lightweight(fromVersion: V1.self, toVersion: V2.self), "
            + "↓.lightweight(fromVersion: V1.self, toVersion: V2.self)]")),
      .flagged(
        PlanText.plan(
          """
            static var stages: [MigrationStage] { [first, again] }
            static let first = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
            static let again = ↓MigrationStage.custom(
              fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: nil)
          """)),
      .flagged(
        PlanText.plan(
          """
            static let stages = [step, step2]
            static let step = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
            static let step2 = ↓MigrationStage.lightweight(
              fromVersion: V1.self, toVersion: V2.self)
          """)),
      .clean(PlanText.stages("[.lightweight(fromVersion: V1.self, toVersion: V2.self)]")),
      .clean(
        PlanText.plan(
          """
            static var stages: [MigrationStage] { [first] }
            static let first = MigrationStage.custom(
              fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
              didMigrate: { context in try context.save() })
          """)),
      .clean(
        PlanText.plan(
          """
            static let stages = [step]
            static let step = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
          """)),
    ])

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    var seen: Set<[String]> = []
    for stage in history.stages where !seen.insert([stage.from, stage.to]).inserted {
      report(
        "'\(history.name)' has a second stage from '\(stage.from)' to '\(stage.to)'",
        at: stage.location)
    }
  }
}
