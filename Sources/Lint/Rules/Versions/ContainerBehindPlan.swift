package import Diagnostics
internal import ModelSource
internal import StoreEngine
internal import StoreModel

/// Finds containers that open something else than the newest version of their plan.
package struct ContainerBehindPlan: HistoryRule {
  package static let info = RuleInfo(
    id: "container-behind-plan", group: .versions, severity: .error,
    summary: "a container with a migration plan does not open the plan's newest version",
    why:
      "stores are migrated to a version other than the one the code works with, or the container "
      + "does not open at all (134504); a typealias left at an older version is the usual cause, or "
      + "a class outside of the versions that got a property and no version with it",
    fix:
      "open the newest version: 'Schema(versionedSchema:)' of it, and typealiases to its classes",
    limits:
      "tests may open older versions on purpose and are left alone; where the given files open "
      + "no container, classes outside of the versions are taken to be what the app opens",
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
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          also: """
            @Model final class Note {
              var title: String = ""
              var extra2: String?
              var color: String?
              init() {}
            }
            func open() throws -> ModelContainer {
              try ↓ModelContainer(for: Note.self, migrationPlan: Plan.self)
            }
            """)),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          also: """
            @Model final class Note {
              var title: String = ""
              var extra2: String?
              init() {}
            }
            func open() throws -> ModelContainer {
              try ModelContainer(for: Note.self, migrationPlan: Plan.self)
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
      .clean(
        """
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
          @Model final class Note { var title = ""; init() {} }
          @Model final class Tag { var name = ""; init() {} }
        }
        enum V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
          @Model final class Note { var title = ""; var body: String?; init() {} }
          @Model final class Tag { var name = ""; init() {} }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]
        }
        typealias Note = V2.Note
        typealias Tag = V1.Tag
        func open() throws -> ModelContainer {
          try ModelContainer(for: Note.self, Tag.self, migrationPlan: Plan.self)
        }
        """),
    ])

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    guard history.isOrdered, history.isComplete, let newest = history.versions.last else { return }
    let older = Set(history.versions.dropLast().flatMap { differing(in: $0, from: newest) })
      .subtracting(newest.entities.compactMap(\.className))
    let current = Set(newest.entities.compactMap(\.className))
    for opening in history.openings where !(opening.location?.isInTests ?? false) {
      let other = opening.version ?? opening.classes.first { older.contains($0) }
      if let other, other != newest.name {
        report(
          "the container opens '\(other)', but '\(newest.name)' is the newest of "
            + "'\(history.name)'", at: opening.location)
      } else if other == nil, !current.isSuperset(of: opening.classes),
        let (entity, change) = change(of: history.unversioned, since: newest)
      {
        report(
          "\(opening.isAssumed ? "the app has" : "the container opens") a '\(entity)' that is in no "
            + "version of '\(history.name)': compared with '\(newest.name)' it \(change)",
          at: opening.location, entity: entity,
          help: "add a version with the classes as they are now, and a stage to it",
          severity: opening.isAssumed ? .warning : nil,
          certainty: opening.isAssumed
            ? .inferred("the given files open no container") : .certain)
      }
    }
  }

  /// The classes of a version whose entities the newest version has otherwise, or not at all.
  private func differing(in version: DataModel, from newest: DataModel) -> [String] {
    let (own, others) = (ModelHashes(of: version).entities, ModelHashes(of: newest).entities)
    return version.entities.filter { own[$0.name] == nil || own[$0.name] != others[$0.name] }
      .compactMap(\.className)
  }

  /// The first class outside of the versions whose namesake in the newest version has another hash,
  /// and what is different.
  private func change(
    of unversioned: [Entity], since newest: DataModel
  ) -> (entity: String, change: String)? {
    let live = Dictionary(keepingFirst: unversioned.map { ($0.name, $0) })
    var opened = newest
    opened.entities = newest.entities.map { live[$0.name] ?? $0 }
    let differences = ModelDiff.differences(from: newest, to: opened).filter(\.affectsHash)
    guard let entity = differences.first?.entity,
      let change = differences.filter({ $0.entity == entity }).inWords
    else { return nil }
    return (entity, change)
  }
}
