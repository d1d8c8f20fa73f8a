internal import Diagnostics
internal import StoreEngine
package import StoreModel

/// Finds shipped versions that a plan or model bundle has lost, and shipped plans that are gone.
struct ShippedVersionMissing: ProjectRule {
  static let info = RuleInfo(
    id: "shipped-version-missing", group: .versions, severity: .error,
    summary: "a version that shipped is gone, or a plan with all of its versions",
    why:
      "stores of that version match nothing any more and do not open (134504); without any plan they are "
      + "migrated by inference, which runs no closure and drops what was renamed on the way",
    fix: "restore the version from the history of the repository and list it again",
    limits:
      "runs where 'storedoctor freeze' has written a lock; a plan that is gone is also known by '--since'",
    explanation: "cocoa-134504",
    examples: [
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = []", schemas: "V2.self",
          also: LockText.lock(schema: "Plan", version: "V0", "\"title\": \"String\"")
        ).marked("enum Plan")),
      .flagged(
        LockText.example(
          "var title = \"\"; var pages = 0", frozen: "\"title\": \"String\"", version: "V3",
          name: "V3"
        ).marked("enum Plan")),
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          also: LockText.lock(schema: "Plan", version: "Beta", "\"text\": \"String\"")
        ).marked("enum Plan")),
      .flagged(
        LockText.unplanned("let container = try? ↓ModelContainer(for: V2.Note.self)")),
      .clean(
        // Nothing that is given opens stores, so the plan may be elsewhere.
        LockText.unplanned("func show(_ note: V2.Note) {}")),
      .clean(
        LockText.unplanned(
          "let container = try? ModelContainer(for: V2.Note.self, migrationPlan: Plan.self)")),
      .clean(LockText.example("var title = \"\"", frozen: "\"title\": \"String\"")),
      .clean(
        // Renamed, but the same model: stores match it by its hashes.
        LockText.example(
          "var title = \"\"", frozen: "\"title\": \"String\"", version: "First", name: "First")),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = []",
          also: LockText.lock(schema: "OtherPlan", version: "V9", "\"text\": \"String\""))),
    ])

  func check(_ lint: LintContext, report: RuleReport) {
    let missing = lint.missingPlans
    for (plan, place) in missing {
      report(
        "the plan '\(plan.name)' of \(plan.versionList) is gone: stores of the older ones have no stage "
          + "to today's models any more", at: place,
        help:
          "restore the plan and give it to the container; where no store of its versions is left, take it out of "
          + "'\(SchemaLock.fileName)', too")
    }
    guard let lock = lint.lock else { return }
    for history in lint.histories where history.isComplete && history.name != "live" {
      // Versions that are left of such a plan are in none.
      guard history.isOrdered || missing.isEmpty else { continue }
      guard let schema = lock.schemas.first(where: { $0.name == history.name }) else { continue }
      let names = Set(history.versions.map(\.name))
      for shipped in schema.versions where !names.contains(shipped.name) {
        guard !history.versions.contains(where: { shipped.isSame(as: $0) }) else { continue }
        report(
          "'\(history.name)' has no '\(shipped.name)' any more, which shipped", at: history.location
        )
      }
    }
  }
}

extension SchemaLock.Version {
  /// Whether a model has the hashes, or at least the shape, of the version.
  package func isSame(as model: DataModel) -> Bool {
    let now = SchemaLock.Version(model)
    if let checksum, let other = now.checksum { return checksum == other }
    return entities.mapValues(\.properties) == now.entities.mapValues(\.properties)
  }
}
