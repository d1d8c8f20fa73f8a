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
  var declared: [UncalledCode.Declared] = []
  var answers: [ModelQuestion: [String]] = [:]

  /// Notes what a node says that concerns other files.
  ///
  /// - Parameter isJudged: whether the code runs in the app, and not in previews.
  mutating func note(_ node: Syntax, in file: LintFile, isJudged: Bool = true) {
    queries.note(node)
    if let function = file.declared(node) { declared.append(function) }
    // Tests and previews open stores of their own.
    if !file.isTest {
      coreData.note(node)
      if isJudged { coreData.code.note(node, in: file) }
    } else if let access = node.as(MemberAccessExprSyntax.self) {
      coreData.code.noteTestedStack(access, in: file)
    }
  }

  /// Whether the rules would say the same now, of the same file.
  func holds(in lint: LintContext) -> Bool {
    answers.allSatisfy { lint.answer($0.key) == $0.value }
  }
}
