import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

/// A plan of many models is compiled by several compilers, its one file in parts.
@Suite("Plans of many versions", .enabled(if: PlanFixture.isAvailable))
struct ManyVersionsTests {
  private static func source(_ count: Int, _ line: String) -> String {
    let versions = (1...count).map { number in
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self, Folder.self, Tag.self] }
        @Model final class Note {
          var title = ""; var size = 0; var folder: Folder?
          @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
          \((1...number).map { "var extra\($0) = 0" }.joined(separator: "; "))
          init() {}
        }
        @Model final class Folder { var name = ""; var notes: [Note] = []; init() {} }
        @Model final class Tag { var name = ""; var notes: [Note] = []; init() {} }
      }

      """
    }
    let stages = (1..<count).map { number in
      """
      .custom(
        fromVersion: V\(number).self, toVersion: V\(number + 1).self, willMigrate: nil,
        didMigrate: { context in
          for note in try context.fetch(FetchDescriptor<V\(number + 1).Note>()) {
            note.extra\(number + 1) = Steps.next(note.extra\(number), note.title)
            \(number == count - 1 ? line : "")
          }
          try context.save()
        })
      """
    }
    return "import Foundation\nimport SwiftData\n\n" + versions.joined() + """
      enum Steps { static func next(_ number: Int, _ title: String) -> Int { number &+ 1 } }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] {
          [\((1...count).map { "V\($0).self" }.joined(separator: ", "))]
        }
        static var stages: [MigrationStage] {
          [\(stages.joined(separator: ",\n"))]
        }
      }
      """
  }

  private func migrate(_ line: String) throws -> (PlanFixture, String, (text: String, code: Int32))
  {
    let fixture = try PlanFixture()
    let file = fixture.path("Many.swift")
    let text = Self.source(12, line)
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let made = fixture.run(
      ["generate", "--model", file + "@1.0.0", "--rows", "30", "-o", fixture.path("many.store")])
    #expect(made.code == 0, "\(made.text)")
    return (
      fixture, text,
      fixture.run([
        "migrate", fixture.path("many.store"), "--model", file, "-o", fixture.path("new.store"),
        "--quiet",
      ])
    )
  }

  @Test("all closures run") func all() throws {
    let (fixture, _, result) = try migrate("")
    #expect(result.code == 0, "\(result.text)")
    #expect(
      try fixture.value(
        "SELECT count(*) FROM ZNOTE WHERE ZEXTRA12 <> ZEXTRA1 + 11 AND ZEXTRA1 < 1000000000") == "0"
    )
    #expect(try fixture.value("SELECT count(*) > 5 FROM ZNOTE") == "1")
  }

  @Test("errors and traps have their places in the one file") func places() throws {
    for line in ["note.missing = 1", "print([1][7 + note.size & 1])"] {
      let (_, text, result) = try migrate(line)
      let place = try #require(
        text.split(separator: "\n", omittingEmptySubsequences: false)
          .firstIndex { $0.contains(line) })
      #expect(
        result.code == 1 && result.text.contains("Many.swift:\(place + 1):"), "\(result.text)")
    }
  }
}
