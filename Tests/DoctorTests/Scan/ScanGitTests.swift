import Foundation
import StoreDoctor
import TestSupport
import Testing

@testable import DoctorCLI

/// `scan --git`: which releases write the stores.
@Suite struct ScanGitTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  private func git(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = fixture.folder
    process.environment = ProcessInfo.processInfo.environment.merging([
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.example",
      "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b.example",
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(script)")
  }

  private static func source(_ property: String) -> String {
    "import SwiftData\n@Model final class Card { var text = \"\"\n\(property)\n  init() {} }\n"
  }

  @Test func linesAndSummaryNameReleases() throws {
    let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
    try git("mkdir app stores && git init -q app")
    let file = fixture.folder.appending(path: "app/Card.swift")
    for (tag, property) in [("1.0", ""), ("1.1", "// the same"), ("2.0", "var rank = 0")] {
      try Self.source(property).write(to: file, atomically: true, encoding: .utf8)
      try git("cd app && git add . && git commit -qm \(tag) && git tag \(tag)")
      let made = try fixture.run(
        "generate --model {dir}/app --rows 3 -o {dir}/stores/\(tag).store")
      #expect(!made.contains("[exit"), "\(made)")
    }
    let text = try fixture.run(
      "scan {dir}/stores --git {dir}/app --jobs 0", environment: environment)
    let lines = try text.split(separator: "\n").filter { $0.hasPrefix("{\"") }
      .map { try ScanLines().store($0.utf8) }
    #expect(lines.map { $0.writtenBy?.text } == ["1.0 to 1.1", "1.0 to 1.1", "2.0"], "\(text)")
    // The models are those of the revision that is checked out.
    #expect(lines.map { $0.version == nil } == [true, true, false])
    #expect(text.contains("written by: 1.0 to 1.1"), "\(text)")
    let groups = try fixture.run(
      "scan {dir}/stores --git {dir}/app --jobs 0 --summary-only --group-by releases",
      environment: environment)
    #expect(groups.contains("1.0 to 1.1"), "\(groups)")
    let none = try fixture.run(
      "scan {dir}/stores --git {dir}/stores --jobs 0", environment: environment)
    #expect(none.contains("is in no git repository") && none.hasSuffix("[exit 3]\n"), "\(none)")
  }
}
