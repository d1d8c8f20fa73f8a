internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds many-to-many relationships whose arrays are optional without need.
struct OptionalManyToMany: ModelRule {
  static let info = RuleInfo(
    id: "optional-many-to-many", group: .relationships, severity: .note,
    summary: "a many-to-many relationship is an optional array although CloudKit is off",
    why: "an empty array and nil are the same in the store, so every use has to handle both; only "
      + "CloudKit needs optional relationships",
    fix: "make it an array with '[]' as its default",
    limits: "runs only where 'cloudkit: off' is set, or every container says 'cloudKitDatabase: "
      + ".none'",
    examples: [
      .flagged(
        """
        @Model class Note { @Relationship(inverse: \\Tag.notes) var ↓tags: [Tag]? }
        @Model class Tag { var notes: [Note] = [] }
        """, settings: "cloudkit: off"),
      .flagged(
        """
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
        @Model class Tag { var ↓notes: [Note]? = [] }
        func open() throws -> ModelContainer {
          try ModelContainer(
            for: Note.self, configurations: ModelConfiguration(cloudKitDatabase: .none))
        }
        """),
      .flagged(
        """
        @Model final class Film {
          @Relationship(inverse: \\Actor.films) var ↓cast: [Actor]?
          init() {}
        }
        @Model final class Actor { var ↓films: [Film]?; init() {} }
        """, settings: "cloudkit: off"),
      .clean(
        """
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag]? }
        @Model class Tag { var notes: [Note]? }
        """),
      .clean(
        """
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
        @Model class Tag { var notes: [Note] = [] }
        """, settings: "cloudkit: off"),
      .clean(
        """
        @Model class Folder { @Relationship(inverse: \\Note.folder) var notes: [Note]? }
        @Model class Note { var folder: Folder? }
        """, settings: "cloudkit: off"),
      .clean(
        """
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag]? }
        @Model class Tag { var notes: [Note]? }
        @Model class Search { var term = ""; init() {} }
        func open(_ file: URL) throws -> ModelContainer {
          let synced = ModelConfiguration(
            "Synced", schema: Schema([Note.self, Tag.self]), cloudKitDatabase: .private("iCloud.notes"))
          let local = ModelConfiguration(
            "Local", schema: Schema([Search.self]), url: file, cloudKitDatabase: .none)
          return try ModelContainer(
            for: Note.self, Tag.self, Search.self, configurations: synced, local)
        }
        """),
    ])

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .swift, lint.isCloudKitOff else { return }
    for entity in model.entities {
      for relationship in entity.relationships where relationship.isToMany {
        guard relationship.isOptional, let other = model.inverse(of: relationship), other.isToMany
        else { continue }
        report(
          "'\(entity.name).\(relationship.name)' is an optional array", about: relationship,
          of: entity)
      }
    }
  }
}

extension LintContext {
  /// Whether no container mirrors its store, as far as can be known: `.automatic`, the default,
  /// mirrors when the app has an iCloud container.
  var isCloudKitOff: Bool {
    switch settings.cloudKit {
    case .off: true
    case .on: false
    case .fromSource:
      containers.contains { $0.database != .unsaid }
        && (containers + unreadContainers).allSatisfy { use in
          use.call == "Schema" || use.isStoredInMemoryOnly
            // What one of several configurations says, holds for its own store.
            || (use.configurations > 1
              ? use.parts.count == use.configurations
                && use.parts.allSatisfy { $0.isStoredInMemoryOnly || $0.database == .none }
              : use.database == .none)
        }
    }
  }
}
