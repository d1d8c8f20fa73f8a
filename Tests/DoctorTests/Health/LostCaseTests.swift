import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import StoreDoctor

/// Raw values are in no hash: rows with one that no case has any more are found before the app reads them.
@Suite struct LostCaseTests {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder(temporaryFor: "case") }

  private static func version(_ number: Int, _ cases: String, _ more: String) -> String {
    """
    enum V\(number): VersionedSchema {
      static let versionIdentifier = Schema.Version(\(number), 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      enum Mood: String, Codable { \(cases) }
      struct Box: Codable { var mood: Mood; var size: Int }
      @Model final class Note {
        var mood = Mood.good
        var box: Box?
        \(more)
        init() {}
      }
    }

    """
  }

  private func write(_ cases: String, will: String? = nil) throws {
    let ends = "fromVersion: V1.self, toVersion: V2.self"
    let stage =
      will.map { ".custom(\(ends), willMigrate: { context in \($0) }, didMigrate: nil)" }
      ?? ".lightweight(\(ends))"
    let text =
      "import SwiftData\n" + Self.version(1, "case good, bad", "")
      + Self.version(2, cases, "var size = 0") + """
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static var stages: [MigrationStage] { [\(stage)] }
        }
        """
    try Data(text.utf8).write(to: URL(filePath: folder.file("Models.swift")))
    let made = try run("generate --model {dir}/Models.swift@V1 --rows 12 -o {dir}/a.store")
    try #require(made.code == 0, "\(made.text)")
  }

  private func run(_ line: String) throws -> (code: Int32, text: String) {
    let words = try ShellWords.split(line).map { $0.replacing("{dir}", with: folder.path) }
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (code, out.text)
  }

  private static let commands = [
    "preflight {dir}/a.store --model {dir}/Models.swift",
    "diagnose {dir}/a.store --model {dir}/Models.swift",
    "migrate {dir}/a.store --model {dir}/Models.swift -o {dir}/b.store",
    "verify --model {dir}/Models.swift", "check {dir}/b.store --model {dir}/Models.swift",
    "lint {dir}/Models.swift",
  ]

  @Test func everyCommandNamesIt() throws {
    try write("case good")
    for command in Self.commands {
      let (code, text) = try run(command)
      #expect(code == 1 && text.contains("'Note.mood' has "), "\(command): \(text)")
      // A field of a struct is another column.
      #expect(
        text.contains("'Note.box.mood' has ") || command.hasPrefix("lint"), "\(command): \(text)")
    }
  }

  @Test func whatKeepsTheRawValueIsSilent() throws {
    try write("case good, worse = \"bad\"")
    for command in Self.commands {
      let (code, text) = try run(command)
      #expect(code == 0, "\(command): \(text)")
    }
  }

  @Test func whatReadsRawValuesItselfIsNotJudged() throws {
    try write(
      "case good; init?(rawValue: String) { self = .good }; var rawValue: String { \"good\" }")
    #expect(try run(Self.commands[0]).code == 0)
  }

  @Test func aClosureMayWriteAnother() throws {
    try write(
      "case good",
      will: """
        for note in try context.fetch(FetchDescriptor<V1.Note>()) { note.mood = .good; note.box = nil }
        try context.save()
        """)
    let preflight = try run(Self.commands[0])
    #expect(preflight.text.contains("may change the rows first"), "\(preflight.text)")
    let lint = try run(Self.commands[5])
    #expect(!lint.text.contains("enum-case-removed"), "\(lint.text)")
  }

  /// The hashes are the same, so nothing but the rows tells.
  @Test func anEditOfTheSameVersionIsFoundInTheRows() throws {
    try write("case good")
    let edited = "import SwiftData\n" + Self.version(1, "case good", "")
    try Data(edited.utf8).write(to: URL(filePath: folder.file("Edited.swift")))
    for command in ["check", "diagnose"] {
      let (code, text) = try run("\(command) {dir}/a.store --model {dir}/Edited.swift")
      #expect(code == 1 && text.contains("'Note.mood' has a raw value"), "\(command): \(text)")
    }
  }
}
