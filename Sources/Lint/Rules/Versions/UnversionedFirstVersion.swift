internal import Diagnostics
internal import StoreModel

/// Finds plans over stores that shipped before there was a plan, without a version for them.
struct UnversionedFirstVersion: ProjectRule {
  static let info = RuleInfo(
    id: "unversioned-first-version", group: .versions, severity: .error,
    summary: "no version of the plan matches what shipped before there was a plan",
    why: "stores of the time without versions match nothing and do not open (134504); adding a "
      + "property together with the plan is the usual cause",
    fix: "make the first version exactly what shipped, and put every change into the second",
    limits:
      "silent for a plan without stages, which migrates such stores in one inferred step; runs "
      + "where 'storedoctor freeze' has locked the unversioned models",
    explanation: "cocoa-134504",
    examples: [
      .flagged(
        example("var title = \"\"; var pages = 0").marked("enum Plan")),
      .flagged(example("var title: String?").marked("enum Plan")),
      .flagged(
        example("@Attribute(.externalStorage) var title = \"\"").marked("enum Plan")),
      .clean(example("var title = \"\"")),
      .clean(example("var title = \"\"; var pages = 0", stages: "")),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          also: LockText.lock(schema: "live", version: "live", "\"title\": \"String\""))),
      .clean(
        """
        @Model final class Note { var title = ""; var pages = 0; init() {} }
        \(LockText.lock(schema: "live", version: "live", "\"title\": \"String\""))
        """),
    ])

  private static func example(
    _ members: String, stages: String = PlanText.step(1, 2)
  ) -> String {
    """
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { \(members); init() {} }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { \(members); var url: String?; init() {} }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static let stages: [MigrationStage] = [\(stages)]
    }
    \(LockText.lock(schema: "live", version: "live", "\"title\": \"String\""))
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    guard let shipped = lint.lock?.version(named: "live", in: "live") else { return }
    for plan in lint.histories where plan.isOrdered && plan.isComplete {
      // Without stages nothing is looked up by version: one inferred migration leads to the newest.
      guard !(plan.stages.isEmpty && plan.hasAllStages) else { continue }
      guard plan.versions.first?.source == .swift,
        plan.versions.contains(where: { model in
          model.entities.contains { shipped.entities[$0.name] != nil }
        }), !plan.versions.contains(where: { shipped.isSame(as: $0) })
      else { continue }
      report(
        "'\(plan.name)' has no version equal to the models that shipped without versions",
        at: plan.location)
    }
  }
}
