internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds classes that were probably renamed.
struct ClassRename: ChangeRule {
  static let info = RuleInfo(
    id: "class-rename", group: .changes, severity: .error,
    summary: "a class is gone and a new one has the same properties",
    why:
      "a renamed class gets a new, empty table, and the old one is dropped with all its rows; "
      + "SwiftData has no original name for classes, Core Data wants the Renaming ID",
    fix:
      "keep the class's name in the schema and give the app's code another one with a typealias; "
      + "in a model file set the Renaming ID",
    limits:
      "a guess from the properties; silent where the stage's closures touch the old class or make objects of the new one",
    examples: [
      .flagged(
        ChangeText.versions(
          "@Model final class Note { var title = \"\"; var text = \"\"; init() {} }",
          "@Model final class ↓Memo { var title = \"\"; var text = \"\"; init() {} }",
          newModels: "Memo.self")),
      .flagged(
        ChangeText.versions(
          """
          @Model final class Note { var title = ""; var created: Date = Date.now; init() {} }
            @Model final class Folder { var name = ""; init() {} }
          """,
          """
          @Model final class ↓NoteItem {
              var title = ""
              var created: Date = Date.now
              var isPinned = false
              init() {}
            }
            @Model final class Folder { var name = ""; init() {} }
          """, models: "Note.self, Folder.self", newModels: "NoteItem.self, Folder.self")),
      .flagged(
        ChangeText.versions(
          """
          @Model final class NoteV1 {
              var id = UUID(); var title = ""; var text = ""; var kind = ""; var tries = 0; init() {}
            }
          """,
          """
          @Model final class ↓Note {
              var id = ""; var title = ""; var text = ""; var kindRaw = ""; var attempts = 0
              var lastTried: Date?; var note: String?; var weight = 0.0; init() {}
            }
          """, models: "NoteV1.self", newModels: "Note.self")),
      .flagged(
        ChangeText.versions(
          "@Model final class Trip { var name = \"\"; var start: Date?; init() {} }",
          "@Model final class ↓Journey { var name = \"\"; var start: Date?; init() {} }",
          models: "Trip.self", newModels: "Journey.self",
          stage: ChangeText.custom(did: "print(\"migrated\")"))),
      .flagged(
        ChangeText.versions(
          "@Model final class Trip { var name = \"\"; var start: Date?; init() {} }",
          "@Model final class ↓Journey { var name = \"\"; var start: Date?; init() {} }",
          models: "Trip.self", newModels: "Journey.self",
          stage: ChangeText.custom(
            did: "for one in try context.fetch(FetchDescriptor<V2.Journey>()) { print(one.name) }"))
      ),
      .flagged(
        ChangeText.editor(
          ChangeText.entity(
            ChangeText.attribute("title") + "\n" + ChangeText.attribute("text")),
          ChangeText.entity(
            ChangeText.attribute("title") + "\n" + ChangeText.attribute("text"), name: "Memo",
            mark: "↓"))),
      .flagged(
        ChangeText.editor(
          ChangeText.entity(
            ChangeText.attribute("title"), identifier: "D18D6772"),
          ChangeText.entity(
            ChangeText.attribute("headline"), identifier: "Note", mark: "↓"))),
      .clean(
        ChangeText.editor(
          ChangeText.entity(
            ChangeText.attribute("title"), identifier: "D18D6772"),
          ChangeText.entity(
            ChangeText.attribute("title"), name: "Memo", identifier: "D18D6772"))),
      .clean(
        ChangeText.versions(
          "@Model final class Note { var title = \"\"; init() {} }",
          """
          @Model final class Note { var title = ""; init() {} }
            @Model final class Memo { var title = ""; init() {} }
          """, newModels: "Note.self, Memo.self")),
      .clean(
        ChangeText.versions(
          "@Model final class Note { var title = \"\"; var text = \"\"; init() {} }",
          "@Model final class Memo { var title = \"\"; var text = \"\"; init() {} }",
          newModels: "Memo.self",
          stage: ChangeText.custom(
            will: "Carrier.keep(try context.fetch(FetchDescriptor<V1.Note>()))",
            did: "for kept in Carrier.notes { context.insert(V2.Memo(kept)) }"))),
      .clean(
        ChangeText.versions(
          """
          @Model final class Trip { var name = ""; var stops: [Stop] = []; init() {} }
            @Model final class Stop { var place = ""; var day: Date?; var trip: Trip?; init() {} }
          """,
          """
          @Model final class Trip { var name = ""; var halts: [Halt] = []; init() {} }
            @Model final class Halt { var place = ""; var day: Date?; var trip: Trip?; init() {} }
          """, models: "Trip.self, Stop.self", newModels: "Trip.self, Halt.self",
          stage: ChangeText.custom(
            will: "kept = try context.fetch(FetchDescriptor<V1.Trip>()).flatMap(\\.stops)",
            did: "kept.forEach { context.insert($0.renewed) }"))),
      .clean(ChangeText.note("var title = \"\"", "var title = \"\"; var size = 0")),
    ])

  static let judgesShipped = false

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    let renamed = change.renamedEntities
    for difference in change.differences where difference.change == .entityAdded {
      guard let origin = renamed[difference.entity],
        !lint.settings.allowedLosses.contains(origin), !change.mayCarry(origin),
        !change.mayPrepare(difference.entity), !change.mayMake(difference.entity)
      else { continue }
      let identifier = change.from.entity(named: origin)?.identifier ?? origin
      let isNamed = change.isNamed(origin, by: difference.entity)
      report(
        isNamed
          ? "'\(origin)' of \(change.older) has the Renaming ID '\(identifier)', and "
            + "'\(difference.entity)' of \(change.newer) has another: all its rows are dropped"
          : "'\(origin)' was removed with all its rows; '\(difference.entity)' looks like its new name",
        at: difference.location, entity: difference.entity,
        help: change.isCoreData
          ? "set its Renaming ID to '\(identifier)' in the model editor"
            + (isNamed ? "" : "; where it is no rename, ignore the rule") : nil,
        certainty: isNamed ? .certain : .inferred("a guess from the properties"))
    }
  }
}
