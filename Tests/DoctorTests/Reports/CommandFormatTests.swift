import Diagnostics
import Foundation
import StoreModel
import Testing

@testable import DoctorCLI
@testable import StoreEngine

/// What commands can be written as is what their help lists, and every form has the same findings, at
/// the file of the store.
@Suite struct CommandFormatTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  /// A format is refused before anything is read. Without a path `lint` would read this folder.
  @Test func helpListsExactlyWhatWorks() throws {
    // A server answers in its protocol.
    for type in CommandCatalog.all where !(type is any ServerCommand.Type) {
      let help = type.helpText
      let match = try #require(help.firstMatch(of: /--format <([a-z|]+)>/), "\(help)")
      let listed = Set(match.1.split(separator: "|").map(String.init))
      let all = OutputFormat.allCases.map(\.rawValue) + RowFormat.allCases.map(\.rawValue)
      for format in Set(all) {
        let path =
          [
            "lint": " {dir}/none.store", "generate": " --rows 1 -o {dir}/new.store",
            "export": " -o {dir}/new", "redact": " -o {dir}/twin.store",
            "report": " -o {dir}/new.html",
          ][type.name] ?? ""
        let text = try fixture.run("\(type.name)\(path) --format \(format)")
        let isRefused = text.contains("cannot write '\(format)'")
        #expect(isRefused != listed.contains(format), "\(type.name) \(format): \(text)")
      }
      let hasTime = help.contains("--timestamp")
      #expect(hasTime == listed.contains("junit"), "\(type.name)")
    }
  }

  private static let commands = [
    "check {dir}/damaged.store", "check {dir}/notes.store",
    "preflight {dir}/notes.store --model {dir}/Next.swift",
    "preflight {samples}/Notes/notes-1.0.0.store --model {samples}/Notes/Sources",
  ]

  @Test(arguments: commands) func everyFormatTellsTheSame(_ command: String) throws {
    struct Answer: Decodable {
      struct Finding: Decodable {
        let rule: String
        let severity: String
        let path: String?
      }
      let findings: [Finding]
    }
    func run(_ format: String) throws -> (text: String, code: String) {
      let text = try fixture.run("\(command) --format \(format)")
      let parts = text.components(separatedBy: "[exit ")
      return (parts[0], parts.count > 1 ? parts[1] : "0")
    }
    let json = try run("json")
    let answer = try JSONDecoder().decode(Answer.self, from: Data(json.text.utf8))
    let store = String(command.split(separator: " ")[1])
    for format in OutputFormat.ofFindings {
      let (text, code) = try run(format.rawValue)
      #expect(code == json.code, "\(format): \(text)")
      for finding in answer.findings {
        #expect(text.contains(finding.rule), "\(format): \(text)")
        // A file of any other name would be no place.
        if finding.path == store { #expect(text.contains(store), "\(format): \(text)") }
      }
    }
    let junit = try XMLReader.read(Array(try run("junit").text.utf8)).root
    let failures = junit.children(named: "testsuite").flatMap { $0.children(named: "testcase") }
      .count { !$0.children(named: "failure").isEmpty }
    #expect((failures > 0) == (json.code != "0"), "\(json.text)")
    let gitlab = try JSONSerialization.jsonObject(with: Data(try run("gitlab").text.utf8))
    #expect((gitlab as? [[String: Any]])?.count == answer.findings.count)
    #expect(try run("github").text.split(separator: "\n").count == answer.findings.count)
  }

  /// What was not looked at has passed in no format.
  @Test func whatWasNotExaminedIsNoSuccess() throws {
    let command = "check {dir}/notes.store --budget 0.0000001"
    let text = try fixture.run(command)
    #expect(text.contains("nothing found in what was examined") && text.hasSuffix("[exit 1]\n"))
    let junit = try fixture.run("\(command) --format junit")
    #expect(junit.contains("<skipped message=\"the time is up\"/>"), "\(junit)")
    #expect(!junit.contains("skipped=\"0\"") && junit.contains("failures=\"0\""))
    let sarif = try fixture.run("\(command) --format sarif")
    #expect(sarif.contains("\"kind\": \"open\"") && sarif.contains("\"ruleId\": \"not-examined\""))
    #expect(try fixture.run("\(command) --format gitlab").contains("not-examined"))
    let whole = try fixture.run("check {dir}/notes.store --format junit")
    #expect(whole.contains("skipped=\"0\"") && !whole.contains("[exit"), "\(whole)")
  }

  @Test func aTimeIsGivenToTheFormatThatHasOne() throws {
    let command = "check {dir}/notes.store"
    let given = try fixture.run("\(command) --format junit --timestamp 2026-01-31T08:00:00")
    #expect(given.contains("timestamp=\"2026-01-31T08:00:00\""), "\(given)")
    let now = try fixture.run("\(command) --format junit --timestamp now")
    let text = try #require(now.firstMatch(of: /timestamp="([^"]*)"/)?.1)
    let date = try Date(text + "Z", strategy: .iso8601)
    #expect(abs(date.timeIntervalSinceNow) < 600)
    for wrong in ["yesterday", "2026-13-01T00:00:00", "2026-01-31", "2026-01-31T08:00:00Z", "''"] {
      let refused = try fixture.run("\(command) --format junit --timestamp \(wrong)")
      #expect(refused.contains("is no time") && refused.hasSuffix("[exit 2]\n"), "\(refused)")
    }
    let other = try fixture.run("\(command) --timestamp now")
    #expect(other.contains("goes with --format junit") && other.hasSuffix("[exit 2]\n"))
  }

  /// An emptied copy of the model is none: both commands say so, and neither calls it a problem.
  @Test(arguments: [
    ("DELETE FROM Z_MODELCACHE", 0), ("UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'", 1),
  ])
  func infoAndCheckAgreeOnTheCachedModel(_ sql: String, _ problems: Int) throws {
    let path = fixture.folder.path + "/copy.store"
    try FileManager.default.copyItem(
      atPath: CommandFixture.samples.path + "/Notes/notes-1.0.0.store", toPath: path)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.run(sql)
    let info = try fixture.run("info {dir}/copy.store")
    let check = try fixture.run("check {dir}/copy.store")
    #expect(info.contains(problems == 0 ? "no problems" : "1 problem"), "\(info)")
    #expect(check.contains("[unreadable-model-cache]") == (problems > 0), "\(check)")
  }
}
