import Foundation
import StoreEngine
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import StoreDoctor

/// Rows that a closure may delete before the stage needs a value of them are no certain failure, and
/// nothing says that the app does not open.
@Suite struct ClosureDependenceTests {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder(temporaryFor: "closures") }

  private func run(_ line: String) throws -> (code: Int32, text: String) {
    let words = try ShellWords.split(line).map { $0.replacing("{dir}", with: folder.path) }
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (code, out.text)
  }

  private static let deleting =
    "{ context in try context.delete(model: V1.Visit.self, where: #Predicate { $0.place != \"\" }) }"

  /// - Parameters:
  ///   - will: the closure before the work of the stage.
  ///   - did: the one after it.
  private func write(will: String, did: String = "nil", rows: Int = 3) throws {
    let text = """
      import SwiftData
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Visit.self] }
        @Model final class Visit { var place = ""; init() {} }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Visit.self] }
        @Model final class Visit { var place = ""; var score: Int; init(score: Int) {} }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
          [.custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: \(will), didMigrate: \(did))]
        }
      }
      """
    try Data(text.utf8).write(to: URL(filePath: folder.file("Models.swift")))
    for name in ["a.store", "b.store"] {
      try? FileManager.default.removeItem(atPath: folder.file(name))
    }
    let made = try run(
      "generate --model {dir}/Models.swift@1.0.0 --rows \(rows) -o {dir}/a.store")
    try #require(made.code == 0, "\(made.text)")
  }

  @Test func whatMayBeDeletedFirstIsNotCertain() throws {
    try write(will: Self.deleting)
    for start in ["{dir}/a.store", "{dir}/Models.swift@1.0.0"] {
      let plan = try run("plan \(start) --model {dir}/Models.swift")
      #expect(plan.code == 1 && plan.text.contains("depends on the closures"), "\(plan.text)")
      #expect(!plan.text.contains("certain failure"), "\(plan.text)")
      #expect(!plan.text.contains("the migration fails on the rows there are"), "\(plan.text)")
      #expect(plan.text.contains("unless the closures before it delete"), "\(plan.text)")
    }
    let preflight = try run("preflight {dir}/a.store --model {dir}/Models.swift")
    #expect(preflight.code == 1, "\(preflight.text)")
    #expect(
      preflight.text.contains("verdict   depends on what the closures do"), "\(preflight.text)")
    let diagnosis = try run("diagnose {dir}/a.store --model {dir}/Models.swift")
    #expect(diagnosis.code == 1, "\(diagnosis.text)")
    #expect(diagnosis.text.contains("depends on what the closures do first"), "\(diagnosis.text)")
    #expect(!diagnosis.text.contains("does not open"), "\(diagnosis.text)")
    #expect(diagnosis.text.contains("storedoctor migrate "), "\(diagnosis.text)")
  }

  /// One order for all rows leaves none that could fail; others of the class, or a condition, are no such order.
  @Test(arguments: [
    ("try context.delete(model: V1.Visit.self)", true),
    ("if context.hasChanges { try context.delete(model: V1.Visit.self) }", false),
    ("try context.delete(model: V1.Visit.self); context.insert(V1.Visit())", false),
  ])
  func whatOneOrderDeletesCannotFail(_ will: String, _ isEmptied: Bool) throws {
    try write(will: "{ context in \(will) }")
    for start in ["{dir}/a.store", "{dir}/Models.swift@1.0.0"] {
      let plan = try run("plan \(start) --model {dir}/Models.swift")
      #expect((plan.code == 0) == isEmptied, "\(plan.text)")
    }
    let preflight = try run("preflight {dir}/a.store --model {dir}/Models.swift")
    #expect(
      preflight.text.contains("nothing in the data stands") == isEmptied, "\(preflight.text)")
    #expect(
      preflight.text.contains("depends on what the closures do") != isEmptied, "\(preflight.text)")
  }

  /// Without a closure before the work, and with one that deletes nothing, it stays certain.
  @Test(arguments: ["nil", "{ context in try context.save() }"])
  func whatNothingDeletesIsCertain(_ will: String) throws {
    try write(will: will)
    let plan = try run("plan {dir}/a.store --model {dir}/Models.swift")
    #expect(plan.code == 1 && plan.text.contains("certain failure"), "\(plan.text)")
    let preflight = try run("preflight {dir}/a.store --model {dir}/Models.swift")
    #expect(preflight.text.contains("the migration would fail"), "\(preflight.text)")
    let diagnosis = try run("diagnose {dir}/a.store --model {dir}/Models.swift")
    #expect(diagnosis.text.contains("the app does not open"), "\(diagnosis.text)")
  }

  /// Code of another file that gets the context may delete as well; a look at the context alone does not.
  @Test(arguments: [
    ("{ context in try Purge.all(in: context) }", true), ("{ try Purge.all(in: $0) }", true),
    ("Purge.all", true), ("{ context in print(context.hasChanges) }", false),
    ("{ _ in for name in [1, 2] { print(name) } }", false),
  ])
  func whoeverGetsTheContextMayDelete(_ will: String, _ isOpen: Bool) throws {
    try write(will: will)
    let preflight = try run("preflight {dir}/a.store --model {dir}/Models.swift").text
    #expect(preflight.contains("depends on what the closures do") == isOpen, "\(preflight)")
    #expect(preflight.contains("the migration would fail") != isOpen, "\(preflight)")
  }

  /// What runs after the work cannot help it.
  @Test func whatIsDeletedAfterwardsComesTooLate() throws {
    try write(will: "nil", did: "{ context in try context.delete(model: V2.Visit.self) }")
    let preflight = try run("preflight {dir}/a.store --model {dir}/Models.swift")
    #expect(preflight.text.contains("the migration would fail"), "\(preflight.text)")
  }

  @Test func withoutRowsNothingDepends() throws {
    try write(will: Self.deleting, rows: 0)
    let plan = try run("plan {dir}/a.store --model {dir}/Models.swift")
    #expect(plan.code == 0, "\(plan.text)")
  }
}
