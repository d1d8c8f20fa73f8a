internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds versions of a plan that are the same model.
struct SameChecksumVersions: HistoryRule {
  static let info = RuleInfo(
    id: "same-checksum-versions", group: .versions, severity: .error,
    summary: "two versions of a plan have the same checksum",
    why: "building the migration manager raises 'duplicate version checksums', which Swift cannot "
      + "catch, so the app crashes at launch",
    fix: "remove one of the versions; what does not change a stored property needs no new version",
    limits:
      "versions with a property whose storage is unknown have no checksum to compare; they are the "
      + "same where they list the same declarations",
    explanation: "staged-duplicate-version-checksums",
    examples: [
      .flagged(versions(second: "@Model class Note { var title = \"\" }", mark: "↓")),
      .flagged(
        versions(
          second: "@Model class Note { var title = \"none\"; func shout() {} }", mark: "↓")),
      .flagged(
        """
        @Model class Note { var title = "" }
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
        }
        enum ↓V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static let stages = [
            MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
          ]
        }
        """),
      .flagged(
        """
        @Model class Page { var drawing: PKDrawing?; init() {} }
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Page.self] }
        }
        enum ↓V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Page.self] }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static let stages = [
            MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
          ]
        }
        """),
      .flagged(
        """
        @Model class Page { var drawing: PKDrawing?; var book: Book?; init() {} }
        @Model class Book { var title = ""; init() {} }
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Page.self] }
        }
        enum ↓V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Page.self, Book.self] }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static let stages = [
            MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
          ]
        }
        """),
      .clean(
        versions(second: "@Model class Note { var title = \"\" }").replacing(
          "[MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)]", with: "[]")),
      .clean(versions(second: "@Model class Note { var title = \"\"; var body: String? }")),
      .clean(versions(second: "@Model class Note { var title = \"\"; var pages = 0 }")),
      .clean(
        versions(
          second: "@Model class Note { @Attribute(hashModifier: \"trimmed\") var title = \"\" }")),
    ])

  private static func versions(second: String, mark: String = "") -> String {
    """
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model class Note { var title = "" }
    }
    enum \(mark)V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      \(second)
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static let stages = [MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)]
    }
    """
  }

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    // Without stages there is no migration manager: one inferred migration leads to the newest.
    guard history.isOrdered, !(history.stages.isEmpty && history.hasAllStages) else { return }
    var equal: [String: [(version: DataModel, hashes: ModelHashes)]] = [:]
    var checksums: [String] = []
    // The same declarations have the same checksum, whatever it is; so has what nothing is declared of.
    var unknown: [(model: DataModel, key: String)] = []
    // Tests of how versions are told apart have equal ones on purpose.
    for version in history.versions
    where !version.entities.isEmpty && !(version.location?.isInTests ?? false) {
      let hashes = ModelHashes(of: version)
      var checksum = hashes.checksum ?? "unknown \(unknown.count)"
      if hashes.checksum == nil {
        let same = unknown.first {
          $0.model.declared == version.declared && $0.model.unknowns == version.unknowns
        }
        checksum = same?.key ?? checksum
        unknown.append((version, checksum))
      }
      if equal[checksum] == nil { checksums.append(checksum) }
      equal[checksum, default: []].append((version, hashes))
    }
    for same in checksums.compactMap({ equal[$0] }) where same.count > 1 {
      let (version, hashes) = same[1]
      let certainty = hashes.checksum == nil ? .certain : hashes.weakestCertainty
      let others = same.dropFirst().map(\.version.name)
      report(
        "\(others.quotedList(atMost: 4, separator: ", ")) \(others.count == 1 ? "is" : "are") the "
          + "same model as '\(same[0].version.name)'", at: version.location,
        help: Self.help(for: same.map(\.version), in: history),
        certainty: version.entities.contains(where: { version.onlyReached.contains($0.name) })
          ? certainty.weaker(.inferred("models that others lead to count as listed"))
          : certainty)
    }
  }
}

extension SameChecksumVersions {
  /// What to do where it takes more than to remove a version; nil otherwise.
  private static func help(for same: [DataModel], in history: SchemaHistory) -> String? {
    // An edit of a class that all of them list is one to each of them.
    let classes = same.map { Set($0.entities.compactMap(\.className)) }
    let live = classes.dropFirst().reduce(classes[0]) { $0.intersection($1) }
      .filter { !$0.contains(".") }.sorted()
    if !live.isEmpty {
      let copies =
        live.count == 1
        ? "a copy of '\(live[0])' as it was when that version shipped"
        : "copies of \(live.quotedList(atMost: 3)) as they were when that version shipped"
      return
        "give '\(same[0].name)' \(copies); if nothing has changed since, remove one of the versions"
    }
    let names = Set(same.map(\.name))
    let hasCode = history.stages.contains { stage in
      guard case .custom(let will, let did) = stage.kind else { return false }
      return names.contains(stage.from) && names.contains(stage.to) && (will ?? did) != nil
    }
    return hasCode
      ? "if the stage's code must run, give a property of '\(same[1].name)' "
        + "'@Attribute(hashModifier: \"2\")', which makes it another model; otherwise remove one of "
        + "the versions and the stage between them" : nil
  }
}

// Whether a class is listed, or others lead to it, makes no difference.
extension DataModel {
  /// Its classes as they are declared.
  fileprivate var declared: Set<Entity> {
    Set(
      entities.map { entity in
        var entity = entity
        for index in entity.attributes.indices where !entity.attributes[index].certainty.isUnknown {
          entity.attributes[index].certainty = .certain
        }
        for index in entity.relationships.indices
        where !entity.relationships[index].certainty.isUnknown {
          entity.relationships[index].certainty = .certain
        }
        return entity
      })
  }

  /// What is not known of its classes.
  fileprivate var unknowns: [String] {
    problems.filter { $0.topic != .reachedModel && $0.topic != .unlistedModel }.map(\.message)
  }
}

extension ModelHashes {
  /// The weakest fact that any of the hashes rests on; of equals, that of the first entity.
  var weakestCertainty: Certainty {
    certainty.sorted { $0.key.codePointsPrecede($1.key) }
      .reduce(.certain) { $0.weaker($1.value) }
  }
}
