import Diagnostics
import Foundation
import StoreEngine
import TestSupport
import Testing

@testable import DoctorCLI

/// An enum that was edited in a shipped version: each command names the same edit, by the property and
/// the cases, never by the columns that keep them.
@Suite struct EditedEnumTests {
  private static func source(_ kind: String, also: String = "") -> String {
    """
    import SwiftData
    enum Kind: \(kind) }
    enum S1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Entry.self] }
      @Model final class Entry { var title = ""; var kind: Kind?\(also); init() {} }
    }
    enum S2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Entry.self] }
      @Model final class Entry { var title = ""; var kind: Kind?; var note = ""\(also); init() {} }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [S1.self, S2.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: S1.self, toVersion: S2.self)]
      }
    }
    """
  }

  /// What each command says of a store of the first version, once the source is another.
  private func answers(_ old: String, _ new: String) throws -> [(String, String)] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "enum-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = folder.appending(path: "Models.swift").path
    let store = folder.appending(path: "old.store").path
    func run(_ words: [String]) -> (code: Int32, text: String) {
      let output = ByteOutput()
      let console = Console(out: output, err: output, environment: [:])
      return (
        CommandLineTool(console: console, input: GivenLines("")).run(words), output.text
      )
    }
    try old.write(toFile: model, atomically: true, encoding: .utf8)
    let made = run(["generate", "--model", model + "@1.0.0", "--rows", "20", "-o", store])
    #expect(made.code == 0, "\(made.text)")
    try new.write(toFile: model, atomically: true, encoding: .utf8)
    return ["identify", "plan", "preflight", "migrate", "explain", "diagnose"].map { command in
      var words = [command, store, "--model", model]
      if command == "explain" { words = [command, "134504", "--store", store, "--model", model] }
      if command == "migrate" { words += ["-o", folder.appending(path: "new.store").path] }
      let result = run(words)
      #expect(result.code == 1 || command == "explain", "\(command): \(result.text)")
      return (command, result.text)
    }
  }

  private func expect(_ text: String, _ old: String, _ new: String) throws {
    for (command, answer) in try answers(old, new) {
      #expect(answer.contains(text), "\(command): \(answer)")
      #expect(!answer.contains("kind.kind"), "\(command): \(answer)")
    }
  }

  @Test func aNewCaseIsNamed() throws {
    try expect(
      "'S1' also says 1.0.0 and now has the case 'high' of 'Entry.kind': edited after it shipped",
      Self.source("Codable { case low"), Self.source("Codable { case low, high"))
  }

  @Test func aCaseThatIsGoneIsNamed() throws {
    try expect(
      "'S1' also says 1.0.0 and no longer has the case 'low' of 'Entry.kind': edited",
      Self.source("Codable { case low, high"), Self.source("Codable { case high"))
  }

  /// Its many columns are one property.
  @Test func anotherWayOfKeepingItIsOneEdit() throws {
    let old = Self.source("Codable { case a, b, c, d, e")
    try expect(
      "'S1' also says 1.0.0 and has a changed 'Entry.kind': edited after it shipped", old,
      Self.source("String, Codable { case a, b, c, d, e"))
  }

  /// Another raw type is told as what it is, with the place of the property.
  @Test func anotherRawTypeIsNamedWithItsPlace() throws {
    let old = Self.source("String, Codable { case a = \"a\", b = \"b\"")
    let new = Self.source("Int, Codable { case a = 1, b = 2")
    try expect(
      "'Entry.kind' (enum by raw value (Integer 64), was enum by raw value (String))", old, new)
    for (command, answer) in try answers(old, new) where ["diagnose", "explain"].contains(command) {
      #expect(answer.contains("Models.swift:6:"), "\(command): \(answer)")
    }
  }

  /// Where most differs, the identifier says little; which version is nearest is said all the same.
  @Test func theNearestVersionIsNamed() throws {
    let more = ["a", "b", "c", "d", "e"].map { "; var \($0) = 0" }.joined()
    let old = Self.source("Codable { case low", also: more)
    let new = Self.source("Codable { case low, high")
    for (command, answer) in try answers(old, new) where command != "explain" {
      #expect(
        answer.contains("nearest is 'S1' (1.0.0), which now has the case"), "\(command): \(answer)")
    }
  }
}
