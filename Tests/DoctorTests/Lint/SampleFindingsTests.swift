import Foundation
import Testing

/// The samples give exactly the findings listed beside them.
/// With RECORD_SNAPSHOTS=1 the lists are written instead of compared.
@Suite struct SampleFindingsTests {
  private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Samples").standardizedFileURL

  @Test(arguments: ["Trips", "Recipes", "Followers"])
  func findingsAreTheListedOnes(_ name: String) throws {
    let text = try CommandFixture().run("lint {samples}/\(name)/Sources")
      .replacingOccurrences(of: "{samples}/", with: "Samples/")
    let list = Self.samples.appending(path: name).appending(path: "findings.txt")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try text.write(to: list, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: list, encoding: .utf8) == text)
  }

  /// The notes app is what a good schema looks like.
  @Test func notesAreClean() throws {
    let text = try CommandFixture().run("lint {samples}/Notes/Sources --quiet")
    #expect(text == "")
  }

  @Test func referencePageIsCurrent() throws {
    let page = Self.samples.appending(path: "../Documentation/Rules.md").standardizedFileURL
    let text = try CommandFixture().run("rules --format markdown")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try text.write(to: page, atomically: true, encoding: .utf8)
    }
    #expect(
      try String(contentsOf: page, encoding: .utf8) == text,
      "write it again: storedoctor rules --format markdown > Documentation/Rules.md")
  }
}
