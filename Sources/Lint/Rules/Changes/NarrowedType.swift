package import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds numbers whose newer type cannot hold every value of the older one.
package struct NarrowedType: ChangeRule {
  package static let info = RuleInfo(
    id: "value-does-not-convert", group: .changes, severity: .error,
    summary: "values do not fit the new type of an attribute",
    why:
      "Core Data lets numbers and Booleans become each other without looking: what does not fit is "
      + "cut, a fraction dropped, and a text counts as 0",
    fix: "give the new attribute another name, and convert the values in a custom stage",
    limits:
      "a warning in lint, which sees no rows: 'preflight' counts those that do not fit; silent "
      + "where the stage's willMigrate touches the property",
    examples: [
      .flagged(ChangeText.note("var size: Int = 0", "var ↓size: Int8 = 0")),
      .flagged(ChangeText.note("var price: Double = 0", "var ↓price: Int = 0")),
      .flagged(
        ChangeText.note(
          "var title = \"\"; var rank: Int64 = 0", "var title = \"\"; var ↓rank: Int32 = 0")),
      .clean(ChangeText.note("var size: Int16 = 0", "var size: Int64 = 0")),
      .clean(ChangeText.note("var size: Int = 0", "var size: Int? = 0")),
      .clean(ChangeText.note("var isOpen: Bool = false", "var isOpen: Int = 0")),
    ])

  static let judgesShipped = false

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    for loss in change.losses where loss.kind == .conversion && !lint.settings.allows(loss) {
      guard let property = loss.property, let type = loss.newType, !change.mayPrepare(property)
      else { continue }
      report(
        "'\(loss.path)' becomes \(type.name) between \(change.title), which cannot hold every value",
        at: loss.places.first, entity: loss.entity, property: property, severity: .warning)
    }
  }
}
