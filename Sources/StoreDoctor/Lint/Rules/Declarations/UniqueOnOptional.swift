internal import Diagnostics
internal import StoreModel

/// Finds unique properties that may be empty.
struct UniqueOnOptional: ModelRule {
  static let info = RuleInfo(
    id: "unique-on-optional", group: .declarations, severity: .note,
    summary: "a unique property is optional",
    why: "SQLite treats no two NULLs as equal, so any number of objects without a value are kept "
      + "side by side, and saving one again does not update the other",
    fix: "make the property required if it identifies the object",
    limits: "constraints over several properties are not looked at",
    examples: [
      .flagged("@Model class Note { @Attribute(.unique) var ↓code: String?; init() {} }"),
      .flagged("@Model class Note { #Unique<Note>([\\.code]); var ↓code: Int?; init() {} }"),
      .flagged(
        """
        import SwiftData

        @Model
        final class Account {
          @Attribute(.unique) var ↓remoteID: UUID?
          var name: String

          init(remoteID: UUID? = nil, name: String) {
            self.remoteID = remoteID
            self.name = name
          }
        }
        """),
      .clean("@Model class Note { @Attribute(.unique) var code = \"\"; init() {} }"),
      .clean("@Model class Note { var code: String?; init() {} }"),
      .clean(
        """
        @Model class Seat {
          #Unique<Seat>([\\.row, \\.number])
          var row: Int?
          var number = 0
          init() {}
        }
        """),
    ])

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .swift || model.source == .xcodeModel else { return }
    for entity in model.entities {
      for constraint in entity.uniquenessConstraints where constraint.count == 1 {
        guard let attribute = entity.attribute(named: constraint[0]), attribute.isOptional else {
          continue
        }
        report(
          "'\(entity.name).\(attribute.name)' is unique but optional: any number of objects "
            + "may have no value", about: attribute, of: entity)
      }
    }
  }
}
