internal import Diagnostics
internal import StoreModel

/// Finds versions that list classes which may change after they shipped.
struct ForeignModelInVersion: HistoryRule {
  static let info = RuleInfo(
    id: "foreign-model-in-version", group: .versions, severity: .warning,
    summary: "an older version lists classes that belong to no version, or to another one",
    why:
      "a version is a snapshot: the next edit of a class it shares changes what has shipped, and "
      + "stores of that version then match nothing (134504)",
    fix: "copy the class into the version as it was when the version shipped",
    limits:
      "said once per plan, at the oldest version; the newest may list them and is left "
      + "alone",
    explanation: "cocoa-134504",
    examples: [
      .flagged(
        """
        enum ↓V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
          @Model final class Note { var title = ""; init() {} }
        }
        enum V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
          @Model final class Note { var title = ""; var text = ""; init() {} }
        }
        @Model final class Tag { var name = ""; init() {} }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static let stages: [MigrationStage] = []
        }
        """),
      .flagged(
        """
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
          @Model final class Note { var title = ""; init() {} }
          @Model final class Tag { var name = ""; init() {} }
        }
        enum ↓V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, V3.Tag.self] }
          @Model final class Note { var title = ""; var text = ""; init() {} }
        }
        enum V3: VersionedSchema {
          static let versionIdentifier = Schema.Version(3, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
          @Model final class Note { var title = ""; var text = ""; var size = 0; init() {} }
          @Model final class Tag { var name = ""; init() {} }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
          static let stages: [MigrationStage] = []
        }
        """),
      .flagged(
        """
        @Model final class Note { var title = ""; init() {} }
        enum ↓FirstSchema: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] = [Note.self]
        }
        enum SecondSchema: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] = [Note.self, Tag.self]
          @Model final class Tag { var name = ""; init() {} }
        }
        enum AppPlan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] = [FirstSchema.self, SecondSchema.self]
          static var stages: [MigrationStage] = [
            .lightweight(fromVersion: FirstSchema.self, toVersion: SecondSchema.self)
          ]
        }
        """),
      .clean(PlanText.stages("[\(PlanText.step(1, 2))]")),
      .clean(
        """
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var title = ""; init() {} }
        }
        @Model final class Note { var title = ""; var text = ""; init() {} }
        enum V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [App.Note.self] }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static let stages: [MigrationStage] = []
        }
        """),
      .clean(
        """
        @Model final class Note { var title = ""; init() {} }
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self] }
          static let stages: [MigrationStage] = []
        }
        """),
    ])

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    guard history.isOrdered, !history.isDowngrade(in: lint) else { return }
    var found: [(version: DataModel, foreign: [String])] = []
    for (index, version) in history.versions.dropLast().enumerated() {
      let newer = Set(history.versions[(index + 1)...].map(\.name))
      let reached = version.onlyReached
      let foreign = version.entities.filter { !reached.contains($0.name) }
        .compactMap(\.className).filter { name in
          let owner = name.split(separator: ".").dropLast().joined(separator: ".")
          // An older version's class has shipped and stays; a newer one's, or a live class, will not.
          return owner.isEmpty || newer.contains(owner)
        }
      guard !foreign.isEmpty, version.source == .swift else { continue }
      found.append((version, foreign))
    }
    guard let first = found.first else { return }
    let versions = found.map(\.version.name).quotedList(atMost: 3)
    var seen: Set<String> = []
    let classes = found.flatMap(\.foreign).filter { seen.insert($0).inserted }
    report(
      "\(versions) \(found.count == 1 ? "lists" : "list") \(classes.quotedList(atMost: 3)), whose "
        + "next edit changes \(found.count == 1 ? "a shipped version" : "shipped versions")",
      at: first.version.location)
  }
}

extension DataModel {
  /// The classes that belong to the version because others lead to them, not by its list.
  var onlyReached: Set<String> {
    Set(problems.filter { $0.topic == .reachedModel }.compactMap(\.entity))
  }
}
