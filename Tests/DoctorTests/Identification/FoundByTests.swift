import Foundation
import StoreEngine
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import StoreDoctor

/// Every command says how a version was found as `identify` says it, and calls certain only what is.
@Suite struct FoundByTests {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder(temporaryFor: "found-by") }

  private func run(_ line: String) throws -> (code: Int32, text: String) {
    let words = try ShellWords.split(line).map { $0.replacing("{dir}", with: folder.path) }
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (code, out.text)
  }

  private func write(_ property: String) throws {
    let text = """
      import Foundation
      import SwiftData
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Link.self] }
        @Model final class Link { \(property); init() {} }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Link.self] }
        @Model final class Link { \(property); var note: String?; init() {} }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
          [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
        }
      }
      """
    try Data(text.utf8).write(to: URL(filePath: folder.file("Models.swift")))
    for name in ["a.store", "b.store"] {
      try? FileManager.default.removeItem(atPath: folder.file(name))
    }
    let made = try run(
      "generate --model {dir}/Models.swift@1.0.0 --rows 2 -o {dir}/a.store")
    try #require(made.code == 0, "\(made.text)")
  }

  @Test(arguments: [("var target: URL?", "shape"), ("var target: String?", "checksum")])
  func everyCommandSaysTheSame(_ property: String, _ by: String) throws {
    try write(property)
    let given = "{dir}/a.store --model {dir}/Models.swift"
    for command in [
      "identify \(given)", "preflight \(given)", "plan \(given)", "diagnose \(given)",
      "migrate \(given) -o {dir}/b.store --force",
    ] {
      let result = try run(command)
      #expect(result.code == 0, "\(result.text)")
      #expect(result.text.contains("by \(by)"), "\(command)\n\(result.text)")
      let other = by == "shape" ? "by checksum" : "by shape"
      #expect(!result.text.contains(other), "\(command)\n\(result.text)")
    }
  }

  /// What `diff` calls unknown is not certain for `plan`.
  @Test func planIsAsCertainAsDiff() throws {
    for (property, isKnown) in [("var target: URL?", false), ("var target: String?", true)] {
      try write(property)
      let diff = try run("diff {dir}/Models.swift@1.0.0 {dir}/Models.swift@2.0.0").text
      #expect(diff.contains("unknown what a migration needs") != isKnown, "\(diff)")
      for start in ["{dir}/a.store", "{dir}/Models.swift@1.0.0"] {
        let plan = try run("plan \(start) --model {dir}/Models.swift").text
        let doubt = "a lightweight migration will do (likely: not everything could be compared)"
        #expect(plan.contains(doubt) != isKnown, "\(plan)")
        #expect(plan.contains("Not compared") != isKnown, "\(plan)")
      }
    }
  }
}
