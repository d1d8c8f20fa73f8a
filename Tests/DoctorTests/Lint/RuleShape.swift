import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint

/// Code around Core Data, and what one rule says of it: '↓' stands before each place.
struct RuleShape: CustomTestStringConvertible, Sendable {
  var rule: String
  var text: String
  var testDescription: String { rule }

  init(_ rule: String, _ text: String) { (self.rule, self.text) = (rule, text) }

  /// Where the rule speaks up, and where it should.
  func found() throws -> (places: [Location], marks: [Location]) {
    let parsed = ExampleText(
      RuleExample(isFlagged: text.contains("↓"), text: CoreDataText.code(text), settings: nil))
    return (
      try parsed.lint().filter { $0.rule == rule }.compactMap(\.location), parsed.marks
    )
  }
}
