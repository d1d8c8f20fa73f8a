import Foundation
import StoreModel
import Testing

@testable import DoctorCLI
@testable import ModelSource
@testable import PlanExecution

@Suite("Compiling plans", .serialized, .enabled(if: PlanFixture.isAvailable))
struct PlanCompilerTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Four versions of one model; the closures of the three stages stand on lines of their own.
  private static func plan(_ first: String, _ second: String, _ third: String) -> String {
    (1...4).map { number in
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; init() {} }
      }

      """
    }.joined() + """
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self, V4.self] }
        static var stages: [MigrationStage] { [one, two, three] }
        static let one = MigrationStage.custom(
          fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: { _ in
            \(first)
          })
        static let two = MigrationStage.custom(
          fromVersion: V2.self, toVersion: V3.self, willMigrate: nil, didMigrate: { _ in
            \(second)
          })
        static let three = MigrationStage.custom(
          fromVersion: V3.self, toVersion: V4.self, willMigrate: nil, didMigrate: { _ in
            \(third)
          })
      }
      """
  }

  private func compiler(_ memory: PlanMemory, _ count: @escaping () -> Void) throws -> PlanCompiler
  {
    let toolchain = try PlanToolchain.find(
      tool: ToolPath.current,
      environment: [
        "PATH": PlanFixture.variable("PATH"),
        "STOREDOCTOR_RUNTIME": PlanFixture.variable("STOREDOCTOR_RUNTIME"),
      ])
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var compiler = PlanCompiler(
      toolchain: toolchain, cache: PlanCache(folder: folder.appending(path: "plans").path))
    compiler.memory = memory
    compiler.onCompile = { _, _ in count() }
    return compiler
  }

  @Test("one program is made for all stores whose way leads through closures that compile")
  func soundClosures() throws {
    defer { remove() }
    let file = SourceFile(
      path: "a.swift", text: Self.plan("Legacy.clean()", "print(2)", "print(3)"))
    let closures = PlanSlicer([file], plan: "Plan").closures
    #expect(closures.count == 3)
    let memory = PlanMemory()
    var attempts = 0
    let compiler = try compiler(memory) { attempts += 1 }
    #expect(throws: PlanFailure.self) {
      try compiler.program(of: "Plan", in: [file], running: closures)
    }
    let program = try compiler.program(of: "Plan", in: [file], running: Array(closures[1...]))
    let made = attempts
    #expect(try compiler.program(of: "Plan", in: [file], running: [closures[2]]) == program)
    #expect(attempts == made)
    // Neither is what failed tried again by another command.
    var later = 0
    let other = try self.compiler(PlanMemory()) { later += 1 }
    #expect(try other.program(of: "Plan", in: [file], running: [closures[2]]) == program)
    #expect(throws: PlanFailure.self) {
      try other.program(of: "Plan", in: [file], running: closures)
    }
    #expect(later == 0)
  }

  @Test("after the first attempt only files with errors are looked at, until a program can be made")
  func attempts() throws {
    defer { remove() }
    // What is left out takes what names it along, one after the other.
    let files = [
      SourceFile(path: "a.swift", text: Self.plan("_ = Tally.sum", "", "")),
      SourceFile(
        path: "b.swift",
        text: "enum Tally {\n  static var sum: Int { 1 }\n  static var all: Int { Names.count }\n}"),
      SourceFile(
        path: "c.swift",
        text: "enum Names {\n  static var count: Int { list.count }\n"
          + "  static var list: [Unknown] { [] }\n}\nextension Tally { static let one = all }"),
    ]
    var attempts = 0
    let compiler = try compiler(PlanMemory()) { attempts += 1 }
    let closures = PlanSlicer(files, plan: "Plan").closures
    #expect(try !compiler.program(of: "Plan", in: files, running: closures).isEmpty)
    #expect(attempts <= 2)
  }
}
