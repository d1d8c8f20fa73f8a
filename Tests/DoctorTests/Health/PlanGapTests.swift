import Foundation
import StoreEngine
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import ModelInputs
@testable import StoreDoctor

/// What a plan lacks is said in the same words by every command, with what to add.
@Suite struct PlanGapTests {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder(temporaryFor: "gap") }

  @discardableResult
  private func run(_ line: String) throws -> (code: Int32, text: String) {
    let words = try ShellWords.split(line).map { $0.replacing("{dir}", with: folder.path) }
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (code, out.text)
  }

  private func step(_ from: Int, _ to: Int) -> String {
    ".lightweight(fromVersion: V\(from).self, toVersion: V\(to).self)"
  }

  /// Five versions, each with one property more than the one before.
  private func write(
    _ steps: [(Int, Int)], schemas: [Int] = [1, 2, 3, 4, 5], more: String = ""
  ) throws {
    var text = "import SwiftData\n"
    for version in 1...5 {
      let properties = (1...version).map { "var a\($0): Int?" }.joined(separator: "; ")
      text += """
        enum V\(version): VersionedSchema {
          static let versionIdentifier = Schema.Version(\(version), 0, 0)
          static var models: [any PersistentModel.Type] { [Kite.self] }
          @Model final class Kite { \(properties); init() {} }
        }

        """
    }
    text += plan("Plan", schemas, steps) + more
    try Data(text.utf8).write(to: URL(filePath: folder.file("Models.swift")))
  }

  private func plan(_ name: String, _ schemas: [Int], _ steps: [(Int, Int)]) -> String {
    """
    enum \(name): SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] {
        [\(schemas.map { "V\($0).self" }.joined(separator: ", "))]
      }
      static var stages: [MigrationStage] {
        [\(steps.map { step($0.0, $0.1) }.joined(separator: ", "))]
      }
    }

    """
  }

  private let commands = ["plan", "preflight", "diagnose"]

  private func generate(_ version: Int) throws {
    try? FileManager.default.removeItem(atPath: folder.file("a.store"))
    let made = try run("generate --model {dir}/Models.swift@V\(version) --rows 2 -o {dir}/a.store")
    try #require(made.code == 0, "\(made.text)")
  }

  private func ask(_ command: String) throws -> String {
    try run("\(command) {dir}/a.store --model {dir}/Models.swift").text
  }

  @Test(arguments: [1, 3, 4])
  func `a version that only stages name has to be listed`(version: Int) throws {
    try write([(1, 2), (2, 3), (3, 4), (4, 5)], schemas: [1, 2, 3, 5])
    try generate(version)
    for command in commands {
      let text = try ask(command)
      #expect(text.contains("'V4' is in the stages of 'Plan' but not in its 'schemas'"), "\(text)")
      #expect(text.contains("add 'V4' to 'schemas' of 'Plan'"), "\(text)")
      #expect(!text.contains("in no stage"), "\(text)")
    }
    let lint = try run("lint {dir}/Models.swift --quiet").text
    #expect(lint.contains("add 'V4' to 'schemas' of 'Plan'"), "\(lint)")
    #expect(!lint.contains("[missing-stage]"), "\(lint)")
  }

  @Test(arguments: [1, 3])
  func `a missing stage is named`(version: Int) throws {
    try write([(1, 2), (2, 3), (4, 5)])
    try generate(version)
    for command in commands {
      let text = try ask(command)
      #expect(text.contains("'Plan' has no stage from 'V3' to 'V4'"), "\(text)")
      #expect(text.contains("add a stage from 'V3' to 'V4'"), "\(text)")
      #expect(!text.contains("does not guess"), "\(text)")
    }
    let migrated = try run("migrate {dir}/a.store --model {dir}/Models.swift -o {dir}/b.store")
    #expect(migrated.code != 0)
    #expect(migrated.text.contains("no stage from 'V3' to 'V4'"), "\(migrated.text)")
  }

  /// Core Data asks no plan about a store whose hashes fit.
  @Test func `a store of the newest version opens, whatever the plan lacks`() throws {
    try write([(1, 2), (2, 3), (3, 4)])
    try generate(5)
    for command in commands {
      let (code, text) = try run("\(command) {dir}/a.store --model {dir}/Models.swift")
      #expect(!text.contains("no way leads") && !text.contains("134504"), "\(text)")
      #expect(code == 0, "\(command): \(text)")
    }
  }

  @Test func `stages in the wrong order make no store a newer one`() throws {
    try write([(2, 3), (1, 2), (3, 4), (4, 5)])
    try generate(1)
    for command in commands {
      let text = try ask(command)
      #expect(text.contains("'V2 to V3' before 'V1 to V2'"), "\(text)")
      #expect(text.contains("list the stages from the oldest version"), "\(text)")
      #expect(!text.contains("newer"), "\(text)")
    }
  }

  @Test func `a store of a version that no stage starts from is not unknown`() throws {
    try write([(2, 3), (3, 4), (4, 5)])
    try generate(1)
    for command in commands {
      let text = try ask(command)
      #expect(text.contains("'Plan' has no stage from 'V1' to 'V2'"), "\(text)")
      #expect(!text.contains("no version of 'Plan' has this store's hashes"), "\(text)")
    }
  }

  @Test func `a stage over a version is named with those to write in its place`() throws {
    try write([(1, 2), (2, 4), (3, 4), (4, 5)])
    try generate(1)
    for command in commands {
      let text = try ask(command)
      #expect(text.contains("the stage from 'V2' to 'V4' leaves out 'V3'"), "\(text)")
      #expect(text.contains("write a stage from 'V2' to 'V3' in its place"), "\(text)")
    }
  }

  @Test func `verify fails the ways that a missing stage cuts, and goes the others`() throws {
    try write([(1, 2), (2, 3), (4, 5)])
    let text = try run("verify --model {dir}/Models.swift --skip-closures").text
    #expect(text.contains("'Plan' has no stage from 'V3' to 'V4'"), "\(text)")
    #expect(text.contains("V4"), "\(text)")
  }

  @Test func `versions listed in another order than stages lead are put in order`() throws {
    try write([(1, 2), (2, 3), (3, 4), (4, 5)], schemas: [5, 2, 3, 4, 1])
    try generate(1)
    for command in commands {
      let text = try ask(command)
      #expect(text.contains("V5"), "\(text)")
      #expect(!text.contains("the store has the app's version"), "\(text)")
    }
    let lint = try run("lint {dir}/Models.swift --quiet").text
    #expect(lint.contains("in another order than its stages"), "\(lint)")
    #expect(!lint.contains("[stage-out-of-order]"), "\(lint)")
  }

  @Test func `a plan that no container is given is a warning`() throws {
    let open = "let container = try? ModelContainer(for: V5.Kite.self"
    try write([(1, 2), (2, 3), (3, 4), (4, 5)], more: open + ")\n")
    try generate(1)
    for command in commands {
      let text = try ask(command)
      #expect(text.contains("opens the models of 'Plan' without the plan"), "\(text)")
    }
    try write([(1, 2), (2, 3), (3, 4), (4, 5)], more: open + ", migrationPlan: Plan.self)\n")
    for command in commands {
      let text = try ask(command)
      #expect(!text.contains("without the plan"), "\(text)")
    }
  }

  @Test(
    "a container that lists a version's models opens that version",
    arguments: ["Schema(V5.models)", "schema", "Schema(V5.models, version: V5.versionIdentifier)"])
  func listsAVersion(_ schema: String) throws {
    let open = """
      let schema = Schema(V5.models)
      let container = try? ModelContainer(for: \(schema))
      """
    try write([(1, 2), (2, 3), (3, 4), (4, 5)], more: open + "\n")
    try generate(1)
    for command in commands {
      let text = try ask(command)
      #expect(text.contains("opens the models of 'Plan' without the plan"), "\(text)")
      #expect(!text.contains("CRASH AT LAUNCH"), "\(text)")
    }
  }

  @Test func `where no container has the plan, a version outside of it migrates by inference`()
    throws
  {
    let open = "let container = try? ModelContainer(for: V5.Kite.self"
    let steps = [(1, 2), (2, 3), (3, 5)]
    try write(steps, schemas: [1, 2, 3, 5], more: open + ")\n")
    try generate(4)
    for command in commands {
      let text = try ask(command)
      #expect(!text.contains("134504"), "\(text)")
    }
    let planned = try ask("plan")
    #expect(planned.contains("V4 (4.0.0) → V5"), "\(planned)")
    try write(steps, schemas: [1, 2, 3, 5], more: open + ", migrationPlan: Plan.self)\n")
    #expect(try ask("preflight").contains("V4"))
    #expect(try ask("preflight").contains("add 'V4' and a stage from it to 'Plan'"))
  }

  @Test func `plans and versions of tests are no app's`() throws {
    try write([(1, 2), (2, 3), (3, 4), (4, 5)])
    let tests = folder.path + "/KiteTests"
    try FileManager.default.createDirectory(atPath: tests, withIntermediateDirectories: true)
    let text = """
      import SwiftData
      enum Old: VersionedSchema {
        static let versionIdentifier = Schema.Version(0, 1, 0)
        static var models: [any PersistentModel.Type] { [Kite.self] }
        @Model final class Kite { var name = ""; init() {} }
      }
      \(plan("TestPlan", [1, 2, 3], [(1, 2), (2, 3)]))
      """
    try Data(text.utf8).write(to: URL(filePath: tests + "/PlanTests.swift"))
    let planned = try run("plan --model {dir}")
    #expect(planned.code == 0 && planned.text.contains("V1 (1.0.0) → V5"), "\(planned.text)")
    #expect(try run("generate --model {dir}@current --rows 2 -o {dir}/b.store").code == 0)
    #expect(try run("generate --model {dir}@Old --rows 2 -o {dir}/c.store").code == 0)
    let frozen = try run("freeze --model {dir} --lock {dir}/my.lock").text
    #expect(frozen.contains("Plan") && !frozen.contains("TestPlan"), "\(frozen)")
  }

  @Test func `of two plans the one that leads to the version asked for is taken`() throws {
    let back = plan("Back", [4, 5], [(5, 4)])
    try write([(1, 2), (2, 3), (3, 4), (4, 5)], more: back)
    let forward = try run("plan {dir}/Models.swift")
    #expect(!forward.text.contains("has 2 plans"), "\(forward.text)")
    #expect(forward.text.contains("V4 to V5"), "\(forward.text)")
    let backward = try run("plan {dir}/Models.swift --to V4")
    #expect(!backward.text.contains("no app takes"), "\(backward.text)")
    try generate(5)
    let stored = try run("plan {dir}/a.store --model {dir}/Models.swift --to V4")
    #expect(stored.text.contains("V5 to V4"), "\(stored.text)")
    #expect(!stored.text.contains("no app takes"), "\(stored.text)")
  }
}
