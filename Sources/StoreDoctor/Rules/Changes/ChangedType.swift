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
    limits: "numbers and Booleans convert into each other and are not flagged",
    explanation: "infer-attribute-types-incompatible",
    examples: [
      .flagged(ChangeText.note("var page: Int = 0", "var ↓page: String = \"\"")),
      .flagged(ChangeText.note("var due: String?", "var ↓due: Date?")),
      .flagged(
        ChangeText.note(
          "var priority: Int = 0", "var ↓priority: String = \"\"",
          stage: "MigrationStage.custom(fromVersion: V1.self, toVersion: V2.self, "
            + "willMigrate: nil, didMigrate: { context in try context.save() })")),
      .clean(ChangeText.note("var page: Int = 0", "var page: Double = 0")),
      .clean(ChangeText.note("var due: String?", "var due: String?; var dueDate: Date?")),
      .clean(
        ChangeText.note(
          "var due: String?",
          "@Attribute(originalName: \"due\") var dueText: String?; var dueDate: Date?")),
    ])

  func check(_ change: VersionChange, in lint: LintContext, report: (Finding) -> Void) {
    // A class that was not found cannot be told from a value.
    guard !change.hasUnreadList else { return }
    for difference in change.differences
    where difference.change == .typeChanged && difference.migration >= .custom {
      let from = difference.from.map { "'\($0)'" } ?? "one type"
      let to = difference.to.map { "'\($0)'" } ?? "another"
      report(
        finding(
          "'\(difference.path)' changes from \(from) to \(to) between \(change.title)",
          at: difference.location, entity: difference.entity, property: difference.property,
          certainty: difference.certainty))
    }
  }
}
