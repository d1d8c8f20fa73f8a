internal import Diagnostics
internal import SwiftSyntax

/// A rule about a query that runs once per element of a loop.
protocol LoopedFetchRule: SourceRule {
  /// The method of the context.
  static var call: String { get }
  /// What a user calls it.
  static var name: String { get }
}

extension LoopedFetchRule {
  static var limits: String {
    "only \(call == "fetch" ? "fetches" : "counts") whose descriptor is made in the loop and follows "
      + "its element; tests and loops that wait for something else are left alone"
  }

  static var nodes: [SyntaxKind] { [.forStmt, .functionCallExpr] }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let loop = Loop(node), !loop.isSmallOrChunked else { return }
    for fetch in loop.changingFetches(named: Self.call) where !loop.waits {
      report(
        "one \(Self.name) runs for every element of '\(file.text(loop.sequence).firstLine)'",
        at: file.location(fetch.nameNode))
    }
  }
}

extension FunctionCallExprSyntax {
  /// The name that is called, without what stands before its dot.
  var nameNode: Syntax {
    calledExpression.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) }
      ?? Syntax(calledExpression)
  }
}

extension String {
  /// The first line, for messages.
  var firstLine: String {
    let first = split(separator: "\n", maxSplits: 1).first.map(String.init) ?? self
    return first.count < count || first.count > 60 ? first.prefix(60) + "…" : first
  }
}
