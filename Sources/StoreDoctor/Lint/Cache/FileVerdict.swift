internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// What the source rules say of one file, and the answers about models that this rests on.
struct FileVerdict: Sendable, Codable {
  var findings: [Finding] = []
  var queries = QueriedNames()
  var flows = ObjectFlows()
  var answers: [ModelQuestion: [String]] = [:]

  /// Whether the rules would say the same now, of the same file.
  func holds(in lint: LintContext) -> Bool {
    answers.allSatisfy { lint.answer($0.key) == $0.value }
  }
}
