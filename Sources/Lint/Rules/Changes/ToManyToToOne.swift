internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds to-many relationships that become to-one.
struct ToManyToToOne: ChangeRule {
  static let info = RuleInfo(
    id: "to-many-to-to-one", group: .changes, severity: .error,
    summary: "a to-many relationship becomes to-one under the same name",
    why: "which of many objects to keep cannot be inferred: the stage fails with 134140, custom or "
      + "not, and the store does not open",
    fix:
      "add the to-one relationship under a new name, fill it in a custom stage, and drop the old "
      + "one in a later version",
    explanation: "infer-to-many-to-to-one",
    examples: [
      .flagged(
        ChangeText.versions(
          """
          @Model final class Note { var tags: [Tag] = []; init() {} }
            @Model final class Tag { var note: Note?; init() {} }
          """,
          """
          @Model final class Note { var ↓tags: Tag?; init() {} }
            @Model final class Tag { var note: Note?; init() {} }
          """, models: "Note.self, Tag.self")),
      .flagged(
        ChangeText.versions(
          """
          @Model final class Trip {
              @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
              init() {}
            }
            @Model final class Stop { var trip: Trip?; init() {} }
          """,
          """
          @Model final class Trip {
              @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var ↓stops: Stop?
              init() {}
            }
            @Model final class Stop { var trip: Trip?; init() {} }
          """, models: "Trip.self, Stop.self",
          stage: ChangeText.custom(did: "try context.fetch(FetchDescriptor<V2.Trip>())"))),
      .flagged(
        ChangeText.versions(
          """
          @Model final class Note {
              @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
              init() {}
            }
            @Model final class Tag { var notes: [Note] = []; init() {} }
          """,
          """
          @Model final class Note {
              @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
              init() {}
            }
            @Model final class Tag { var ↓notes: Note?; init() {} }
          """, models: "Note.self, Tag.self")),
      .clean(
        ChangeText.versions(
          """
          @Model final class Note { var tag: Tag?; init() {} }
            @Model final class Tag { var note: Note?; init() {} }
          """,
          """
          @Model final class Note { var tag: [Tag] = []; init() {} }
            @Model final class Tag { var note: Note?; init() {} }
          """, models: "Note.self, Tag.self")),
      .clean(
        ChangeText.versions(
          """
          @Model final class Note { var tags: [Tag] = []; init() {} }
            @Model final class Tag { var note: Note?; init() {} }
          """,
          """
          @Model final class Note { var tags: [Tag]? = []; init() {} }
            @Model final class Tag { var note: Note?; init() {} }
          """, models: "Note.self, Tag.self")),
      .clean(
        ChangeText.note("var tags: [String] = []", "var tags: [String] = []; var tag: String?")),
    ])

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    self.report(
      change, where: { $0.change == .cardinalityChanged && $0.migration >= .custom },
      { "'\($0.path)' becomes to-one between \(change.title)" }, to: report)
  }
}
