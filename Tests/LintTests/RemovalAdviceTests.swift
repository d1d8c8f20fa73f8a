import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint
@testable import StoreDoctor

/// What 'children-left-behind' advises where a function may be a part of a move.
@Suite struct RemovalAdviceTests {
  private func help(_ code: String) throws -> [String] {
    let text = """
      import SwiftData
      @Model final class Crate {
        @Relationship(deleteRule: .cascade, inverse: \\Bottle.crate) var bottles: [Bottle] = []
        init() {}
      }
      @Model final class Bottle { var crate: Crate?; init() {} }
      \(code)
      """
    return try ExampleText(.flagged(text)).lint().filter { $0.rule == "children-left-behind" }
      .map { $0.help ?? "" }
  }

  @Test(arguments: [
    "extension Crate { func take(_ bottle: Bottle) { bottles.removeAll { $0 == bottle } } }",
    """
    func take(_ bottle: Bottle, _ crate: Crate) { crate.bottles.removeAll { $0 == bottle } }
    func carry(_ bottle: Bottle, _ crate: Crate, _ other: Crate) {
      take(bottle, crate)
      other.bottles.append(bottle)
    }
    """,
  ]) func whatMovesIsLeftToItsCallers(_ code: String) throws {
    let found = try help(code)
    #expect(
      found.count == 1 && found.allSatisfy { $0.contains("where 'take' is called") }, "\(found)")
  }

  @Test func whatOnlyRemovesDeletes() throws {
    let found = try help(
      "func empty(_ crate: Crate) { crate.bottles.removeAll() }")
    #expect(found.count == 1 && found.allSatisfy { !$0.contains("is called") }, "\(found)")
  }
}
