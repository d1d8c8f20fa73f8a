import Foundation
import TestSupport
import Testing

@testable import DoctorCLI

/// What is advised of a property that a version adds has to work: its older version has no such property,
/// and all rows get its one default, or none.
@Suite struct NewPropertyAdviceTests {
  private let fixture: DiagnoseFixture

  init() throws { fixture = try DiagnoseFixture() }

  /// A plan whose second version has another `Boat`, and what every command says of a store of the first.
  private func answers(
    _ old: String, _ new: String, extra: String = ""
  ) throws -> [String: String] {
    let text = """
      import Foundation
      import SwiftData
      \(extra)
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Boat.self, Port.self] }
        @Model final class Boat { var name = ""; \(old); init() { fatalError() } }
        @Model final class Port { var town = ""; init() {} }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Boat.self, Port.self] }
        @Model final class Boat { var name = ""; \(new); init() { fatalError() } }
        @Model final class Port { var town = ""; init() {} }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
      }
      """
    let file = fixture.folder.appending(path: "Models.swift")
    try text.write(to: file, atomically: true, encoding: .utf8)
    let made = try fixture.commands.run(
      "generate --model {dir}/Models.swift@V1 --rows 12 -o {dir}/old.store")
    #expect(!made.contains("[exit"), "\(made)")
    let given = "{dir}/old.store --model {dir}/Models.swift"
    return [
      "lint": try fixture.commands.run("lint {dir}/Models.swift"),
      "diff": try fixture.commands.run("diff {dir}/Models.swift@V1 {dir}/Models.swift@V2"),
      "preflight": try fixture.commands.run("preflight \(given)"),
      "diagnose": try fixture.commands.run("diagnose \(given)"),
      "migrate": try fixture.commands.run("migrate \(given) -o {dir}/migrated.store"),
      "repair": try fixture.commands.run("repair \(given) --keep newest -o {dir}/repaired.store"),
    ]
  }

  private var isRepaired: Bool {
    FileManager.default.fileExists(atPath: fixture.path("repaired.store"))
  }

  @Test(arguments: [
    "@Attribute(.unique) var code: UUID = UUID()", "@Attribute(.unique) var code = \"\"",
    "#Unique<Boat>([\\.kind, \\.code]); var code = 0",
  ]) func rowsThatAreEqualInANewPropertyAreNoDuplicates(_ added: String) throws {
    for (command, text) in try answers("var kind = false", "var kind = false; \(added)") {
      guard command != "migrate" || text.contains("134111") else { continue }
      #expect(
        text.contains(
          "add 'code' without the constraint, give each row a value of its own in didMigrate, and make "
            + "it unique in the version after"), "\(command): \(text)")
      #expect(
        !text.contains("willMigrate") && !text.contains("--dry-run"), "\(command): \(text)")
    }
    #expect(!isRepaired)
  }

  /// The rows of an earlier version still have to be told apart before the property becomes unique.
  @Test func aDefaultMakesANewUniquePropertyNoBetter() throws {
    for (command, text) in try answers(
      "var kind = 0", "var kind = 0; @Attribute(.unique) var code: String")
    {
      #expect(
        text.contains("add 'code' as optional, without the constraint"), "\(command): \(text)")
      #expect(!text.contains("declare a default"), "\(command): \(text)")
    }
    #expect(!isRepaired)
  }

  /// Rows without a value are never equal.
  @Test func anOptionalOneMayBeUniqueAtOnce() throws {
    for (command, text) in try answers(
      "var kind = 0", "var kind = 0; @Attribute(.unique) var code: String?")
    {
      #expect(
        !text.contains("134111") && !text.contains("a value of its own"), "\(command): \(text)")
    }
  }

  /// A struct's defaults are not in the schema.
  @Test func aNewStructIsMadeOptional() throws {
    let place = "struct Place: Codable { var width: Double = 0; var depth: Double = 0 }"
    for (command, text) in try answers(
      "var kind = 0", "var kind = 0; var place: Place = Place()", extra: place)
    {
      #expect(text.contains("make it optional"), "\(command): \(text)")
      #expect(
        !text.contains("default at the property, or") && !text.contains("raw value"),
        "\(command): \(text)")
    }
  }

  @Test func aNewFieldIsMadeOptional() throws {
    let places = """
      struct Place: Codable { var width: Double = 0 }
      struct Spot: Codable { var width: Double = 0; var depth: Double = 0 }
      """
    let answers = try answers(
      "var place: Place = Place()", "var place: Spot = Spot()", extra: places)
    for (command, text) in answers where command != "lint" {
      #expect(text.contains("make the field optional"), "\(command): \(text)")
      #expect(!text.contains("--dry-run"), "\(command): \(text)")
      #expect(!text.contains("declare a default"), "\(command): \(text)")
    }
  }

  @Test func aNewRequiredRelationshipNeedsNoDefault() throws {
    for (command, text) in try answers("var kind = 0", "var kind = 0; var port: Port") {
      #expect(text.contains("make it optional"), "\(command): \(text)")
      #expect(!text.contains("give it a default"), "\(command): \(text)")
    }
  }
}
