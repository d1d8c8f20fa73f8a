import Foundation
import TestSupport
import Testing

@testable import DoctorCLI

/// Apps without a migration plan are not told to write closures of stages they do not have.
@Suite struct UnplannedAdviceTests {
  private let fixture: DiagnoseFixture

  init() throws { fixture = try DiagnoseFixture() }

  private enum Kind: String { case live, versions }

  /// The models as an app without versions has them, or with a version and no plan.
  private func source(_ kind: Kind, _ members: String, extra: String = "") -> String {
    let model = """
      @Model final class Boat { var name = ""; \(members); init() {} }
      @Model final class Port { var town = ""; init() {} }
      \(extra)
      """
    guard kind != .live else { return "import SwiftData\n" + model }
    let list = extra.isEmpty ? "[Boat.self, Port.self]" : "[Boat.self, Port.self, Crew.self]"
    return """
      import SwiftData
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { \(list) }
        \(model)
      }
      """
  }

  private func answers(_ kind: Kind, _ old: String, _ new: String, gone: String = "") throws
    -> String
  {
    let file = fixture.folder.appending(path: "Models.swift")
    try source(kind, old, extra: gone).write(to: file, atomically: true, encoding: .utf8)
    let version = kind == .live ? "current" : "V1"
    let made = try fixture.commands.run(
      "generate --model {dir}/Models.swift@\(version) --rows 30 -o {dir}/\(kind).store")
    #expect(!made.contains("[exit"), "\(made)")
    try source(kind, new).write(to: file, atomically: true, encoding: .utf8)
    let given = "{dir}/\(kind).store --model {dir}/Models.swift"
    let explained = try fixture.commands.run("explain 134110 --store \(given)")
    // What is said of this case, before the entries of the catalogue.
    let own = explained.components(separatedBy: "\nerror ")[0]
    return try ["identify", "plan", "preflight", "diagnose"].map {
      try fixture.commands.run("\($0) \(given)")
    }.joined(separator: "\n") + own
  }

  private static let changes = [
    ("var hull: String?", "@Attribute(.unique) var hull: String?"),
    ("var hull: Int?", "var hull: String?"), ("var hull: Double?", "var hull: Double"),
    ("var hull: String = \"\"", "var hull: Int = 0"),
  ]

  @Test(arguments: changes) func withoutAPlanNoStageIsAdvised(_ old: String, _ new: String) throws {
    for kind in [Kind.live, .versions] {
      let text = try answers(kind, old, new)
      for word in ["willMigrate", "didMigrate", "in a custom stage", "missing stage"] {
        #expect(!text.contains(word), "\(kind) \(word): \(text)")
      }
    }
  }

  @Test func whatWasTakenOutIsOneOfTheCauses() throws {
    let text = try answers(
      .live, "var hull: String?", "var hull: String?",
      gone: "@Model final class Crew { var name = \"\"; var age = 0; init() {} }")
    #expect(text.contains("if you have removed 'Crew' from the models since"), "\(text)")
    #expect(!text.contains("everything of 'live'"), "\(text)")
  }

  /// Which codes appear where is said once.
  @Test func oneFailureHasItsTwoCodesTogether() throws {
    let text = try answers(.live, "var hull: Int?", "var hull: String?")
    #expect(text.contains("(134140, with 134190 inside)"), "\(text)")
    #expect(!text.contains("(134190)") && !text.contains("(134140)"), "\(text)")
  }
}
