internal import Diagnostics
public import TraceAnalysis

extension AccessPattern {
  /// What the user does not want to hear of: a rule, or a rule on one entity or relationship.
  public struct Suppression: Sendable, Hashable {
    /// Id of the rule.
    public var rule: String
    /// `Note.tags`, or `Note` for the entity and all its relationships; nil for everything.
    public var subject: String?

    public init(rule: String, subject: String? = nil) {
      self.rule = rule
      self.subject = subject
    }

    /// Reads `n-plus-one`, `n-plus-one:Note.tags` or `n-plus-one:Note`.
    public init(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      rule = parts.first.map(String.init) ?? ""
      subject = parts.count > 1 ? String(parts[1]) : nil
    }

    public func covers(_ pattern: AccessPattern) -> Bool {
      guard TraceRules.rule(pattern.kind).id == rule else { return false }
      guard let subject else { return true }
      return pattern.subject == subject || pattern.entity == subject
        || pattern.candidates.contains(subject)
    }
  }
}
