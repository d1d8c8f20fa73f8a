internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds optional properties that become required over rows without a value.
struct RequiredWithoutValue: ChangeRule {
  static let info = RuleInfo(
    id: "required-without-value", group: .changes, severity: .warning,
    summary: "an optional property becomes required, and nothing fills the rows without a value",
    why: "a single row with NULL makes the migration fail with 134110, and the store does not open",
    fix: "give the property a default at its declaration, or fill it in willMigrate of a custom "
      + "stage, where it is still optional",
    limits:
      "that willMigrate really fills it is not checked; 'preflight' counts the rows of a store",
    explanation: "migration-mandatory-attribute",
    examples: [
      .flagged(ChangeText.note("var title: String?", "var ↓title: String")),
      .flagged(
        ChangeText.note(
          "var created: Date?; var title: String = \"\"",
          "var ↓created: Date; var title: String = \"\"",
          stage: ChangeText.custom(
            will: "let notes = try context.fetch(FetchDescriptor<V1.Note>())")
        )),
      .flagged(
        ChangeText.note(
          "var rank: Int?", "var ↓rank: Int",
          stage: ChangeText.custom(
            did: """
              for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.rank = 1 }
              """))),
      .flagged(
        ChangeText.editor(
          ChangeText.entity(ChangeText.attribute("title")),
          ChangeText.entity("↓" + ChangeText.attribute("title", "")))),
      .clean(ChangeText.note("var title: String?", "var title: String = \"untitled\"")),
      .clean(
        ChangeText.note(
          "var rank: Int?", "var rank: Int",
          stage: ChangeText.custom(
            will: """
              for note in try context.fetch(FetchDescriptor<V1.Note>()) where note.rank == nil {
                      note.rank = 1
                    }
              """))),
      .clean(
        ChangeText.note(
          "var rank: Int?", "var rank: Int",
          stage: ChangeText.custom(will: "try fillGaps(in: context)"))),
      .clean(
        ChangeText.note(
          "var rank: Int?", "var rank: Int",
          stage: ChangeText.custom(
            will: """
              kept = try context.fetch(FetchDescriptor<V1.Note>())
                      kept.forEach { context.delete($0) }
              """, did: "kept.forEach { context.insert(V2.Note($0)) }"))),
      .clean(ChangeText.note("var title: String", "var title: String?")),
    ])

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    for difference in change.differences
    where difference.change == .optionalityChanged && difference.migration == .dataDependent {
      let name = difference.property.map { $0.split(separator: ".").first.map(String.init) ?? $0 }
      guard let property = difference.property, let name, !change.mayPrepare(name),
        !change.mayDelete(difference.entity)
      else { continue }
      report(
        "'\(difference.entity).\(property)' becomes required between \(change.title), and rows "
          + "without a value have none to get", at: difference.location, entity: difference.entity,
        property: property,
        help: change.to.entity(named: difference.entity)?.relationship(named: property) != nil
          ? "leave it optional, or give every row an object in a migration of its own"
          : change.isCoreData
            ? "give it a default value in the model editor, or leave it optional" : nil)
    }
  }
}
