internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds versions and containers with two classes of one name.
struct RepeatedEntityName: ModelRule, ProjectRule {
  static let info = RuleInfo(
    id: "repeated-entity-name", group: .versions, severity: .error,
    summary: "one version or container holds two model classes of the same name",
    why:
      "entities are called like their classes, without the types around them: of the two only one "
      + "is stored, or the app crashes when the schema is built",
    fix: "rename one of the classes; where stores hold it already, keep the old name for that one",
    limits: "unversioned models that no container opens together are left alone, since they may "
      + "belong to different apps",
    examples: .texts(
      flagged: """
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Old.Note.self] }
          @Model final class Note { var title = ""; init() {} }
          enum Old { @Model final class ↓Note { var text = ""; init() {} } }
        }
        ---
        enum Home { @Model final class Item { var title = ""; init() {} } }
        enum Shop { @Model final class ↓Item { var price = 0; init() {} } }
        enum Schema2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Home.Item.self, Shop.Item.self] }
        }
        ---
        import SwiftData

        enum SchemaV1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static let models: [any PersistentModel.Type] = [Legacy.Task.self, Task.self, User.self]
          @Model final class User { var name = ""; init() {} }
          @Model final class ↓Task { var title = ""; init() {} }
        }
        enum Legacy { @Model final class Task { var text = ""; init() {} } }
        ---
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
          @Model final class Note { var title = ""; init() {} }
          @Model final class Tag { var name = ""; var note: Note?; init() {} }
        }
        enum V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var ↓models: [any PersistentModel.Type] { [Note.self, V1.Tag.self] }
          @Model final class Note { var title = ""; var text = ""; init() {} }
        }
        ---
        enum Home { @Model final class Item { var title = ""; init() {} } }
        enum Shop { @Model final class Item { var price = 0; init() {} } }
        let container = try ↓ModelContainer(for: Home.Item.self, Shop.Item.self)
        """,
      clean: """
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Draft.self] }
          @Model final class Note { var title = ""; init() {} }
          @Model final class Draft { var text = ""; init() {} }
        }
        ---
        @Model final class Note { var title = ""; init() {} }
        enum Rows { struct Note { var text = "" } }
        ---
        @Model final class Item { var title = ""; var notes = ""; init() {} }
        extension Item { enum Kind: String { case note } }
        ---
        enum Home { @Model final class Item { var title = ""; init() {} } }
        enum Shop { @Model final class Item { var price = 0; init() {} } }
        let home = try ModelContainer(for: Home.Item.self)
        let shop = try ModelContainer(for: Shop.Item.self, Shop.Item.self)
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    for problem in model.problems where problem.topic == .repeatedEntity {
      guard let name = problem.entity else { continue }
      // A class of another version brings that version's classes along.
      let way = problem.property?.split(separator: ".").first
      report(
        way == nil ? "two classes of this version are called '\(name)'" : problem.message,
        at: problem.location, entity: name,
        help: way.map {
          "give the version a copy of '\($0)', which then leads to its own '\(name)'"
        })
    }
  }

  func check(_ lint: LintContext, report: RuleReport) {
    for use in lint.containers {
      var full: [String: String] = [:]
      for path in use.types.compactMap({ use.resolved[$0] }) {
        let name = path.lastPart
        guard let other = full[name], other != path else {
          full[name] = path
          continue
        }
        report(
          "the container opens '\(other)' and '\(path)', which are one entity '\(name)'",
          at: use.location, entity: name)
        break
      }
    }
  }
}
