internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds properties that were probably renamed, without saying so.
struct RenameWithoutOriginalName: ChangeRule {
  static let info = RuleInfo(
    id: "rename-without-original-name", group: .changes, severity: .error,
    summary: "a property is gone and one of the same type is new",
    why:
      "without its original name a renamed property is a removed and an added one: the values of "
      + "every row are dropped",
    fix:
      "write '@Attribute(originalName:)' with the old name; where it is no rename, ignore the rule "
      + "at the new property",
    limits:
      "a guess from names and types, so that --fix leaves it to you; silent where the stage's closures "
      + "touch either property, and in a step between two versions that a later one followed: they have "
      + "shipped",
    examples: [
      .flagged(
        ChangeText.note(
          "var title: String = \"\"", "var ↓heading: String = \"\"")),
      .flagged(
        ChangeText.note(
          "var createdAt: Date = Date.now; var name = \"\"; var note: String?",
          "var ↓createdOn: Date = Date.now; var name = \"\"; var note: String?")),
      .flagged(
        ChangeText.versions(
          """
          @Model final class Folder { var notes: [Note] = []; init() {} }
            @Model final class Note { var folder: Folder?; init() {} }
          """,
          """
          @Model final class Folder { var notes: [Note] = []; init() {} }
            @Model final class Note { var ↓parentFolder: Folder?; init() {} }
          """, models: "Folder.self, Note.self")),
      .flagged(
        ChangeText.note(
          "@Attribute(originalName: \"text\") var body: String = \"\"",
          "var ↓body: String = \"\"; var pages = 0")),
      .flagged(
        ChangeText.editor(
          ChangeText.entity(ChangeText.attribute("title")),
          ChangeText.entity("↓" + ChangeText.attribute("heading")))),
      .flagged(
        ChangeText.editor(
          ChangeText.entity(ChangeText.attribute("facebookID")),
          ChangeText.entity("↓" + ChangeText.attribute("facebokId")))),
      .clean(
        ChangeText.editor(
          ChangeText.entity(ChangeText.attribute("syncID")),
          ChangeText.entity(ChangeText.attribute("owner"))),
        settings: "allow-loss: Note.syncID"),
      .clean(
        ChangeText.editor(
          ChangeText.entity(ChangeText.attribute("title")),
          ChangeText.entity(
            ChangeText.attribute("heading", "optional=\"YES\" elementID=\"title\"")))),
      .clean(
        ChangeText.note(
          "var title: String = \"\"",
          "@Attribute(originalName: \"title\") var heading: String = \"\"")),
      .clean(
        ChangeText.note("var title: String = \"\"", "var isPinned: Bool = false"),
        settings: "allow-loss: Note.title"),
      .clean(
        ChangeText.note(
          "var first: String = \"\"; var last: String = \"\"", "var name: String = \"\"",
          stage: ChangeText.custom(
            will: "for note in try context.fetch(FetchDescriptor<V1.Note>()) { "
              + "keep(note.first, note.last) }",
            did: "for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.name = kept() }")
        )),
    ])

  static let judgesShipped = false

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    let losses = change.losses
    for difference in change.differences {
      guard let origin = difference.probableOrigin, let property = difference.property,
        ![origin, property].contains(where: { change.mayPrepare($0) || change.mayFinish($0) }),
        !losses.contains(where: { $0.rename?.name == difference.path && lint.settings.allows($0) })
      else { continue }
      let isRequired = difference.migration == .dataDependent
      report(
        "'\(difference.path)' is new and '\(origin)' of the same type is gone: "
          + (isRequired
            ? "it is required without a default value, so the migration fails as soon as there is a "
              + "row, unless it was renamed and says so"
            : "if it was renamed, its values are dropped"),
        at: difference.location, entity: difference.entity,
        property: property,
        help: (change.isCoreData
          ? "if it was renamed, set its Renaming ID to '\(origin)' in the model editor"
          : "if it was renamed, write '\(difference.macro(change))(originalName: \"\(origin)\")' before it")
          + "; where it is no rename, ignore the rule",
        // No edit: a wrong original name moves values into a property that they were never meant for.
        certainty: .inferred("a guess from names and types"))
    }
    // The name stayed and the original name went: the older property carries another one.
    for loss in losses where loss.rename?.name == loss.path && !lint.settings.allows(loss) {
      guard let property = loss.property, !change.mayPrepare(property) else { continue }
      report(
        "'\(loss.path)' of \(change.older) has another original name than in "
          + "\(change.newer): its values are dropped", at: loss.places.first,
        entity: loss.entity, property: property, help: loss.rename?.cure)
    }
  }
}

extension ModelDifference {
  fileprivate func macro(_ change: VersionChange) -> String {
    let entity = change.to.entity(named: entity)
    let isLink = property.flatMap { entity?.relationship(named: $0) } != nil
    return isLink ? "@Relationship" : "@Attribute"
  }
}
