import Foundation
import TestSupport
import Testing

@testable import DoctorCLI

/// Versions with the same hashes are told apart by the identifier that a store says it has.
@Suite struct EqualHashTests {
  private let test = BundleCase()

  private func write() throws {
    let note = BundleCase.entity("Note", BundleCase.attribute("title"))
    let more = BundleCase.entity(
      "Note", BundleCase.attribute("title"), BundleCase.attribute("body"))
    try test.write("Notes 1", note, identifier: "1.0")
    try test.write("Notes 2", note, identifier: "2.0")
    try test.write("Notes 3", more, identifier: "3.0")
    try test.write(current: "Notes 3")
  }

  @Test(arguments: [("Notes 1", "Notes 2"), ("Notes 2", "Notes 1")])
  func theIdentifierOfTheStoreDecides(_ version: String, _ other: String) throws {
    try write()
    #expect(test.generate(version))
    let answers = test.answers()
    let identified = answers["identify"]?.text ?? ""
    #expect(identified.hasPrefix(version), "\(identified)")
    #expect(identified.contains("the same hashes as \(other)"), "\(identified)")
    for command in ["plan", "diagnose"] {
      let text = answers[command]?.text ?? ""
      #expect(text.contains(version) && !text.contains(other), "\(command): \(text)")
    }
  }

  /// Whatever the source: the stages of a plan begin at the version that the store says, too.
  @Test(arguments: [("First", "Second"), ("Second", "First")])
  func everyCommandNamesTheVersionThatTheStoreSays(_ version: String, _ other: String) throws {
    func declared(_ name: String, _ number: Int, _ body: String = "") -> String {
      """
      enum \(name): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; \(body) init() {} }
      }

      """
    }
    func stage(_ from: String, _ to: String) -> String {
      ".lightweight(fromVersion: \(from).self, toVersion: \(to).self)"
    }
    let plan = """
      import SwiftData
      \(declared("First", 1))\(declared("Second", 2))\(declared("Third", 3, "var body = \"\";"))
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [First.self, Second.self, Third.self] }
        static var stages: [MigrationStage] { [\(stage("First", "Second")), \(stage("Second", "Third"))] }
      }
      """
    var test = test
    test.file = "Plan.swift"
    try FileManager.default.createDirectory(at: test.folder, withIntermediateDirectories: true)
    try plan.write(toFile: test.models, atomically: true, encoding: .utf8)
    #expect(test.generate(version))
    let title = "\(version) (\(version == "First" ? 1 : 2).0.0)"
    for (command, answer) in test.answers() where command != "explain" {
      let says = ["\(title)  by", "\(title) →", "version  \(title)", "store has \(title)"]
      #expect(says.contains(where: answer.text.contains), "\(command): \(answer.text)")
    }
    let explained = test.answers()["explain"]?.text ?? ""
    #expect(explained.contains("has version '\(version)'"), "\(explained)")
    #expect(!explained.contains("has version '\(other)'"), "\(explained)")
  }

  /// What other versions call themselves is no matter of a store whose version is known.
  @Test func anIdentifierOfOthersIsNotMentioned() throws {
    try write()
    try test.write(
      "Notes 4", BundleCase.entity("Note", BundleCase.attribute("name")), identifier: "3.0")
    #expect(test.generate("Notes 1"))
    #expect(test.answers()["identify"]?.text.contains("stands for different shapes") == false)
    try FileManager.default.removeItem(atPath: test.store)
    #expect(test.generate("Notes 3"))
    let text = test.answers()["identify"]?.text ?? ""
    #expect(text.contains("'3.0' stands for different shapes"), "\(text)")
    #expect(!text.contains("VersionedSchema") && text.contains("field 'Identifier'"), "\(text)")
  }

  @Test func verifySaysThatTheOnlyOlderVersionIsTheSameModel() throws {
    try write()
    try test.remove("Notes 3")
    try test.write(current: "Notes 2")
    let (code, text) = test.run(["verify", "--model", test.models])
    #expect(code == 0 && text.contains("'Notes 1' and 'Notes 2' are the same model"), "\(text)")
  }
}
