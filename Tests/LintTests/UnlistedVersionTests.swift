import Testing

@testable import Diagnostics
@testable import Lint

/// Versions and schemas of plans that stand where nobody looks first: in another file, or in no list.
@Suite struct UnlistedVersionTests {
  private static func versions(_ newest: String) -> String {
    """
    import SwiftData
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { var title = ""; init() {} }
    }
    \(newest)

    """
  }

  private func rules(_ files: [String: String]) throws -> [String] {
    let text = try LintFolder(files).run("lint {}").text
    return ["added-required-without-default", "container-behind-plan", "reused-version-identifier"]
      .filter { text.contains("[\($0)]") }
  }

  /// What a container opens besides the newest version is in no version of the plan.
  @Test func classesThatTheNewestVersionDoesNotListAreNamedAtTheContainer() throws {
    let text = Self.versions(
      """
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; var size: Int?; init() {} }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
      }
      typealias Note = V2.Note
      @Model final class Tag { var name = ""; init() {} }
      func open() throws -> ModelContainer {
        try ModelContainer(for: Schema([Note.self, Tag.self]), migrationPlan: Plan.self)
      }
      """)
    let folder = try LintFolder(["Store.swift": text])
    for command in ["plan --model {}", "verify --model {} --skip-closures"] {
      let result = folder.run(command)
      #expect(result.code == 1, "\(result.text)")
      #expect(result.text.contains("the container opens 'Tag', which 'V2'"), "\(result.text)")
      #expect(result.text.contains("Store.swift:19:"), "\(result.text)")
    }
    try folder.write("Store.swift", text.replacing(", Tag.self", with: ""))
    #expect(folder.run("plan --model {}").code == 0)
  }

  /// A stage to a version is written before the version is listed: what it breaks is known then.
  @Test func aStageToAVersionThatIsNotListedIsExamined() throws {
    let plan = """
      import SwiftData
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self] }
        static var stages: [MigrationStage] { [] }
        STAGE
      }

      """
    let next = Self.versions(
      """
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; var rank: Int; init(rank: Int) { self.rank = rank } }
      }
      """)
    let stage =
      "static let coming = MigrationStage.custom(fromVersion: V1.self, toVersion: V2.self, "
      + "willMigrate: nil, didMigrate: { try $0.save() })"
    #expect(
      try rules(["Versions.swift": next, "Plan.swift": plan.replacing("STAGE", with: stage)])
        == ["added-required-without-default", "reused-version-identifier"])
    // Without a stage nobody says that users get from one to the other.
    #expect(
      try rules(["Versions.swift": next, "Plan.swift": plan.replacing("STAGE", with: "")]) == [])
  }

  /// What a container opens may be a list of another file, in a type and behind other members.
  @Test(arguments: [
    ("Current.schema", "V1", true), ("Current.schema", "V2", false),
    ("Current.newest", "V1", false),
    ("Current.make()", "V1", true), ("globalSchema", "V1", true),
    ("Schema(Current.types)", "V1", true),
  ])
  func theSchemaOfAnotherFileIsKnown(_ schema: String, _ used: String, _ isBehind: Bool) throws {
    let versions = Self.versions(
      """
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; var rank = 0; init() {} }
      }
      typealias Note = \(used).Note
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
      }
      """)
    let current = """
      import SwiftData
      let globalSchema = Schema([Note.self])
      enum Current {
        static let types: [any PersistentModel.Type] = [Note.self]
        static var schema: Schema { Schema(types) }
        static let newest = Schema(versionedSchema: V2.self)
        static func make() -> Schema { .init(types) }
      }

      """
    let opening = """
      import SwiftData
      func open() throws -> ModelContainer {
        try ModelContainer(for: \(schema), migrationPlan: Plan.self)
      }

      """
    let found = try rules([
      "Versions.swift": versions, "Current.swift": current, "Opening.swift": opening,
    ])
    #expect(found == (isBehind ? ["container-behind-plan"] : []))
  }
}
