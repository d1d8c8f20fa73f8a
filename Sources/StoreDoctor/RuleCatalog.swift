public import Diagnostics
public import Lint
internal import PlanExecution
internal import StoreModel
internal import TraceAnalysis

/// Every rule, sorted by id.
public enum RuleCatalog {
  /// The rules of all commands, each once.
  public static let all: [RuleInfo] = {
    let linted = LintRules.infos
    var seen = Set(linted.map(\.id))
    // What lint sees in source and `trace` in a log is one rule, and what is in a store and would be in a migrated
    // one; lint's form has the examples.
    let stores = StoreRules.all + PreflightRules.all + MigrationRules.all + PlanRules.all
    let others = (stores + TraceRules.all + [SourceFaults.unreadFile]).filter {
      seen.insert($0.id).inserted
    }
    return (linted + others).sorted { $0.id.codePointsPrecede($1.id) }.map { rule in
      var rule = rule
      rule.page = RulePages.page(of: rule)
      return rule
    }
  }()

  /// The same by id and former id.
  public static let index = RuleIndex(all)

  /// The rule of that id or former id.
  public static func rule(_ id: String) -> RuleInfo? { index.rule(id) }
}

/// What `rules` says: the rules of one group, or all of them group by group.
public struct RuleList: Answer, Sendable {
  /// In the order of the reference page.
  public let groups: [RuleGroup]
  /// In the order of the groups; within each sorted by id.
  public let rules: [RuleInfo]

  /// The rules of these groups.
  public init(of groups: [RuleGroup] = RuleGroup.allCases) {
    self.groups = groups
    rules = groups.flatMap { group in RuleCatalog.all.filter { $0.group == group } }
  }

  private struct Members: Encodable {
    let fix: String
    let group: String
    let id: String
    let severity: String
    let summary: String
    let why: String
  }

  private enum CodingKeys: CodingKey { case rules }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let rules = rules.map { rule in
      Members(
        fix: rule.fix, group: rule.group.rawValue, id: rule.id, severity: rule.severity.rawValue,
        summary: rule.summary, why: rule.why)
    }
    try container.encode(rules, forKey: .rules)
  }
}

extension Linter {
  /// Every rule may be named in suppressions, those of other commands too.
  public init(settings: LintSettings = LintSettings()) {
    self.init(settings: settings, rules: RuleCatalog.index)
  }
}
