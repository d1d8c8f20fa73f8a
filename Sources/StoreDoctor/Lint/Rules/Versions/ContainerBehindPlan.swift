internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds containers that open another version than the newest of their plan.
struct ContainerBehindPlan: ProjectRule {
  static let info = RuleInfo(
    id: "container-behind-plan", group: .versions, severity: .error,
    summary: "a container with a migration plan does not open the plan's newest version",
    why:
      "stores are migrated to a version other than the one the code works with, or the container "
      + "does not open at all (134504); a typealias left at an older version is the usual cause",
    fix:
      "open the newest version: 'Schema(versionedSchema:)' of it, and typealiases to its classes",
    limits: "tests may open older versions on purpose and are left alone",
    explanation: "cocoa-134504",
    examples: [
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          also: """
            func open() throws -> ModelContainer {
              try ↓ModelContainer(
                for: Schema(versionedSchema: V1.self), migrationPlan: Plan.self)
            }
            """)),
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          also: """
            typealias Note = V1.Note
            let shared = try! ↓ModelContainer(for: Note.self, migrationPlan: Plan.self)
            """)),
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2)), \(PlanText.step(2, 3))]",
          versions: 3,
          also: """
            struct Store {
              let container: ModelContainer
              init() throws {
                let schema = Schema(versionedSchema: V2.self)
                let configuration = ModelConfiguration(schema: schema)
                container = try ↓ModelContainer(
                  for: schema, migrationPlan: Plan.self, configurations: [configuration])
              }
            }
            """)),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          also: """
            func open() throws -> ModelContainer {
              try ModelContainer(for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self)
            }
            """)),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          also: """
            typealias Note = V2.Note
            func open() throws -> ModelContainer {
              try ModelContainer(for: Note.self, migrationPlan: Plan.self)
            }
            """)),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          also: """
            func openOld() throws -> ModelContainer {
              try ModelContainer(for: Schema(versionedSchema: V1.self))
            }
            """)),
    ])

  func check(_ lint: LintContext, report: RuleReport) {
    for use in lint.containers where use.call == "ModelContainer" && !use.location.isInTests {
      guard let written = use.migrationPlan, let plan = use.resolved[written],
        let history = lint.histories.first(where: {
          $0.isOrdered && $0.location == use.declared[written]
        }),
        history.isComplete, let newest = history.versions.last
      else { continue }
      if let written = use.versionedSchema, let schema = use.resolved[written],
        schema != newest.name
      {
        report(
          "the container opens '\(schema)', but '\(newest.name)' is the newest of '\(plan)'",
          at: use.location)
        continue
      }
      let classes = Set(newest.entities.compactMap(\.className))
      let older = Set(history.versions.dropLast().flatMap(\.entities).compactMap(\.className))
      let stale = use.types.compactMap { use.resolved[$0] }
        .first { !classes.contains($0) && older.contains($0) }
      if let stale {
        report(
          "the container opens '\(stale)', but '\(newest.name)' is the newest of '\(plan)'",
          at: use.location)
      }
    }
  }
}
