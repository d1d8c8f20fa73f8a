import Testing

@testable import Diagnostics
@testable import Lint

/// A mistake that stands a step or more away from the place where it is made, with a mark at each place
/// that has to be named; without marks, code that looks like one.
struct DistantCase: Sendable, CustomTestStringConvertible {
  let rule: String
  let name: String
  let text: String
  var testDescription: String { "\(rule): \(name)" }

  init(_ rule: String, _ name: String, _ text: String) {
    (self.rule, self.name, self.text) = (rule, name, AccessText.models(text))
  }
}

extension DistantCase {
  static let mistakes =
    members + closures + values + references + helpers + shapes + meanings + unseen
}

/// Rules see through what lies between a mistake and its cause: members of other types and files,
/// protocols, closures, names.
@Suite("Mistakes one or two steps away")
struct DistantMistakeTests {
  private func places(_ example: DistantCase) throws -> (found: [String], marked: [String]) {
    let parsed = ExampleText(.flagged(example.text))
    let found = try parsed.lint().filter { $0.rule == example.rule }.compactMap(\.location)
    return (found.map { "\($0)" }.sorted(), parsed.marks.map { "\($0)" }.sorted())
  }

  @Test(arguments: DistantCase.mistakes)
  func isNamed(_ example: DistantCase) throws {
    let (found, marked) = try places(example)
    #expect(!marked.isEmpty)
    #expect(found == marked)
  }

  @Test(
    arguments: DistantCase.sound + DistantCase.soundShapes + DistantCase.soundMeanings
      + DistantCase.soundUnseen)
  func isLeftAlone(_ example: DistantCase) throws {
    let (found, marked) = try places(example)
    #expect(marked.isEmpty)
    #expect(found == [])
  }
}
