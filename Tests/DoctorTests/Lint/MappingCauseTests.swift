import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint

/// What a mapping model names in vain has one of two causes, and only the right one is said.
@Suite struct MappingCauseTests {
  private static func text(oldHash: [String]?) -> String {
    MappingText.text(
      old: [("Note", ["title"]), ("Tag", ["name"])], new: [("Note", ["body"]), ("Tag", ["label"])],
      [
        .init(
          source: "Note", destination: "Note", values: [("body", "text")],
          hashes: oldHash.map { (old: [("Note", $0)], new: [("Note", ["body"])]) }),
        .init(source: "Tag", destination: "Tag", values: [("label", "name")]),
      ], isFlagged: true)
  }

  @Test func aVersionThatWasEditedLaterIsTheCause() throws {
    let found = try ExampleText(.flagged(Self.text(oldHash: ["text"]))).lint()
      .filter { $0.rule.hasPrefix("mapping-") }
    #expect(found.map(\.rule) == ["mapping-hash-mismatch"])
    #expect(
      found.first?.message
        == "'Note' of 'Notes' was edited after the mapping model 'Notes 1 to 2' was made, which names "
        + "'Note.text'")
  }

  @Test func aWrongNameIsTheCauseWhereTheVersionIsTheOneThatWasMeant() throws {
    let found = try ExampleText(.flagged(Self.text(oldHash: nil))).lint()
      .filter { $0.rule.hasPrefix("mapping-") }
    #expect(found.map(\.rule) == ["mapping-unknown-name"])
  }
}
