internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds values that a predicate cannot hold.
struct PredicateUnsupportedValue: PredicateRule {
  static let info = RuleInfo(
    id: "predicate-unsupported-value", group: .declarations, severity: .error,
    summary: "a predicate compares with something it cannot hold",
    why: "a predicate holds key paths and captured values; a case such as '.done', a member of a "
      + "type such as 'Date.now' and a call such as 'Date()' are neither, and do not compile there",
    fix: "put the value into a constant before the predicate and compare with that",
    limits: "an enum in a constant compiles, and still fails in some systems when it is fetched",
    explanation: "swiftdata-unsupported-predicate",
    examples: [
      .flagged(predicate("$0.stage == ↓.done")),
      .flagged(predicate("$0.due < ↓Date() || $0.due > ↓Date.now")),
      .flagged(
        """
        import SwiftData
        import SwiftUI

        @Model final class Task {
          var title: String
          var stage: Stage
          init(title: String, stage: Stage) {
            self.title = title
            self.stage = stage
          }
        }
        enum Stage: String, Codable { case todo, done }

        struct DoneView: View {
          @Query(filter: #Predicate<Task> { task in task.title != "" && task.stage == ↓Stage.done })
          private var tasks: [Task]
          var body: some View { List(tasks) { Text($0.title) } }
        }
        """),
      .clean(predicate("$0.due < now")),
      .clean(predicate("$0.title != \"\" && $0.due == limits.last && $0.next?.title == nil")),
      .clean(
        predicate("$0.title == \"\"")
          + "\nlet late = [Task()].filter { $0.stage == .done || $0.due < Date() }"),
    ])

  private static func predicate(_ condition: String) -> String {
    """
    import Foundation
    import SwiftData

    enum Stage: String, Codable { case todo, done }
    @Model class Task {
      var title = ""
      var stage = Stage.todo
      var due = Date.distantFuture
      var next: Task?
      @Relationship(inverse: \\Task.next) var previous: Task?
      init() {}
    }
    struct Limits { var last = Date.distantFuture }
    let now = Date.now
    let limits = Limits()
    let found = #Predicate<Task> { \(condition) }
    """
  }

  func check(_ use: PredicateUse, in file: LintFile, report: RuleReport) {
    guard !file.ask(.isModel(use.entity)).isEmpty else { return }
    use.body.statements.forEachDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements else { return true }
      let all = Array(terms)
      for (position, term) in all.enumerated() where term.isOutsideValue {
        // Only comparisons: what stands beside '??' or '&&' may be anything.
        let beside = [position - 1, position + 1].filter(all.indices.contains).map { all[$0] }
        guard beside.contains(where: \.isComparison) else { continue }
        report(
          "'\(file.text(term))' cannot stand in a predicate", at: file.location(term),
          entity: use.entity)
      }
      return true
    }
  }
}

extension ExprSyntax {
  fileprivate var isComparison: Bool {
    guard let name = self.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
    return ["==", "!=", "<", ">", "<=", ">="].contains(name)
  }

  /// `.done`, `Stage.done`, `Date()`: neither a path from the object nor a captured value.
  fileprivate var isOutsideValue: Bool {
    if let member = self.as(MemberAccessExprSyntax.self) {
      guard let base = member.base else { return true }
      return base.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isUppercase ?? false
    }
    guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.isEmpty else {
      return false
    }
    return ["Date", "UUID"].contains(
      call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? "")
  }
}
