import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint

/// Users skip versions: what an older version's store meets on its way to the current one is looked at,
/// too, where it keeps the store from being migrated.
@Suite struct SkippedVersionTests {
  private func version(_ number: Int, _ attributes: String) -> String {
    """
    // file: Notes.xcdatamodeld/Notes \(number).xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Note"><attribute name="title" optional="YES" attributeType="String"/>
    \(attributes)</entity>
    </model>
    """
  }

  private func found(_ versions: [String]) throws -> [String] {
    let text =
      versions.enumerated().map { version($0 + 1, $1) }.joined(separator: "\n") + """

        // file: Notes.xcdatamodeld/.xccurrentversion
        <plist version="1.0"><dict>
          <key>_XCCurrentVersionName</key>
          <string>Notes \(versions.count).xcdatamodel</string>
        </dict></plist>
        """
    let parsed = ExampleText(RuleExample(isFlagged: false, text: text, settings: nil))
    return try parsed.lint().map { "\($0.rule): \($0.message)" }
  }

  private let required = "<attribute name=\"rank\" attributeType=\"Date\"/>"
  private let optional = "<attribute name=\"rank\" optional=\"YES\" attributeType=\"Date\"/>"
  private let more = "<attribute name=\"note\" optional=\"YES\" attributeType=\"String\"/>"

  @Test func whatAnEarlierStepAddsIsStillNew() throws {
    let found = try found(["", required, required + more])
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("added-required-without-default: 'Note.rank'") ?? false)
    #expect(found.first?.contains("'Notes 1'") ?? false)
  }

  @Test func oneCauseIsSaidOnce() throws {
    #expect(try found(["", more, required + more]).count == 1)
    #expect(
      try found(["", more, more, required + more, required]).count { $0.hasPrefix("added") } == 1)
  }

  @Test func versionsOfLongAgoAndSoundOnesAreLeftAlone() throws {
    #expect(try found(["", optional, optional + more]) == [])
    let long = ["", required, required, required, required, required + more]
    #expect(try found(long) == [])
  }
}
