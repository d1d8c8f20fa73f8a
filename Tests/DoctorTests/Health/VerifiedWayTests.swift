import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import StoreDoctor

/// What `verify` says of versions it comes to no more, and of what is its own doing.
@Suite struct VerifiedWayTests {
  @Test func aVersionThatOnlyStagesNameIsNoPass() throws {
    let edit = LibraryStore.edit("Shelf") {
      $0.attributes.append(Attribute(name: "color", type: .string, isOptional: true))
    }
    let more = LibraryStore.edit("Shelf") {
      $0.attributes.append(Attribute(name: "size", type: .string, isOptional: true))
    }
    var history = LibraryStore.plan([.lightweight, .lightweight], [edit, more])
    #expect(try Verification([history]).run(fixtures: []).verdict == .done)
    history.versions.removeLast()
    history.currentVersion = "Library 2"
    let result = try Verification([history]).run(fixtures: [])
    #expect(result.isPassed && result.verdict == .found)
    let finding = try #require(result.findings.first)
    #expect(finding.rule == "schema-not-in-plan")
    #expect(finding.message.contains("'Library 3'"), "\(finding.message)")
  }

  /// The copy keeps the files of the rows that went, which nothing is lost by.
  @Test func filesOfDroppedRowsAreNoFindingOfTheirOwn() throws {
    func version(_ number: Int, _ models: String, _ text: String) -> String {
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [\(models)] }
        \(text)
        @Model final class Page { @Attribute(.externalStorage) var scan: Data?; init() {} }
      }

      """
    }
    let photo =
      "@Model final class Photo { @Attribute(.externalStorage) var image: Data?; init() {} }"
    let text =
      "import Foundation\nimport SwiftData\n"
      + version(1, "Page.self, Photo.self", photo) + version(2, "Page.self", "") + """
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static var stages: [MigrationStage] {
            [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
          }
        }
        """
    let histories = SwiftModelReader.read([SourceFile(path: "Models.swift", text: text)])
    let result = try Verification(histories).run(fixtures: [])
    let rules = Set(result.findings.map(\.rule))
    #expect(rules == ["entity-dropped"], "\(result.findings)")
  }
}
