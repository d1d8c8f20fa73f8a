import Testing

@testable import Lint

/// What mends two versions that are the same model depends on why they are.
@Suite struct EqualVersionsTests {
  private func help(_ first: String, _ second: String, _ stage: String) throws -> String {
    let folder = try LintFolder([
      "Notes.swift": """
      import SwiftData
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        \(first)
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        \(second)
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static let stages: [MigrationStage] = [\(stage)]
      }
      """,
      "Live.swift": first.isEmpty ? "import SwiftData\n" + Self.note : "",
    ])
    let lines = folder.run("lint {}").text.split(separator: "\n").map(String.init)
    let place = try #require(lines.firstIndex { $0.contains("same-checksum-versions") })
    return lines[place...].prefix(6).joined(separator: "\n")
  }

  private static let note = "@Model final class Note { var title = \"\"; init() {} }"
  private static let lightweight =
    ".lightweight(fromVersion: V1.self, toVersion: V2.self)"

  @Test func versionsThatListALiveClassNeedACopyOfIt() throws {
    let help = try help("", "", Self.lightweight)
    #expect(help.contains("give 'V1' a copy of 'Note' as it was"), "\(help)")
  }

  @Test func aStageWithCodeIsMadeToRun() throws {
    let help = try help(
      Self.note, Self.note,
      """
      .custom(
        fromVersion: V1.self, toVersion: V2.self,
        willMigrate: { context in try context.delete(model: V1.Note.self) }, didMigrate: nil)
      """)
    #expect(help.contains("'@Attribute(hashModifier: \"2\")'"), "\(help)")
  }

  @Test func otherwiseOneOfThemGoes() throws {
    let help = try help(Self.note, Self.note, Self.lightweight)
    #expect(help.contains("remove one of the versions"), "\(help)")
    #expect(!help.contains("hashModifier") && !help.contains("copy"), "\(help)")
  }
}
