/// Every rule, sorted by id: one line per rule.
public enum RuleCatalog {
  public static let all: [RuleInfo] = (StoreRules.all + TraceRules.all).sorted { $0.id < $1.id }

  public static func rule(_ id: String) -> RuleInfo? { all.first { $0.id == id } }
}
