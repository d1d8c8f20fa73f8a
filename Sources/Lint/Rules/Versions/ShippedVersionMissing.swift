internal import Diagnostics
internal import StoreEngine
package import StoreModel

/// Finds shipped versions that a plan or model bundle has lost.
struct ShippedVersionMissing: ProjectRule {
  static let info = RuleInfo(
    id: "shipped-version-missing", group: .versions, severity: .error,
    summary: "a version that shipped is gone",
    why: "stores of that version match nothing any more and do not open (134504)",
    fix: "restore the version from the history of the repository and list it again",
    limits: "runs where 'storedoctor freeze' has written a lock",
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
    guard let lock = lint.lock else { return }
    for history in lint.histories where history.isComplete && history.name != "live" {
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
