internal import Diagnostics
internal import StoreModel

/// Finds names of types with a letter too many, too few or wrong.
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
        ---
        enum Sky: String, Codable { case clear, grey }
        @Model class Day { var ↓sky: Skye = Skye.clear; var ↓best: Houre?; init() {} }
        @Model class Hour { var sky: Sky?; init() {} }
        ---
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [↓Notee.self] }
          @Model final class Note { var title: String = ""; init() {} }
        }
        ---
        enum Shop1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Item.self] }
          @Model final class Item { var name: String = ""; init() {} }
        }
        enum ShopPlan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [Shop1.self, ↓Shop11.self] }
          static var stages: [MigrationStage] {
            [↓.lightweight(fromVersion: Shop1.self, toVersion: Shop12.self)]
          }
        }
        """,
      clean: """
        @Model class Note { var title: String?; init() {} }
        ---
        struct Dat: Codable { var day: Int }
        @Model class Note { var day: Dat = Dat(day: 1); init() {} }
        ---
        @Model class Note { var author: PersonNameComponents?; init() {} }
        ---
        @Model class Tag { var name: String = ""; var all: Tags?; var book: Book?; init() {} }
        @Model class Boot { var size: Int = 0; init() {} }
        """))

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    let versions = history.versions.filter { $0.source == .swift }
    let faults =
      history.unread.compactMap(SourceFaults.misspelt)
      + versions.flatMap(SourceFaults.undeclaredTypes)
    for fault in faults {
      report(
        fault.message, at: fault.location, entity: fault.entity, property: fault.property,
        help: fault.help, certainty: fault.certainty)
    }
  }
}
