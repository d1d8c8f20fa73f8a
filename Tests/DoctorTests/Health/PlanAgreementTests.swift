import Foundation
import StoreEngine
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import StoreDoctor

/// `verify` says of a plan what the commands about one store say.
@Suite struct PlanAgreementTests {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder(temporaryFor: "agreement") }

  private func run(_ line: String) throws -> (code: Int32, text: String) {
    let words = try ShellWords.split(line).map { $0.replacing("{dir}", with: folder.path) }
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (code, out.text)
  }

  private func write(_ stages: [(Int, Int)], initializer: String = "init() {}") throws {
    let text = """
      import SwiftData
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Toy.self] }
        @Model final class Toy { var name: String = ""; init() {} }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Toy.self] }
        @Model final class Toy { var name: String; var price: Double?; \(initializer) }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
          [\(stages.map { ".lightweight(fromVersion: V\($0).self, toVersion: V\($1).self)" }
            .joined(separator: ", "))]
        }
      }
      """
    try Data(text.utf8).write(to: URL(filePath: folder.file("Models.swift")))
  }

  /// What the store has none of is no loss, before as after; what there is, is one for all three.
  @Test(arguments: [0, 4]) func whatAStoreLosesIsTheSameForAll(_ rows: Int) throws {
    try write([(2, 1)], initializer: "init(name: String) { self.name = name }")
    _ = try run("generate --model {dir}/Models.swift@2.0.0 --rows \(rows) -o {dir}/a.store")
    let given = "{dir}/a.store --model {dir}/Models.swift"
    for command in ["plan \(given)", "preflight \(given)", "migrate \(given) -o {dir}/b.store"] {
      let (code, text) = try run(command)
      #expect(code == (rows == 0 ? 0 : 1), "\(text)")
      #expect(text.contains("'Toy.price' are dropped") == (rows > 0), "\(text)")
    }
    // Without a store anything may be there.
    #expect(try run("plan {dir}/Models.swift@2.0.0 --model {dir}/Models.swift").code == 1)
  }

  /// Where the stages lead is where a store goes, whichever way the versions are listed.
  @Test(arguments: [[(1, 2)], [(2, 1)]]) func theTargetIsTheSame(_ stages: [(Int, Int)]) throws {
    try write(stages, initializer: "init(name: String) { self.name = name }")
    let (start, end) = stages[0]
    for version in 1...2 {
      _ = try run(
        "generate --model {dir}/Models.swift@\(version).0.0 --rows 4 -o {dir}/\(version).store")
    }
    let options = "--model {dir}/Models.swift --allow-loss Toy.price"
    for command in ["plan", "preflight"] {
      let moving = try run("\(command) {dir}/\(start).store \(options)")
      #expect(moving.code == 0 && moving.text.contains("V\(start) "), "\(moving.text)")
      #expect(!moving.text.contains("has this version already"), "\(moving.text)")
      let staying = try run("\(command) {dir}/\(end).store \(options)")
      #expect(staying.code == 0, "\(staying.text)")
      if command == "plan" { #expect(staying.text.contains("already"), "\(staying.text)") }
      #expect(!staying.text.contains("134506"), "\(staying.text)")
    }
    let migrated = try run("migrate {dir}/\(start).store \(options) -o {dir}/new.store")
    #expect(migrated.code == 0 && migrated.text.contains("V\(end)"), "\(migrated.text)")
    let verified = try run("verify \(options)")
    #expect(verified.text.contains("V\(start)    V\(end)"), "\(verified.text)")
    #expect(!verified.text.contains("V\(end)    V\(start)"), "\(verified.text)")
  }

  /// Nobody migrates with classes that do not compile.
  @Test(arguments: [("", 1), ("init() { name = \"\" }", 0)])
  func classesThatDoNotCompileAreNamed(_ initializer: String, _ code: Int32) throws {
    try write([(1, 2)], initializer: initializer)
    let verified = try run("verify --model {dir}/Models.swift")
    #expect(verified.code == code, "\(verified.text)")
    #expect(verified.text.contains("[missing-initializer]") == (code == 1), "\(verified.text)")
  }
}
