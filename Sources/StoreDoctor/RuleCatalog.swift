public import Diagnostics
internal import StoreModel
internal import TraceAnalysis

/// Every rule, sorted by id.
public enum RuleCatalog {
  public static let all: [RuleInfo] = {
    let linted = LintRules.infos
    let ids = Set(linted.map(\.id))
    // What lint sees in source and `trace` in a log is one rule; lint's form has the examples.
    let stores = StoreRules.all + PreflightRules.all + MigrationRules.all
    let others = (stores + TraceRules.all).filter { !ids.contains($0.id) }
    return (linted + others).sorted { $0.id.codePointsPrecede($1.id) }
  }()

  public static let index = RuleIndex(all)

  /// The rule of that id or former id.
  public static func rule(_ id: String) -> RuleInfo? { index.rule(id) }
}

extension Linter {
  /// Every rule may be named in suppressions, those of other commands too.
  public init(settings: LintSettings = LintSettings()) {
    self.init(settings: settings, rules: RuleCatalog.index)
  }
}
