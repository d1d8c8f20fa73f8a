internal import Diagnostics
internal import StoreModel

/// Finds versions without a number.
struct MissingVersionIdentifier: HistoryRule {
  static let info = RuleInfo(
    id: "missing-version-identifier", group: .versions, severity: .error,
    summary: "a VersionedSchema has no 'versionIdentifier'",
    why: "the protocol requires it, so the file does not compile",
    fix:
      "add 'static let versionIdentifier = Schema.Version(1, 0, 0)', with a number of its own for "
      + "each version",
    limits: "versions with '#if' or macros among their members are left alone, as are those that "
      + "adopt a protocol of one's own",
    examples: .texts(
      flagged: """
        enum ↓V1: VersionedSchema {
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var title = ""; init() {} }
        }
        ---
        import SwiftData
        struct ↓FirstSchema: VersionedSchema {
          static let versionidentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var title = ""; init() {} }
        }
        ---
        import SwiftData
        enum Versions {
          enum ↓Old: VersionedSchema {
            static let models: [any PersistentModel.Type] = [Note.self]
            @Model final class Note { var title = ""; init() {} }
          }
        }
        """,
      clean: """
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var title = ""; init() {} }
        }
        ---
        import SwiftData
        enum V1: VersionedSchema {
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var title = ""; init() {} }
        }
        extension V1 { static var versionIdentifier: Schema.Version { .init(1, 0, 0) } }
        ---
        import SwiftData
        protocol Numbered: VersionedSchema { static var number: Int { get } }
        extension Numbered { static var versionIdentifier: Schema.Version { .init(number, 0, 0) } }
        """))

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    for version in history.versions {
      for problem in version.problems where problem.topic == .missingIdentifier {
        report("'\(version.name)' has no 'versionIdentifier'", at: problem.location)
      }
    }
  }
}
