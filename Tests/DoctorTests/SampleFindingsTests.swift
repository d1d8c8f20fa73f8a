import Foundation
import TestSupport
import Testing

/// The samples give exactly the findings listed beside them.
@Suite struct SampleFindingsTests {
  @Test(arguments: ["Trips", "Recipes", "Followers"])
  func findingsAreTheListedOnes(_ name: String) throws {
    let text = try CommandFixture().run("lint {samples}/\(name)/Sources")
      .replacingOccurrences(of: "{samples}/", with: "Samples/")
    try Recorded.expect(text, at: Folders.samples.appending(path: "\(name)/findings.txt"))
  }

  /// The notes app is what a good schema looks like.
  @Test func notesAreClean() throws {
    let text = try CommandFixture().run("lint {samples}/Notes/Sources --quiet")
    #expect(text == "")
  }

  @Test func referencePageIsCurrent() throws {
    let text = try CommandFixture().run("rules --format markdown")
    try Recorded.expect(text, at: Folders.package.appending(path: "Documentation/Rules.md"))
  }
}
