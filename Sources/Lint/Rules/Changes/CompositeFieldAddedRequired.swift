internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds new required fields of structs that are stored already.
struct CompositeFieldAddedRequired: ChangeRule {
  static let info = RuleInfo(
    id: "composite-field-added-required", group: .changes, severity: .error,
    summary: "a stored struct gets a new required field",
    why: "each field is a column: rows that exist have no value for the new one, and the migration "
      + "fails with 134110 naming the field",
    fix: "make the field optional",
    explanation: "migration-mandatory-attribute",
    examples: [
      .flagged(growing("var width: Double; var height: Double")),
      .flagged(growing("var width: Double; var unit: String")),
      .flagged(growing("var width: Double; var depth: Int; var height: Double?")),
      .flagged(growing("var width: Double; var height: Double", "V2.Size?")),
      .clean(growing("var width: Double; var height: Double?", mark: false)),
      .clean(growing("var width: Double; var height: Double?", "V2.Size?", mark: false)),
      .clean(
        ChangeText.note("var size: Size?", "var size: Size?; var pages = 0")
          + "\nstruct Size: Codable { var width: Double; var height: Double }"),
      .clean(ChangeText.note("var title = \"\"", "var title = \"\"; var pages = 0")),
    ])

  /// `Size` with the given fields in the second version; it has `width` alone in the first.
  private static func growing(
    _ fields: String, _ type: String = "V2.Size", mark: Bool = true
  ) -> String {
    ChangeText.versions(
      """
      struct Size: Codable { var width: Double }
        @Model final class Note {
          var size: \(type.replacing("V2", with: "V1"))
          init(size: \(type.replacing("V2", with: "V1"))) { self.size = size }
        }
      """,
      """
      struct Size: Codable { \(fields) }
        @Model final class Note {
          var \(mark ? "↓" : "")size: \(type)
          init(size: \(type)) { self.size = size }
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
      { "'\($0.path)' is a new required field in \(change.newer)" }, to: report)
    for difference in change.differences where difference.change == .attributeAdded {
      guard let path = difference.property?.split(separator: ".").map(String.init), path.count > 1,
        let field = change.to.field(path, of: difference.entity), field.isOptional,
        let type = field.swiftType, type.last != "?", type.last != "!", !change.mayFill(path[0])
      else { continue }
      report(
        "'\(difference.path)' is a new required field in \(change.newer), and objects that have "
          + "a '\(path[0])' have no value for it", at: difference.location,
        entity: difference.entity, property: difference.property, severity: .warning,
        certainty: .inferred("the column is optional because '\(path[0])' is; what reads it is not")
      )
    }
  }
}

extension DataModel {
  /// A field of a composite by its path, `["place", "longitude"]`.
  fileprivate func field(_ path: [String], of entity: String) -> Attribute? {
    var found = self.entity(named: entity)?.attribute(named: path[0])
    for name in path.dropFirst() { found = found?.elements.first { $0.name == name } }
    return found
  }
}
