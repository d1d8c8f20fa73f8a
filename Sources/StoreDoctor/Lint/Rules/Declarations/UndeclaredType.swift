internal import Diagnostics
internal import StoreModel

/// Finds stored properties whose type is a standard type with a letter too many, too few or wrong.
struct UndeclaredType: HistoryRule {
  static let info = SourceFaults.undeclaredType.with(
    group: .declarations,
    examples: .texts(
      flagged: """
        @Model class Note { var ↓title: Strin?; init() {} }
        ---
        @Model class Note { var ↓day: Dat = Date(); var ↓isDone: Boool = false; init() {} }
        ---
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var ↓title: Sting = ""; init() {} }
        }
        """,
      clean: """
        @Model class Note { var title: String?; init() {} }
        ---
        struct Dat: Codable { var day: Int }
        @Model class Note { var day: Dat = Dat(day: 1); init() {} }
        ---
        @Model class Note { var author: PersonNameComponents?; init() {} }
        """))

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    for model in history.versions where model.source == .swift {
      for fault in SourceFaults.undeclaredTypes(in: model) {
        report(
          fault.message, at: fault.location, entity: fault.entity, property: fault.property,
          help: fault.help, certainty: fault.certainty)
      }
    }
  }
}
