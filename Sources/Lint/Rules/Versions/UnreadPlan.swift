internal import Diagnostics
internal import StoreModel

/// Finds plans whose versions, models or stages cannot all be read, so that nobody takes silence for
/// approval.
struct UnreadPlan: HistoryRule {
  static let info = RuleInfo(
    id: "unread-plan", group: .versions, severity: .note,
    summary: "versions, their models or stages of a migration plan could not be read",
    why:
      "what they are is not known, so the models, the plan's order, its stages and its changes were "
      + "not checked",
    fix: "give the files that declare versions and models as well, and list stages as "
      + "'.lightweight(…)' and '.custom(…)'",
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
      .flagged(
        """
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, ↓Elsewhere.self] }
          @Model final class Note { var text = ""; init() {} }
        }
        """),
      .clean(
        """
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [self.Note.self, Self.Tag.self] }
        }
        extension V1 {
          @Model final class Note { var text = ""; init() {} }
          @Model final class Tag { var name = ""; init() {} }
        }
        """),
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
    let lists = history.versions.filter { $0.source == .swift }.flatMap(\.problems)
      .filter { $0.topic == .unreadList }
    var places: Set<Location?> = []
    let unread = (history.unread + lists).filter {
      $0.meant == nil && places.insert($0.location).inserted
    }
    guard let first = unread.first else { return }
    let rest = unread.count > 1 ? "; \(unread.count - 1) more" : ""
    report(first.message + rest, at: first.location)
  }
}
