import Foundation
import StoreEngine
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import ModelInputs
@testable import StoreDoctor

/// What stops an app at every launch is asked before whether the store has its version already.
@Suite struct LaunchFaultTests {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder(temporaryFor: "launch") }

  private func run(_ line: String) throws -> (code: Int32, text: String) {
    let words = try ShellWords.split(line).map { $0.replacing("{dir}", with: folder.path) }
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (code, out.text)
  }

  /// - Parameter properties: of the one class, version by version.
  private func write(_ properties: [String], stages: [(Int, Int)]) throws {
    let versions = properties.enumerated().map { index, text in
      """
      enum V\(index + 1): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(index + 1), 0, 0)
        static var models: [any PersistentModel.Type] { [Kite.self] }
        @Model final class Kite { \(text); init() {} }
      }

      """
    }
    let names = properties.indices.map { "V\($0 + 1).self" }.joined(separator: ", ")
    let steps = stages.map { ".lightweight(fromVersion: V\($0).self, toVersion: V\($1).self)" }
    let plan = """
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [\(names)] }
        static var stages: [MigrationStage] { [\(steps.joined(separator: ", "))] }
      }
      """
    let text = "import SwiftData\n" + versions.joined() + plan
    try Data(text.utf8).write(to: URL(filePath: folder.file("Models.swift")))
  }

  private let commands = [
    "identify {dir}/a.store --model {dir}/Models.swift",
    "preflight {dir}/a.store --model {dir}/Models.swift",
    "plan {dir}/a.store --model {dir}/Models.swift",
    "diagnose {dir}/a.store --model {dir}/Models.swift",
    "migrate {dir}/a.store --model {dir}/Models.swift -o {dir}/b.store --force",
  ]

  private func generate(_ version: Int) throws {
    for name in ["a.store", "b.store"] {
      try? FileManager.default.removeItem(atPath: folder.file(name))
    }
    let made = try run(
      "generate --model {dir}/Models.swift@\(version).0.0 --rows 2 -o {dir}/a.store")
    try #require(made.code == 0, "\(made.text)")
  }

  private func scan(_ checks: ScannedStore.Checks) throws -> ScannedStore {
    var scanner = StoreScanner(checks)
    scanner.histories = try ModelLoader.load(folder.file("Models.swift"))
    let path = folder.file("a.store")
    return scanner.scan(path, into: ScannedStore(path: path, checks: checks))
  }

  static let faults: [(properties: [String], stages: [(Int, Int)], text: String)] = [
    (["var a = 0", "var a = 1"], [(1, 2)], "is the same model as 'V1'"),
    (
      ["var a = 0", "var a = 0; var b: Int?"], [(1, 2), (1, 2)],
      "has a second stage from 'V1' to 'V2'"
    ),
    (["var a = 0", "var a = 0; var b: Int?"], [(1, 2), (2, 2)], "leads from 'V2' to itself"),
  ]

  @Test(arguments: [0, 1, 2]) func theNewestStoreDoesNotOpenEither(_ fault: Int) throws {
    let (properties, stages, text) = Self.faults[fault]
    try write(properties, stages: stages)
    try generate(2)
    for command in commands {
      let result = try run(command)
      #expect(result.code == 1, "\(command)\n\(result.text)")
      #expect(result.text.contains(text), "\(command)\n\(result.text)")
      #expect(!result.text.contains("nothing stands in the way"), "\(result.text)")
    }
    for checks in [ScannedStore.Checks.quick, .full, .preflight] {
      let line = try scan(checks)
      #expect(line.verdict == "stopsAtLaunch" && !line.good, "\(line.verdict ?? "")")
    }
    let diagnosis = try run(commands[3]).text
    #expect(diagnosis.hasPrefix("verdict  the app stops at launch: "), "\(diagnosis)")
  }

  /// The same versions without a stage, and a plan without a fault.
  @Test func aPlanThatStopsNobodyOpens() throws {
    for (properties, stages) in [
      (["var a = 0", "var a = 1"], []), (["var a = 0", "var a = 0; var b: Int?"], [(1, 2)]),
    ] {
      try write(properties, stages: stages)
      try generate(2)
      #expect(try scan(.preflight).verdict == "opens")
      for command in commands {
        let result = try run(command)
        #expect(result.code == 0, "\(command)\n\(result.text)")
        #expect(!result.text.contains("CRASH"), "\(result.text)")
      }
    }
  }

  /// The app gets as far as no loss.
  @Test func theCrashComesBeforeWhatIsLost() throws {
    try write(
      ["var a = 0; var gone = 1", "var a = 0", "var a = 0"], stages: [(1, 2), (2, 3)])
    try generate(1)
    for command in ["preflight", "plan", "migrate"] {
      let output = command == "migrate" ? " -o {dir}/b.store --force" : ""
      let text = try run("\(command) {dir}/a.store --model {dir}/Models.swift\(output)").text
      let crash = try #require(text.range(of: "CRASH AT LAUNCH: "), "\(text)")
      let loss = try #require(text.range(of: "LOSS: "), "\(text)")
      #expect(crash.lowerBound < loss.lowerBound, "\(text)")
    }
    let diagnosis = try run("diagnose {dir}/a.store --model {dir}/Models.swift").text
    #expect(diagnosis.hasPrefix("verdict  the app stops at launch: "), "\(diagnosis)")
  }
}
