/// Rules by their ids, such as those that a configuration or a suppression may name.
public struct RuleIndex: Sendable {
  /// In the order in which they are shown.
  public let all: [RuleInfo]
  private let byID: [String: RuleInfo]

  /// Rules in the order in which they are shown.
  public init(_ rules: [RuleInfo]) {
    all = rules
    let former = rules.flatMap { rule in rule.aliases.map { ($0, rule) } }
    byID = Dictionary(rules.map { ($0.id, $0) } + former, uniquingKeysWith: { first, _ in first })
  }

  /// Their ids, in the same order.
  public var ids: [String] { all.map(\.id) }

  /// The rule of that id or former id.
  public func rule(_ id: String) -> RuleInfo? { byID[id] }
}
