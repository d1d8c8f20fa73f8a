internal import Diagnostics
internal import StoreModel

/// Finds uniqueness that no server can promise.
struct CloudKitUniqueConstraint: CloudKitRule {
  static let info = RuleInfo(
    id: "ck-unique-constraints", group: .cloudKit, severity: .error,
    summary: "a mirrored model demands unique values",
    why:
      "two devices may make the same value before they hear of each other, so CloudKit mirroring has "
      + "no constraints: the container is not made, with a default value or without",
    fix: "drop the constraint and look for an existing object before inserting",
    explanation: "ck-unique-constraints",
    examples: [
      .flagged(
        CloudKitText.mirrored(
          """
          @Model class Note { @Attribute(.unique) var ↓code = 0; init() {} }
          """)),
      .flagged(
        CloudKitText.mirrored(
          """
          @Model class ↓Note { #Unique<Note>([\\.a, \\.b]); var a = 0; var b = 0; init() {} }
          """)),
      .flagged(
        CloudKitText.mirrored(
          """
          @Model
          final class Account {
            @Attribute(.unique) var ↓email: String = ""
            var name: String = ""
            init(email: String, name: String) {
              self.email = email
              self.name = name
            }
          }
          """, types: "[Account.self]", database: ".automatic")),
      .flagged(
        CloudKitText.mirrored(
          """
          let isOn = true
          let chosen: ModelConfiguration.CloudKitDatabase = isOn ? .private("iCloud.notes") : .none
          @Model class Note { @Attribute(.unique) var ↓code = 0; init() {} }
          """, database: "chosen")),
      .flagged(
        CloudKitText.mirrored(
          """
          let isOn = true
          var chosen: ModelConfiguration.CloudKitDatabase { isOn ? .private("iCloud.notes") : .none }
          @Model class Note { @Attribute(.unique) var ↓code = 0; init() {} }
          """, database: "chosen")),
      .clean(
        CloudKitText.mirrored(
          """
          var chosen: ModelConfiguration.CloudKitDatabase { .none }
          @Model class Note { @Attribute(.unique) var code = 0; init() {} }
          """, database: "chosen")),
      .clean(
        """
        import SwiftData
        @Model final class Cache { @Attribute(.unique) var key = ""; init() {} }
        \(CloudKitText.note)
        enum Stores {
          static func main() throws -> ModelContainer {
            let setup = ModelConfiguration(
              "Main", schema: Stores.schema, cloudKitDatabase: .private("iCloud.notes"))
            return try ModelContainer(for: Stores.schema, configurations: [setup])
          }
          static func cache() throws -> ModelContainer {
            let schema = Schema([Cache.self])
            let setup = ModelConfiguration("Cache", schema: schema, cloudKitDatabase: .none)
            return try ModelContainer(for: schema, configurations: [setup])
          }
          static let types: [any PersistentModel.Type] = [Note.self]
          static let schema = Schema(Stores.types)
        }
        """),
      .flagged(
        """
        import SwiftData
        @Model final class Search { @Attribute(.unique) var term = ""; init() {} }
        @Model final class Note { @Attribute(.unique) var ↓code = ""; init() {} }
        enum Stores {
          static let synced: [any PersistentModel.Type] = [Note.self]
          static func open(_ file: URL) throws -> ModelContainer {
            let main = ModelConfiguration(
              "Main", schema: Schema(synced), cloudKitDatabase: .private("iCloud.notes"))
            let local = ModelConfiguration(
              "Local", schema: Schema([Search.self]), url: file, cloudKitDatabase: .none)
            return try ModelContainer(
              for: Schema(synced + [Search.self]), configurations: main, local)
          }
        }
        """),
      .clean(CloudKitText.mirrored(CloudKitText.note)),
      .clean(
        CloudKitText.mirrored(
          """
          @Model class Note { @Attribute(.unique) var code = 0; init() {} }
          """, database: ".none")),
      .clean(
        CloudKitText.mirrored(
          """
          @Model class Note { var code = 0; init() {} }
          @Model class Draft { @Attribute(.unique) var code = 0; init() {} }
          """)),
    ])
}
