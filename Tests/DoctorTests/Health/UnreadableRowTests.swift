import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import StoreDoctor

/// Rows that go through a migration and that code cannot read are a fault in every command.
@Suite struct UnreadableRowTests {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder(temporaryFor: "unreadable") }

  /// By name: properties of the first and the second version, and what is needed and missing.
  static let faults: [String: (first: String, second: String, property: String)] = [
    "a raw value": ("", "var mood: Mood = Mood.good", "mood"),
    "one that is not written": ("", "var mood = Mood.good", "mood"),
    "a number": ("", "var level: Level = Level.low", "level"),
    "a case of its own": ("", "var way: Way = Way.up", "way"),
    "one that was optional": ("var mood: Mood?", "var mood: Mood = Mood.good; var a = 1", "mood"),
    "another storage": ("var mood: Way = Way.up", "var mood: Mood = Mood.good", "mood"),
    "within a struct": ("", "var box: Box = Box(mood: .good)", "box.mood"),
    "a new field": (
      "var bag: Bag1 = Bag1(a: 1)", "var bag: Bag2 = Bag2(a: 1, mood: .good)", "bag.mood"
    ),
  ]

  static let clean: [String: (first: String, second: String)] = [
    "optional": ("", "var mood: Mood?"),
    "there before": ("var mood: Mood = Mood.good", "var mood: Mood = Mood.good; var a = 1"),
    "renamed": (
      "var mood: Mood = Mood.good", "@Attribute(originalName: \"mood\") var state: Mood = Mood.good"
    ),
    "a text": ("", "var mood: String = \"good\""),
    "transient": ("", "@Transient var mood: Mood = Mood.good; var a = 1"),
    "an optional struct with one": ("", "var box: Box?"),
    "an optional field": (
      "var bag: Bag1 = Bag1(a: 1)", "var bag: Bag3 = Bag3(a: 1, mood: nil)"
    ),
    "a list": ("", "var moods: [Mood]?"),
  ]

  private func write(
    _ first: String, _ second: String, third: String? = nil, did: String? = nil
  ) throws {
    func version(_ number: Int, _ properties: String) -> String {
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; \(properties.isEmpty ? "" : properties + ";") init() {} }
      }

      """
    }
    func stage(_ from: Int, did: String? = nil) -> String {
      let ends = "fromVersion: V\(from).self, toVersion: V\(from + 1).self"
      return did.map { ".custom(\(ends), willMigrate: nil, didMigrate: { context in \($0) })" }
        ?? ".lightweight(\(ends))"
    }
    let versions = [first, second] + (third.map { [$0] } ?? [])
    let text =
      """
      import SwiftData
      enum Mood: String, Codable { case good, bad }
      enum Level: Int, Codable { case low, high }
      enum Way: Codable { case up, down }
      struct Box: Codable { var mood: Mood; var note: String? }
      struct Bag1: Codable { var a: Int }
      struct Bag2: Codable { var a: Int; var mood: Mood }
      struct Bag3: Codable { var a: Int; var mood: Mood? }

      """ + versions.enumerated().map { version($0 + 1, $1) }.joined()
        + """
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] {
            [\((1...versions.count).map { "V\($0).self" }.joined(separator: ", "))]
          }
          static var stages: [MigrationStage] {
            [\((1..<versions.count).map { stage($0, did: did) }.joined(separator: ", "))]
          }
        }
        """
    try Data(text.utf8).write(to: URL(filePath: folder.file("Models.swift")))
  }

  private func run(_ line: String) throws -> (code: Int32, text: String) {
    let words = try ShellWords.split(line).map { $0.replacing("{dir}", with: folder.path) }
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (code, out.text)
  }

  private func generate() throws {
    let made = try run(
      "generate --model {dir}/Models.swift@1.0.0 --rows 9 -o {dir}/a.store --force")
    try #require(made.code == 0, "\(made.text)")
  }

  private static let commands = [
    "plan {dir}/a.store --model {dir}/Models.swift",
    "preflight {dir}/a.store --model {dir}/Models.swift",
    "migrate {dir}/a.store --model {dir}/Models.swift -o {dir}/b.store",
    "verify --model {dir}/Models.swift",
    "diagnose {dir}/a.store --model {dir}/Models.swift",
    "check {dir}/b.store --model {dir}/Models.swift", "check {dir}/b.store",
  ]

  @Test(arguments: faults.keys.sorted()) func everyCommandNamesIt(_ name: String) throws {
    let fault = try #require(Self.faults[name])
    try write(fault.first, fault.second)
    try generate()
    for command in Self.commands {
      let result = try run(command)
      // Of a struct's fields a store alone does not tell which may be nil.
      let isOpen = command == Self.commands.last && fault.property.contains(".")
      #expect(result.code == (isOpen ? 0 : 1), "\(command): \(result.text)")
      let said = isOpen ? "whether 'Note." : "'Note.\(fault.property)' is"
      #expect(result.text.contains(said), "\(command): \(result.text)")
    }
  }

  @Test(arguments: clean.keys.sorted()) func whatCanBeReadIsNot(_ name: String) throws {
    let sound = try #require(Self.clean[name])
    try write(sound.first, sound.second)
    try generate()
    for command in Self.commands {
      let result = try run(command)
      #expect(result.code == 0, "\(command): \(result.text)")
    }
  }

  @Test func whatALaterVersionDropsIsNone() throws {
    try write("", "var mood: Mood = Mood.good", third: "var a = 1")
    try generate()
    for command in Self.commands.prefix(3) {
      let result = try run(command)
      #expect(!result.text.contains("rows-without-readable-value"), "\(command): \(result.text)")
    }
  }

  @Test func aClosureMayFillIt() throws {
    try write("", "var mood: Mood = Mood.good", did: "try context.save()")
    try generate()
    let preflight = try run(Self.commands[1])
    #expect(preflight.text.contains("note: 'Note.mood'"), "\(preflight.text)")
    #expect(preflight.text.contains("may give the rows a value"), "\(preflight.text)")
    #expect(try !run(Self.commands[0]).text.contains("rows-without-readable-value"))
  }

  @Test func withoutAStoreAPlanNamesIt() throws {
    try write("", "var mood: Mood = Mood.good")
    let plan = try run("plan {dir}/Models.swift@1.0.0")
    #expect(plan.code == 1 && plan.text.contains("[rows-without-readable-value]"), "\(plan.text)")
  }

  /// Fields of an optional struct are all there or none, but for those that may be nil.
  @Test(
    arguments: [
      ("ZA = NULL, ZMOOD = NULL", nil), ("ZA = 1, ZMOOD = 'good'", nil), ("ZA = NULL", "bag.a"),
      ("ZMOOD = NULL", "bag.mood"),
    ] as [(String, String?)])
  func halfAStructCannotBeRead(_ change: String, _ property: String?) throws {
    try write("var bag: Bag2?", "var bag: Bag2?; var b = 0")
    try generate()
    let store = try Connection(path: folder.file("a.store"), mode: .readWrite)
    try store.run("UPDATE ZNOTE SET ZA = 5, ZMOOD = 'bad'")
    try store.run("UPDATE ZNOTE SET \(change) WHERE Z_PK IN (2, 4)")
    let known = try run("check {dir}/a.store --model {dir}/Models.swift")
    #expect(known.code == (property == nil ? 0 : 1), "\(known.text)")
    if let property {
      #expect(known.text.contains("'Note.\(property)' is required where 'bag' has a value"))
    }
    let alone = try run("check {dir}/a.store")
    #expect(alone.code == 0 && alone.text.contains("whether 'Note.bag'") == (property != nil))
  }
}
