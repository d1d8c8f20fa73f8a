internal import Diagnostics
internal import ModelSource
internal import StoreEngine
internal import StoreModel

/// Finds versions that a plan should know of and does not.
struct SchemaNotInPlan: ProjectRule {
  static let info = RuleInfo(
    id: "schema-not-in-plan", group: .versions, severity: .warning,
    summary: "a version of the schema is missing from the plan's 'schemas'",
    why:
      "stores of a version that the plan does not list do not open: 134504, unknown model version",
    fix: "list every version that shipped in 'schemas', oldest first, and give each a stage",
    limits:
      "a version that does not share most of its entities with one of the plan's is taken to "
      + "belong to something else, as is one of another name with a small part of the entities, and one declared in a folder or file named after tests; stores of a "
      + "version that is the same model as a listed one do open",
    explanation: "cocoa-134504",
    examples: [
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]", versions: 3,
          schemas: "V1.self, V2.self"
        ).marked("enum V3")),
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = []", schemas: "V2.self"
        ).marked("enum V1")),
      .flagged(
        PlanText.plan(
          """
            static var stages: [MigrationStage] { [toTwo] }
            static let toTwo = MigrationStage.custom(
              fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
              didMigrate: { context in try context.save() })
          """, schemas: "V1.self"
        ).marked("enum V2")),
      .flagged(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2)), \(PlanText.step(2, 3))]",
          versions: 3, schemas: "V1.self, V3.self"
        ).marked("enum V2")),
      .clean(PlanText.stages("[\(PlanText.step(1, 2))]")),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]", versions: 3,
          schemas: "V1.self, V2.self\n    // , V3.self\n    ")),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = [\(PlanText.step(1, 2))]",
          also: """
            enum CacheSchema: VersionedSchema {
              static let versionIdentifier = Schema.Version(1, 0, 0)
              static var models: [any PersistentModel.Type] { [Entry.self] }
              @Model final class Entry { var key: String = "" }
            }
            """)),
      .clean(
        PlanText.plan(
          "  static let stages: [MigrationStage] = []",
          schemas: PlanText.elsewhere("V1.self, Elsewhere.V3.self"))),
      .clean(
        """
        enum NoteSchema: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var text: String = ""; init() {} }
        }
        @Model final class Tag { var name: String = ""; init() {} }
        @Model final class Photo { var name: String = ""; init() {} }
        enum AppSchemaV1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] {
            [NoteSchema.Note.self, Tag.self, Photo.self]
          }
        }
        enum AppPlan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [AppSchemaV1.self] }
          static var stages: [MigrationStage] { [] }
        }
        """),
      .clean(
        PlanText.stages("[\(PlanText.step(1, 2))]") + """
          enum OldSchema: VersionedSchema {
            static let versionIdentifier = Schema.Version(0, 9, 0)
            static var models: [any PersistentModel.Type] { [Note.self] }
            @Model final class Note {
              var title: String = ""
              init(title: String) { self.title = title }
            }
          }
          """),
    ])

  func check(_ lint: LintContext, report: RuleReport) {
    let plans = lint.histories.filter { $0.isOrdered && $0.versions.first?.source == .swift }
    guard !plans.isEmpty else { return }
    let declared = Dictionary(
      keepingFirst: lint.histories.flatMap(\.versions).map { ($0.name, $0.location) })
    var planned = Set(plans.flatMap(\.versions).map(\.name))
    for plan in plans where plan.isComplete {
      for name in plan.unlistedEnds {
        let place = declared[name] ?? plan.location
        guard !(place?.isInTests ?? false) else { continue }
        let gap = SchemaHistory.Gap.unlisted(name)
        report(gap.text(of: plan.name), at: place, help: gap.help(of: plan.name))
        planned.insert(name)
      }
    }
    for history in lint.histories where !history.isOrdered {
      for version in history.versions where version.source == .swift && version.name != "live" {
        guard !planned.contains(version.name), !version.isInTests,
          let plan = plans.first(where: { $0.isComplete && $0.shares(entitiesWith: version) }),
          !plan.isFragment(version),
          // A store is known by its model, not by the name of a version.
          !plans.contains(where: { $0.hasModel(equalTo: version) }),
          !lint.isTakenOut(version.name, of: plan)
        else { continue }
        report("'\(version.name)' is not in the schemas of '\(plan.name)'", at: version.location)
      }
    }
  }
}

extension LintContext {
  /// Whether a line of a comment in the plan's file lists the version: it is prepared, and has not shipped.
  fileprivate func isTakenOut(_ version: String, of plan: SchemaHistory) -> Bool {
    guard let path = plan.location?.path, let file = source(path) else { return false }
    return String(decoding: file.bytes, as: UTF8.self).lines.contains { line in
      let start = line.drop { $0 == " " || $0 == "\t" }
      return start.hasPrefix("//") && start.contains("\(version).self")
    }
  }
}

extension SchemaHistory {
  /// Whether the version holds a small part of what every version of the plan holds, under a name
  /// of its own: a place to declare a class in.
  fileprivate func isFragment(_ version: DataModel) -> Bool {
    guard let fewest = versions.map(\.entities.count).min(), 2 * version.entities.count < fewest
    else { return false }
    return !versions.contains { $0.name.versionStem == version.name.versionStem }
  }

  /// Whether one of the versions is the same model, so that stores of the other are known to it.
  fileprivate func hasModel(equalTo model: DataModel) -> Bool {
    let checksum = ModelHashes(of: model).checksum
    return versions.contains { version in
      if let checksum, let own = ModelHashes(of: version).checksum { return own == checksum }
      let comparison = ModelDiff.compare(from: version, to: model)
      return comparison.differences.isEmpty
    }
  }

  /// Whether a version seems to belong to the same schema: most of its entities do, since names such
  /// as `Tag` are common.
  func shares(entitiesWith version: DataModel) -> Bool {
    let names = Set(version.entities.map(\.name))
    return versions.contains { 2 * names.intersection($0.entities.map(\.name)).count > names.count }
  }
}

extension String {
  /// What the names of versions have in common: `Notes` of `NotesV2` and `Notes_3`.
  fileprivate var versionStem: Substring {
    var stem = self[...]
    while let last = stem.last, last.isNumber || "._".contains(last) { stem.removeLast() }
    if stem.count < count, stem.last == "V" || stem.last == "v" { stem.removeLast() }
    return stem
  }
}

extension DataModel {
  /// Whether the version is declared in test code.
  var isInTests: Bool { location?.isInTests ?? false }
}
