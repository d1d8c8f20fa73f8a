internal import Diagnostics
internal import StoreModel

/// Finds plans whose versions or stages cannot all be read, so that nobody takes silence for approval.
struct UnreadPlan: HistoryRule {
  static let info = RuleInfo(
    id: "unread-plan", group: .versions, severity: .note,
    summary: "versions or stages of a migration plan could not be read",
    why: "what they are is not known, so the plan's order, its stages and its changes were not "
      + "checked",
    fix: "give the files that declare the versions as well, and list stages as '.lightweight(…)' "
      + "and '.custom(…)'",
    limits: "misspelt names are 'undeclared-type'",
    examples: [
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = []", schemas: "V1.self, ↓Released.Latest.self")),
      .flagged(
        PlanText.plan("  static var stages: [MigrationStage] { [↓Released.steps()] }")),
      .flagged(
        PlanText.plan(
          "  static var stages: [MigrationStage] { ↓Released.steps() + Released.more }")),
      .clean(PlanText.plan("  static let stages: [MigrationStage] = []")),
      .clean(PlanText.stages("[\(PlanText.step(1, 2))]")),
      .clean(
        PlanText.plan(
          """
            static var stages: [MigrationStage] { [first] }
            static let first = MigrationStage.custom(
              fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: nil)
          """)),
    ])

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    let unread = history.unread.filter { $0.meant == nil }
    guard let first = unread.first else { return }
    let rest = unread.count > 1 ? "; \(unread.count - 1) more of this plan" : ""
    report(first.message + rest, at: first.location)
  }
}
