internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds properties that change their type where Core Data would have to convert the values.
struct ChangedType: ChangeRule {
  static let info = RuleInfo(
    id: "type-change", group: .changes, severity: .error,
    summary: "a property changes its type under the same name",
    why: "no stage, lightweight or custom, gets past it: the mapping is inferred first, fails with "
      + "134140, and the store does not open",
    fix: "add the new type under a new name, fill it in a custom stage, and drop the old property "
      + "in a later version",
    limits: "numbers and Booleans convert into each other and are not flagged; nor is an attribute "
      + "that becomes a relationship in a custom stage, as published courses do it",
    explanation: "infer-attribute-types-incompatible",
    examples: [
      .flagged(ChangeText.note("var page: Int = 0", "var ↓page: String = \"\"")),
      .flagged(ChangeText.note("var due: String?", "var ↓due: Date?")),
      .flagged(
        ChangeText.note(
          "var priority: Int = 0", "var ↓priority: String = \"\"",
          stage: "MigrationStage.custom(fromVersion: V1.self, toVersion: V2.self, "
            + "willMigrate: nil, didMigrate: { context in try context.save() })")),
      .flagged(
        toRelationship(
          stage: "MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)",
          "var ↓tag: Tag?")),
      .flagged(
        ChangeText.editor(
          ChangeText.entity(ChangeText.attribute("due")),
          ChangeText.entity("↓" + ChangeText.attribute("due", type: "Date")))),
      .flagged(ChangeText.note("var body: String = \"\"", "var ↓body: AttributedString?")),
      .clean(ChangeText.note("var page: Int = 0", "var page: Double = 0")),
      .clean(
        toRelationship(
          stage: ChangeText.custom(
            will: "tags = try context.fetch(FetchDescriptor<V1.Note>()).map(\\.tag)",
            did: "connect(tags, context)"), "var tag: Tag?")),
      .clean(ChangeText.note("var due: String?", "var due: String?; var dueDate: Date?")),
      .clean(
        ChangeText.note(
          "var due: String?",
          "@Attribute(originalName: \"due\") var dueText: String?; var dueDate: Date?")),
    ])

  private static func toRelationship(stage: String, _ new: String) -> String {
    ChangeText.versions(
      "@Model final class Note { var tag: String?; init() {} }",
      """
      @Model final class Note { \(new); init() {} }
        @Model final class Tag { @Relationship(inverse: \\Note.tag) var notes: [Note] = []; init() {} }
      """, newModels: "Note.self, Tag.self", stage: stage)
  }

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    // A class that was not found cannot be told from a value.
    guard !change.hasUnreadList else { return }
    // A misspelt type is said as that.
    let faults = [change.from, change.to].flatMap(SourceFaults.undeclaredTypes)
    let misspelt = Set(faults.compactMap { fault in fault.property.map { [fault.entity, $0] } })
    for difference in change.differences
    where change.isImpassableTypeChange(difference)
      && !misspelt.contains([difference.entity, difference.property])
    {
      let from = difference.from.map { "'\($0)'" } ?? "one type"
      let to = difference.to.map { "'\($0)'" } ?? "another"
      report(
        "'\(difference.path)' changes from \(from) to \(to) between \(change.title)",
        at: difference.location, entity: difference.entity, property: difference.property,
        help: change.isCoreData
          ? "add the new type under a new name, or convert the values in a mapping model" : nil,
        certainty: difference.certainty)
    }
  }
}

extension VersionChange {
  /// Whether a type changes where no stage gets past it.
  func isImpassableTypeChange(_ difference: ModelDifference) -> Bool {
    difference.change == .typeChanged && difference.migration >= .custom
      && !(isCustom && difference.isChangeOfKind)
  }
}
