internal import SwiftSyntax

/// What `#if` leaves out of an iOS release build, wherever it stands: the branches that are not
/// taken, with the directives.
final class ConditionReader: SyntaxVisitor {
  /// Sorted.
  private(set) var idle: [Range<Int>] = []

  /// What the branch that is taken holds; nil when none is, or it holds nothing.
  ///
  /// What a version is made of is decided as for iOS, where the models were read: a plan that is run
  /// with other models would be another plan. All other code is what can be compiled here.
  static func active(_ node: IfConfigDeclSyntax) -> IfConfigClauseSyntax.Elements? {
    let imports: BuildCondition.Imports = node.shapesModels ? .iOS : .planRun
    return node.clauses.first { clause in
      clause.condition.map { BuildCondition.holds($0, in: imports) } ?? true
    }?.elements
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    let whole = range(node)
    guard let elements = Self.active(node) else {
      idle.append(whole)
      return .skipChildren
    }
    let kept = range(elements)
    idle.append(whole.lowerBound..<max(whole.lowerBound, kept.lowerBound))
    walk(elements)
    idle.append(min(kept.upperBound, whole.upperBound)..<whole.upperBound)
    return .skipChildren
  }

  private func range(_ node: some SyntaxProtocol) -> Range<Int> {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, node.endPositionBeforeTrailingTrivia.utf8Offset)
  }
}
