internal import Diagnostics
internal import StoreEngine
public import StoreModel
public import TraceAnalysis

extension AccessPattern {
  /// What the user does not want to hear of: a rule, or a rule on one entity or relationship.
  public struct Suppression: Sendable, Hashable {
    /// Id of the rule.
    public var rule: String
    /// `Note.tags`, or `Note` for the entity and all its relationships; nil for everything.
    public var subject: String?

    /// Reads `n-plus-one`, `n-plus-one:Note.tags` or `n-plus-one:Note`.
    public init(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      rule = parts.first.map(String.init) ?? ""
      subject = parts.count > 1 ? String(parts[1]) : nil
    }

    /// Whether a pattern is one of those not wanted.
    public func covers(_ pattern: AccessPattern) -> Bool {
      guard TraceRules.rule(pattern.kind).id == rule else { return false }
      guard let subject else { return true }
      return pattern.subject == subject || pattern.entity == subject
        || pattern.candidates.contains(subject)
    }

    /// A misspelt name would silently suppress nothing.
    ///
    /// - Parameter models: what the names are held against; without any, only the rule is.
    func check(_ models: [DataModel]) throws(SuppressionError) {
      let rules = TraceRules.all.map(\.id)
      guard rules.contains(rule) else {
        throw SuppressionError(
          "there is no rule '\(VisibleText(rule).text)' for traces", nearest: rule, in: rules,
          else: "'rules' lists them")
      }
      guard let subject, !models.isEmpty else { return }
      let parts = subject.split(separator: ".", maxSplits: 1).map(String.init)
      let entity = parts.first ?? ""
      let entities = Set(models.flatMap { $0.entities.map(\.name) })
      guard entities.contains(entity) else {
        throw SuppressionError(
          "the models have no entity '\(VisibleText(entity).text)'", nearest: entity,
          in: entities.sorted(), else: "'entities' lists them")
      }
      guard parts.count > 1 else { return }
      let names = models.flatMap { model in
        model.entity(named: entity).map { model.lineage(of: $0) } ?? []
      }.flatMap { $0.relationships.map(\.name) }
      guard names.contains(parts[1]) else {
        throw SuppressionError(
          "'\(VisibleText(entity).text)' has no relationship '\(VisibleText(parts[1]).text)'",
          nearest: parts[1], in: Set(names).sorted(), else: "'show \(entity)' lists them")
      }
    }
  }
}

/// A suppression that names what does not exist.
public struct SuppressionError: ReportableError, Sendable {
  /// One sentence, lower case, no full stop.
  public let description: String
  /// What may have been meant, or where to look.
  public let help: [String]
  /// What to leave out is a part of the question.
  public var status: ExitStatus { .usage }

  init(_ description: String, nearest name: String, in names: [String], else help: String) {
    self.description = description
    self.help = [
      NameDistance.nearest(to: name, in: names).map { "did you mean '\($0)'?" } ?? help
    ]
  }
}
