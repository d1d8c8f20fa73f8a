internal import Diagnostics
internal import StoreEngine
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
  func check(_ model: DataModel, in lint: LintContext, report: RuleReport)
}

/// Looks at all versions of a schema and the stages between them.
protocol HistoryRule: LintRule {
  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport)
}

/// Looks at what changes from one version to the next.
protocol ChangeRule: LintRule {
  /// Whether the steps between versions that have shipped are looked at: what fails there keeps
  /// stores of old versions from opening, what is lost there is lost.
  static var judgesShipped: Bool { get }
  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport)
}

/// Looks at Swift code, one node at a time: all rules share one walk over the tree.
protocol SourceRule: LintRule {
  /// The kinds of nodes the rule wants to see.
  static var nodes: [SyntaxKind] { get }
  func check(_ node: Syntax, in file: LintFile, report: RuleReport)
}

/// Looks at the whole input once; for what no single model, history or file shows.
protocol ProjectRule: LintRule {
  func check(_ lint: LintContext, report: RuleReport)
}

extension LintRule {
  /// A finding of this rule.
  static func finding(
    _ message: String, at location: Location?, entity: String? = nil, property: String? = nil,
    help: String? = nil, severity: Severity? = nil, certainty: Certainty = .certain,
    edits: [TextEdit] = []
  ) -> Finding {
    var finding = info.finding(message, help: help, severity: severity)
    finding.location = location
    finding.entity = entity
    finding.property = property
    finding.certainty = certainty
    finding.edits = edits
    return finding
  }
}

extension ChangeRule {
  static var judgesShipped: Bool { true }

  /// Reports each difference of one kind that the rule asks for.
  func report(
    _ change: VersionChange, where isMeant: (ModelDifference) -> Bool,
    _ message: (ModelDifference) -> String, to report: RuleReport
  ) {
    for difference in change.differences where isMeant(difference) {
      report(
        message(difference), at: difference.location, entity: difference.entity,
        property: difference.property, certainty: difference.certainty)
    }
  }
}

/// Takes what a rule has to say.
struct RuleReport {
  let rule: any LintRule.Type
  let list: FindingList
  /// Where findings without a place are shown: a compiled model or a store has no lines.
  var place: Location?

  /// What the rules have found.
  final class FindingList {
    fileprivate(set) var findings: [Finding] = []
  }

  func callAsFunction(
    _ message: String, at location: Location?, entity: String? = nil, property: String? = nil,
    help: String? = nil, severity: Severity? = nil, certainty: Certainty = .certain,
    edits: [TextEdit] = [], related: Finding.Related? = nil,
    likewise: [Location] = []
  ) {
    var finding = rule.finding(
      message, at: location ?? place, entity: entity, property: property, help: help,
      severity: severity, certainty: certainty, edits: edits)
    finding.related = [related].compactMap(\.self) + likewise.map { .likewise($0) }
    list.findings.append(finding)
  }

  /// What concerns a property is said at its place.
  func callAsFunction(
    _ message: String, about property: Relationship, of entity: Entity, help: String? = nil,
    severity: Severity? = nil, certainty: Certainty = .certain, edits: [TextEdit] = []
  ) {
    self(
      message, at: property.location, entity: entity.name, property: property.name, help: help,
      severity: severity, certainty: certainty, edits: edits)
  }

  func callAsFunction(
    _ message: String, about property: Attribute, of entity: Entity, help: String? = nil,
    certainty: Certainty = .certain
  ) {
    self(
      message, at: property.location, entity: entity.name, property: property.name, help: help,
      certainty: certainty)
  }
}
