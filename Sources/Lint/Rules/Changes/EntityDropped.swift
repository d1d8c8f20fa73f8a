internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds versions that leave out a model of the version before.
struct EntityDropped: ChangeRule {
  static let info = RuleInfo(
    id: "entity-dropped", group: .changes, severity: .error,
    summary: "a model of the version before is gone",
    why: "the migration succeeds and drops its table with all rows, and the persistent history is "
      + "cut off",
    fix:
      "list the model again if its rows are still wanted; else ignore the rule at the new version",
    limits:
      "a note in a model file; silent where the stage's willMigrate touches the class or a relationship to it; "
      + "said of the step to the newest version alone, since older ones have shipped: 'verify' says what "
      + "their users lose on the way",
    aliases: ["dropped-rows"],
    examples: [
      .flagged(
        dropping(after: "@Model final class Note { var title = \"\"; init() {} }")),
      .flagged(
        dropping(
          after: "@Model final class Note { var title = \"\"; var isDone = false; init() {} }",
          stage: ChangeText.custom(did: "print(\"migrated\")"))),
      .flagged(
        dropping(
          after: """
            @Model final class Note { var title = ""; init() {} }
              @Model final class Draft { var text = ""; var changed: Date?; init() {} }
            """, models: "Note.self, Draft.self")),
      .flagged(
        // Another class with a property of that type and a parent is no new name of it.
        ChangeText.versions(
          """
          @Model final class Trip { var name = ""; var stops: [Stop] = []; init() {} }
            @Model final class Stop { var id = UUID(); var cost = 0.0; var parent: Trip?; init() {} }
          """,
          """
          @Model final class Trip { var name = ""; init() {} }
            @Model final class Chart { var title = ""; var points: [PricePoint] = []; init() {} }
            @Model final class PricePoint { var id = 0; var cost = 0.0; var parent: Chart?; init() {} }
          """, models: "Trip.self, Stop.self",
          newModels: "Trip.self, Chart.self, PricePoint.self"
        ).marked("enum V2")),
      .clean(
        dropping(
          after: "@Model final class Note { var title = \"\"; init() {} }",
          stage: ChangeText.custom(
            will: "Archive.write(try context.fetch(FetchDescriptor<V1.Label>()))"), mark: "")),
      .clean(ChangeText.note("var title = \"\"", "var title = \"\"; var size = 0")),
      .clean(
        ChangeText.versions(
          "@Model final class Note { var title = \"\"; init() {} }",
          """
          @Model final class Note { var title = ""; init() {} }
            @Model final class Label { var name = ""; var rank = 0; init() {} }
          """, newModels: "Note.self, Label.self")),
    ])

  private static func dropping(
    after: String, models: String = "Note.self",
    stage: String = "MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)",
    mark: String = "V2"
  ) -> String {
    let text = ChangeText.versions(
      """
      @Model final class Note { var title = ""; init() {} }
        @Model final class Label { var name = ""; var rank = 0; init() {} }
      """, after, models: "Note.self, Label.self", newModels: models, stage: stage)
    return mark.isEmpty ? text : text.marked("enum \(mark)")
  }

  static let judgesShipped = false

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    let renamed = Set(change.renamedEntities.values)
    // A list that could not be read whole may hold the model.
    guard !change.hasUnreadList else { return }
    for difference in change.differences where difference.change == .entityRemoved {
      guard difference.losesData, !renamed.contains(difference.entity),
        !lint.settings.allowedLosses.contains(difference.entity),
        !change.mayCarry(difference.entity)
      else { continue }
      report(
        "\(change.newer) has no '\(difference.entity)': all rows of it are dropped",
        at: change.to.location, entity: difference.entity,
        help: change.isCoreData
          ? "keep the entity, or name it in 'allow-loss' of '\(LintConfiguration.fileName)' if nobody "
            + "needs its rows" : nil, severity: change.isCoreData ? .note : nil)
    }
  }
}
