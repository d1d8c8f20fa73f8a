internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds new required fields of structs that are stored already.
struct CompositeFieldAddedRequired: ChangeRule {
  static let info = RuleInfo(
    id: "composite-field-added-required", group: .changes, severity: .error,
    summary: "a struct that is stored already gets a new required field",
    why: "each field is a column: rows that exist have no value for the new one, and the migration "
      + "fails with 134110 naming the field",
    fix: "make the field optional",
    explanation: "migration-mandatory-attribute",
    examples: [
      .flagged(growing("var width: Double; var height: Double")),
      .flagged(growing("var width: Double; var unit: String")),
      .flagged(growing("var width: Double; var depth: Int; var height: Double?")),
      .clean(growing("var width: Double; var height: Double?", mark: false)),
      .clean(
        ChangeText.note("var size: Size?", "var size: Size?; var pages = 0")
          + "\nstruct Size: Codable { var width: Double; var height: Double }"),
      .clean(ChangeText.note("var title = \"\"", "var title = \"\"; var pages = 0")),
    ])

  /// `Size` with the given fields in the second version; it has `width` alone in the first.
  private static func growing(_ fields: String, mark: Bool = true) -> String {
    ChangeText.versions(
      """
      struct Size: Codable { var width: Double }
        @Model final class Note {
          var size: V1.Size
          init(size: V1.Size) { self.size = size }
        }
      """,
      """
      struct Size: Codable { \(fields) }
        @Model final class Note {
          var \(mark ? "↓" : "")size: V2.Size
          init(size: V2.Size) { self.size = size }
        }
      """)
  }

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    self.report(
      change,
      where: {
        $0.change == .attributeAdded && $0.migration == .dataDependent
          && $0.property?.contains(".") == true
      },
      { "'\($0.path)' is a new required field in '\(change.to.name)'" }, to: report)
  }
}
