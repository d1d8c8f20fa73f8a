/// Every rule, sorted by id: one line per rule.
public enum RuleCatalog {
  public static let all: [RuleInfo] = StoreRules.all

  public static func rule(_ id: String) -> RuleInfo? { all.first { $0.id == id } }
}
