import Foundation
import ModelSource
import StoreEngine
import StoreModel
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import Lint
@testable import ModelInputs
@testable import StoreDoctor

/// A new required value that nothing can have filled is certain failure in every command.
@Suite struct CertainFailureTests {
  private let folder: WorkFolder

  private static let models = """
    import SwiftData
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { var title = ""; var kind: Kind?; init() {} }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { var title = ""; var kind: Kind?; var rank: Int; init() {} }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
    }
    enum Kind: Codable { case a, b, c }
    """

  init() throws {
    folder = try WorkFolder(temporaryFor: "certain")
    try Data(Self.models.utf8).write(to: URL(filePath: folder.file("Models.swift")))
  }

  private func run(_ line: String) throws -> (code: Int32, text: String) {
    let words = try ShellWords.split(line).map { $0.replacing("{dir}", with: folder.path) }
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (code, out.text)
  }

  private func generate(rows: Int) throws {
    let made = try run(
      "generate --model {dir}/Models.swift@1.0.0 --rows \(rows) -o {dir}/a.store --force")
    try #require(made.code == 0, "\(made.text)")
  }

  @Test func rowsMakeItCertain() throws {
    try generate(rows: 3)
    let plan = try run("plan {dir}/a.store --model {dir}/Models.swift")
    #expect(plan.code == 1 && plan.text.contains("certain failure"), "\(plan.text)")
    #expect(plan.text.contains("[rows-without-required-value]"))
    #expect(!plan.text.contains("data dependent"))
    let preflight = try run("preflight {dir}/a.store --model {dir}/Models.swift")
    #expect(preflight.code == 1 && preflight.text.contains("the migration would fail"))
    #expect(preflight.text.contains("[rows-without-required-value]"))
  }

  @Test func withoutRowsNothingFails() throws {
    try generate(rows: 0)
    for command in ["plan", "preflight"] {
      let result = try run("\(command) {dir}/a.store --model {dir}/Models.swift")
      #expect(result.code == 0, "\(result.text)")
    }
  }

  @Test(arguments: [
    "plan {dir}/Models.swift@1.0.0", "diff {dir}/Models.swift@1.0.0 {dir}/Models.swift@2.0.0",
    "lint {dir}/Models.swift",
  ])
  func withoutAStoreTheFirstRowDecides(_ line: String) throws {
    let result = try run(line)
    #expect(result.code == 1, "\(result.text)")
    #expect(result.text.contains("fails as soon as there is one"), "\(result.text)")
    #expect(!result.text.contains("data dependent"), "\(result.text)")
  }

  @Test func verifyFails() throws {
    let result = try run("verify --model {dir}/Models.swift")
    #expect(result.code == 1 && result.text.contains("3 failed"), "\(result.text)")
    // What fails alike is said once.
    #expect(result.text.contains(", small, edge cases, 10000 rows: FAILED"), "\(result.text)")
  }

  /// An enum of one column per case repeats whole where it becomes unique.
  @Test func casesRepeatWhereTheyBecomeUnique() throws {
    let file = SourceFile(
      path: "a.swift",
      text: """
        @Model class Note { var kind: Kind; init() {} }
        enum Kind: Codable { case a, b, c }
        """)
    let model = try #require(SwiftModelReader.read([file]).first?.versions.first).settled()
    var later = model
    later.entities[0].uniquenessConstraints = [["kind"]]
    for (versions, isRepeated) in [([later], true), ([model], false)] {
      let path = folder.file("kinds-\(isRepeated).store")
      let writer = try StoreWriter(path: path, model: model)
      var generator = RowGenerator(seed: 1)
      generator.repeatWhatBecomesUnique(from: model, in: versions)
      _ = try generator.fill(writer, rows: 2)
      try writer.finish()
      let rows = try Connection(path: path, mode: .readWrite).rows("SELECT * FROM ZNOTE")
      try #require(rows.count == 2)
      #expect((rows[0].dropFirst(3) == rows[1].dropFirst(3)) == isRepeated, "\(rows)")
    }
  }

  /// More source than is read in one run is said, file by file, and the rest is read.
  @Test func sourceIsReadUpToALimit() throws {
    let input = try LintReader.read([folder.path], SourceReader(limit: 1 << 20))
    #expect(input.files.count == 1 && input.problems.isEmpty)
    try Data(repeating: 0x20, count: 1 << 20).write(to: URL(filePath: folder.file("Z.swift")))
    let cut = try LintReader.read([folder.path], SourceReader(limit: 1 << 20))
    #expect(cut.files.map(\.path).count == 1)
    #expect(
      cut.problems.first?.message.contains("more than the 1 MB that are read in one run") == true)
  }
}
