internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// What the source rules say of one file, and the answers about models that this rests on.
struct FileVerdict: Sendable, Codable {
  var findings: [Finding] = []
  var queries = QueriedNames()
  var coreData = CoreDataUse()
  var flows = ObjectFlows()
  var answers: [ModelQuestion: [String]] = [:]

  /// Notes what a node says that concerns other files.
  mutating func note(_ node: Syntax, in file: LintFile) {
    queries.note(node)
    // Tests and previews open stores of their own.
    if !file.isTest { coreData.note(node) }
  }

  /// Whether the rules would say the same now, of the same file.
  func holds(in lint: LintContext) -> Bool {
    answers.allSatisfy { lint.answer($0.key) == $0.value }
  }
}
