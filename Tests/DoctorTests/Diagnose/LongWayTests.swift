import Foundation
import Testing

@testable import DoctorCLI

/// What is said of many stages stays a line that can be read, and of a change that needs no migration that it needs none.
@Suite struct LongWayTests {
  @Test func manyStagesAreOneShortLine() throws {
    var test = BundleCase()
    test.file = "Plan.swift"
    let versions = (1...12).map { number in
      """
      enum NotesSchemaOfRelease\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { \((1...number).map { "var text\($0) = \"\"" }.joined(separator: "; ")); init() {} }
      }
      """
    }
    let names = (1...12).map { "NotesSchemaOfRelease\($0).self" }
    let stages = zip(names, names.dropFirst()).map {
      ".lightweight(fromVersion: \($0), toVersion: \($1))"
    }
    try FileManager.default.createDirectory(at: test.folder, withIntermediateDirectories: true)
    try """
    import SwiftData
    \(versions.joined(separator: "\n"))
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [\(names.joined(separator: ", "))] }
      static var stages: [MigrationStage] { [\(stages.joined(separator: ",\n"))] }
    }
    """.write(toFile: test.models, atomically: true, encoding: .utf8)
    #expect(test.generate("1.0.0"))
    for command in ["diagnose", "preflight"] {
      let answer = test.run([command, test.store, "--model", test.models])
      let line = answer.text.split(separator: "\n").first { $0.contains("stages") }
      #expect(line?.hasSuffix("NotesSchemaOfRelease6 and 6 more") == true, "\(answer.text)")
    }
  }

  @Test func noMigrationIsNoLightweightOne() throws {
    let test = BundleCase()
    try FileManager.default.createDirectory(at: test.folder, withIntermediateDirectories: true)
    func model(_ title: String) throws -> String {
      let path = test.folder.appending(path: "\(title).swift").path
      try "import SwiftData\n@Model final class Note { var title = \"\(title)\"; init() {} }"
        .write(toFile: path, atomically: true, encoding: .utf8)
      return path
    }
    let answer = test.run(["diff", try model("old"), try model("new")])
    #expect(answer.text.contains("opens the store without migrating"), "\(answer.text)")
    #expect(!answer.text.contains("lightweight"), "\(answer.text)")
  }
}
