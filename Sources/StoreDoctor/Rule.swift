/// What a rule is, as data: from it come `rules`, `explain`, the reference page and the tests.
public struct RuleInfo: Sendable, Hashable {
  /// Kebab case, named after the bad thing: `missing-inverse`.
  public var id: String
  /// The severity of its findings unless they say otherwise.
  public var severity: Severity
  /// What is wrong, as half a sentence.
  public var summary: String
  /// What goes wrong because of it.
  public var why: String
  /// What to do, as one imperative sentence.
  public var fix: String

  public init(id: String, severity: Severity, summary: String, why: String, fix: String) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.why = why
    self.fix = fix
  }
}

/// Something that looks at one kind of subject and reports findings. A rule is pure: the same
/// subject gives the same findings in the same order.
public protocol Rule<Subject>: Sendable {
  associatedtype Subject
  static var info: RuleInfo { get }
  func check(_ subject: Subject, report: (Finding) -> Void)
}

extension RuleInfo {
  /// A finding of this rule with its severity and fix filled in.
  public func finding(
    _ message: String, help: String? = nil, severity: Severity? = nil
  ) -> Finding {
    Finding(rule: id, severity: severity ?? self.severity, message: message, help: help ?? fix)
  }
}
