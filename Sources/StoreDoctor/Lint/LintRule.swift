internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// A rule of `lint`. A rule is pure: the same subject gives the same findings in the same order.
/// It adopts one or more of the protocols below, by what it looks at.
protocol LintRule: Sendable {
  static var info: RuleInfo { get }
  init()
}

/// Looks at the schema versions that may still be edited: the newest of each plan or model file,
/// and unversioned models. What has shipped must stay as it is, so there is nothing to say about it.
protocol ModelRule: LintRule {
  func check(_ model: DataModel, in lint: LintContext, report: (Finding) -> Void)
}

/// Looks at all versions of a schema and the stages between them.
protocol HistoryRule: LintRule {
  func check(_ history: SchemaHistory, in lint: LintContext, report: (Finding) -> Void)
}

/// Looks at what changes from one version to the next.
protocol ChangeRule: LintRule {
  func check(_ change: VersionChange, in lint: LintContext, report: (Finding) -> Void)
}

/// Looks at Swift code, one node at a time: all rules share one walk over the tree.
protocol SourceRule: LintRule {
  /// The kinds of nodes the rule wants to see.
  static var nodes: [SyntaxKind] { get }
  func check(_ node: Syntax, in file: LintFile, report: (Finding) -> Void)
}

/// Looks at the whole input once; for what no single model, history or file shows.
protocol ProjectRule: LintRule {
  func check(_ lint: LintContext, report: (Finding) -> Void)
}

extension LintRule {
  /// A finding of this rule.
  func finding(
    _ message: String, at location: Location?, entity: String? = nil, property: String? = nil,
    help: String? = nil, severity: Severity? = nil, certainty: Certainty = .certain,
    edits: [TextEdit] = []
  ) -> Finding {
    var finding = Self.info.finding(message, help: help, severity: severity)
    finding.location = location
    finding.entity = entity
    finding.property = property
    finding.certainty = certainty
    finding.edits = edits
    return finding
  }
}
