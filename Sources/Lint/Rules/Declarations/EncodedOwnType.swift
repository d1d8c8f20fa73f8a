internal import Diagnostics
internal import StoreModel

/// Finds structs of the app's own that are kept as one encoded value.
struct EncodedOwnType: HistoryRule {
  static let info = RuleInfo(
    id: "encoded-own-type", group: .declarations, severity: .note,
    summary: "'@Attribute(.codable)' on a struct of the app's own",
    why:
      "the value becomes one encoded blob: nothing can be fetched or sorted by what is in it, and "
      + "a changed struct is no schema change, so no migration runs and old values may not be "
      + "decoded",
    fix: "leave '.codable' out, so that its fields become columns; it is for types of other "
      + "modules",
    limits: "only structs that the given paths declare",
    examples: .texts(
      flagged: """
        struct Place: Codable { var city = ""; var street = "" }
        @Model class Shop { @Attribute(.codable) var ↓place: Place = Place(); init() {} }
        ---
        struct Size: Codable { var width = 0; var height = 0 }
        @Model class Box {
          var name = ""
          @Attribute(.externalStorage, .codable) var ↓size: Size?
          init() {}
        }
        ---
        @Model class Trip {
          struct Leg: Codable { var miles = 0.0; var name = "" }
          @Attribute(.codable)
          var ↓first: Leg = Leg()
          init() {}
        }
        """,
      clean: """
        struct Place: Codable { var city = ""; var street = "" }
        @Model class Shop { var place: Place = Place(); init() {} }
        ---
        @Model class Shop { @Attribute(.codable) var box: MapBox?; init() {} }
        ---
        struct Size: Codable { var width = 0; var height = 0 }
        @Model class Box { @Transient var size: Size = Size(); var name = ""; init() {} }
        """))

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    for version in lint.openVersions(of: history) {
      for problem in version.problems where problem.topic == .encodedOwnType {
        report(
          problem.message, at: problem.location, entity: problem.entity, property: problem.property)
      }
    }
  }
}
