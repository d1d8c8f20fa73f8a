import Foundation
import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint
@testable import StoreDoctor

/// What `lint`, `freeze` and `rules` say, asked of the library alone.
@Suite struct LintAnswerTests {
  private static let trip = """
    @Model class Trip { var name = ""; var stops: [Stop] = [] }
    @Model class Stop { var place = "" }

    """

  private static func read(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func lintAnswersWithItsFindings() throws {
    let folder = try AnswerFolder(["Trip.swift": Self.trip, "Clean.swift": "let a = 1\n"])
    let run = try #require(try LintRun([folder.path], read: Self.read))
    var answer = run.answer()
    #expect(answer.findings.contains { $0.rule == "missing-inverse" })
    #expect(answer.verdict == .found)
    let members = try #require(JSONValue(encoding: answer).members)
    #expect(
      members.keys.sorted() == [
        "errors", "files", "models", "notes", "objectiveC", "unreadObjectiveC", "warnings",
      ])
    #expect(members["files"] == .integer(2) && members["models"] == .integer(0))
    let strict = try #require(try LintRun([folder.path], failOn: .error, read: Self.read))
    #expect(strict.answer().verdict == .done)

    // All of it is in the baseline, and all of it was there before.
    let baseline = folder.path + "/known.txt"
    let all = answer.findings
    #expect(try answer.moveFindings(toBaseline: baseline) == all.count)
    #expect(answer.findings.isEmpty && answer.verdict == .done)
    answer.findings = Array(all.dropLast())
    let known = try Baseline(Self.read(baseline), path: baseline)
    #expect(answer.removeFindings(knownIn: known) == 1)
    #expect(answer.findings.isEmpty)
    answer.findings = all
    answer.removeFindings(of: all)
    #expect(answer.findings.isEmpty)
  }

  @Test func fixesAreShownAndMade() throws {
    let text = """
      @Model class Trip {
        // storedoctor:ignore[missing-inverse] not needed any more
        var name = ""
      }

      """
    let folder = try AnswerFolder(["Trip.swift": text])
    let run = try #require(try LintRun([folder.path], read: Self.read))
    var answer = run.answer()
    let fixes = run.fixes(of: answer)
    let difference = LintDifference(fixes)
    #expect(difference.verdict == .found)
    #expect(try JSONValue(encoding: difference).members?.keys.sorted() == ["diff"])
    #expect(LintDifference([]).verdict == .done)
    #expect(try Self.read(folder.path + "/Trip.swift") == text)
    try answer.apply(fixes)
    #expect(answer.findings.isEmpty)
    #expect(
      try Self.read(folder.path + "/Trip.swift") == "@Model class Trip {\n  var name = \"\"\n}\n")
  }

  @Test func buildStepsNameWholePaths() throws {
    let folder = try AnswerFolder(["Trip.swift": Self.trip])
    let run = try #require(try LintRun([folder.path], read: Self.read))
    var answer = run.answer()
    let mark = folder.path + "/Mark.swift"
    try answer.finishBuildStep(writing: mark)
    #expect(answer.findings.allSatisfy { $0.location?.path.hasPrefix("/") ?? false })
    #expect(try Self.read(mark) == "// linted by storedoctor\n")
  }

  @Test func freezeLocksAndCompares() throws {
    func plan(_ members: String) -> String {
      """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { \(members); init() {} }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self] }
        static let stages: [MigrationStage] = []
      }
      """
    }
    let folder = try AnswerFolder(["Plan.swift": plan("var title = \"\"")])
    let lock = folder.path + "/storedoctor.lock"
    let frozen = try #require(try FreezeRun(models: [folder.path], lock: lock)).create()
    #expect(frozen.verdict == .done && frozen.schemas.first?.versions.map(\.name) == ["V1"])
    #expect(
      try JSONValue(encoding: frozen)
        == .object([
          "added": .strings(["V1"]), "edited": .strings([]), "limits": .strings([]),
          "lock": .string(lock), "replaced": .strings([]),
        ]))
    let shipped = try SchemaLock(Self.read(lock), path: lock)
    try folder.write("Plan.swift", plan("var title: String?"))
    let check = try #require(try FreezeRun(models: [folder.path], lock: lock))
      .check(against: shipped)
    #expect(check.findings.map(\.rule) == ["edited-shipped-version"])
    #expect(check.verdict == .found)
    #expect(try JSONValue(encoding: check).members?["edited"] == .integer(1))
    let empty = try AnswerFolder(["Clean.swift": "let a = 1\n"])
    #expect(try FreezeRun(models: [empty.path], lock: lock) == nil)
  }

  @Test func rulesAreListedByGroup() throws {
    let list = RuleList(of: [.versions])
    #expect(list.verdict == .done && list.rules.allSatisfy { $0.group == .versions })
    guard case .array(let rules)? = try JSONValue(encoding: list).members?["rules"] else {
      Issue.record("no rules")
      return
    }
    #expect(rules.count == list.rules.count)
    #expect(
      rules.first?.members?.keys.sorted() == ["fix", "group", "id", "severity", "summary", "why"])
    #expect(RuleList().rules.count == RuleCatalog.all.count)
  }
}

/// A folder with files of its own.
private final class AnswerFolder {
  let path: String

  init(_ files: [String: String]) throws {
    path =
      FileManager.default.temporaryDirectory.appending(path: "answer-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws {
    try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
  }
}
