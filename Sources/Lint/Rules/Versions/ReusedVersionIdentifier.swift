package import Diagnostics
internal import StoreModel

/// Finds versions of one plan that carry the same identifier.
package struct ReusedVersionIdentifier: HistoryRule {
  package static let info = RuleInfo(
    id: "reused-version-identifier", group: .versions, severity: .warning,
    summary: "one version identifier names several shapes",
    why: "stores in the field that claim the same version differ, and only one of them will open",
    fix: "give each shipped shape its own VersionedSchema and identifier",
    examples: [
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          identifiers: ["1, 0, 0", "1, 0, 0"]
        ).marked("enum V2")),
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2)), \(PlanText.step(2, 3))]",
          versions: 3, identifiers: ["1, 0, 0", "1, 1, 0", "1, 1, 0"]
        ).marked("enum V3")),
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = []", versions: 3,
          identifiers: ["1, 0, 0", "2, 0, 0", "1, 0, 0"]
        ).marked("enum V3")),
      .clean(PlanText.stages("[\(PlanText.step(1, 2))]")),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          identifiers: ["1, 0, 0", "1, 0, 1"])),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = []",
          identifiers: ["Versions.first", "Versions.second"])),
    ])

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    guard history.isOrdered else { return }
    var seen: [String: String] = [:]
    for version in history.versions + history.drafts.map(\.version) {
      guard version.versionIdentifiers.count == 1,
        let identifier = version.versionIdentifiers.first,
        !identifier.isEmpty
      else { continue }
      if let first = seen[identifier] {
        report(
          "'\(version.name)' has the identifier \(identifier) of '\(first)'", at: version.location)
      } else {
        seen[identifier] = version.name
      }
    }
  }
}
