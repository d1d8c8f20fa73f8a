internal import Diagnostics
internal import StoreModel

/// Finds stages that are listed in another order than their versions, or lead backwards.
struct StageOutOfOrder: HistoryRule {
  static let info = RuleInfo(
    id: "stage-out-of-order", group: .versions, severity: .error,
    summary: "a stage stands before one it follows, or leads to an older version",
    why: "stages run in the order of the list: a store ends in a version older than the "
      + "container's and does not open",
    fix: "list the stages from the oldest version to the newest",
    limits: "a second plan whose stages are the way back of another's is meant to be one",
    explanation: "cocoa-134506",
    examples: [
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(2, 3)), ↓\(PlanText.step(1, 2))]",
          versions: 3)),
      .flagged(PlanText.stages("[↓\(PlanText.step(2, 1)), \(PlanText.step(1, 2))]")),
      .flagged(
        PlanText.plan(
          """
            static var stages: [MigrationStage] { [second, first] }
            static let first = ↓MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
            static let second = MigrationStage.custom(
              fromVersion: V2.self, toVersion: V3.self,
              willMigrate: { context in try context.save() }, didMigrate: nil)
          """, versions: 3)),
      .clean(
        PlanText.plan(
          """
            static var stages: [MigrationStage] { [first, second] }
            static let second = MigrationStage.lightweight(fromVersion: V2.self, toVersion: V3.self)
            static let first = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
          """, versions: 3)),
      .clean(
        PlanText.stages("[\(PlanText.step(1, 2))]") + """
          enum WayBack: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
            static var stages: [MigrationStage] { [\(PlanText.step(2, 1))] }
          }
          """),
      .clean(PlanText.stages("[\(PlanText.step(1, 2))]")),
      .clean(PlanText.plan("  static let stages: [MigrationStage] = []")),
    ])

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    guard history.isOrdered, history.isComplete, !history.isDowngrade(in: lint) else { return }
    let positions = history.positions
    var last = -1
    for stage in history.stages {
      guard let from = positions[stage.from], let to = positions[stage.to], from != to else {
        continue
      }
      if to < from {
        report("a stage leads back from '\(stage.from)' to '\(stage.to)'", at: stage.location)
      } else if from < last {
        report(
          "the stage from '\(stage.from)' to '\(stage.to)' stands after one it should precede",
          at: stage.location)
      } else {
        last = from
      }
    }
  }
}

extension SchemaHistory {
  /// Whether the plan leads back on purpose.
  func isDowngrade(in lint: LintContext) -> Bool { isDowngrade(among: lint.histories) }
}
