internal import Diagnostics
internal import StoreModel

/// Finds versions whose identifier is lower than that of the version before.
struct IdentifierNotIncreasing: HistoryRule {
  static let info = RuleInfo(
    id: "identifier-not-increasing", group: .versions, severity: .warning,
    summary: "a version's identifier is lower than that of the version before it",
    why: "the plan's order decides, not the identifier, so the numbers in stores and logs mislead "
      + "whoever reads them; often the list is in the wrong order",
    fix: "number the versions in the order in which they shipped",
    limits:
      "a list that is the wrong way round as a whole, by its stages and identifiers, is a note: Apple's "
      + "documentation calls the list the total order of the versions, and what the framework does with "
      + "one that is reversed is not known; it is read from its end",
    examples: [
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          identifiers: ["2, 0, 0", "1, 0, 0"]
        ).marked("enum V2")),
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = []", versions: 3,
          schemas: "V2.self, V1.self, V3.self"
        ).marked("enum V1")),
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2)), \(PlanText.step(2, 3))]",
          versions: 3, identifiers: ["1, 9, 0", "1, 10, 0", "1, 2, 0"]
        ).marked("enum V3")),
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2)), \(PlanText.step(2, 3))]",
          versions: 3, schemas: "↓V3.self, V2.self, V1.self")),
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2)), \(PlanText.step(2, 3))]",
          versions: 3, schemas: "↓V3.self, V1.self, V2.self")),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          identifiers: ["1, 9, 0", "1, 10, 0"])),
      .clean(PlanText.stages("[\(PlanText.step(1, 2))]")),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = []", identifiers: ["Numbers.two", "1, 0, 0"])),
    ])

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    guard history.isOrdered, !history.isDowngrade(in: lint) else { return }
    if let place = history.newestFirst, let oldest = history.versions.first,
      let newest = history.versions.last
    {
      report(
        "'\(history.name)' lists its newest version first: "
          + (history.stages.isEmpty ? "the identifiers count" : "its stages lead")
          + " from '\(oldest.name)' to '\(newest.name)'", at: place,
        help: "list 'schemas' from the oldest version to the newest", severity: .note,
        certainty: .inferred("what the framework does with the order of the list is not documented")
      )
    }
    if let place = history.unsorted {
      report(
        "'\(history.name)' lists its versions in another order than its stages and identifiers have them",
        at: place,
        help: "list them as the stages lead: \(history.versions.map(\.name).quotedList(atMost: 8))",
        certainty: .inferred("what the framework does with the order of the list is not documented")
      )
    }
    for (before, version) in zip(history.versions, history.versions.dropFirst()) {
      guard let old = before.identifierNumbers, let new = version.identifierNumbers,
        new.lexicographicallyPrecedes(old)
      else { continue }
      report(
        "'\(version.name)' has the identifier \(version.versionIdentifiers[0]), lower than "
          + "\(before.versionIdentifiers[0]) of '\(before.name)' before it", at: version.location)
    }
  }
}
