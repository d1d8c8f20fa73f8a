/// What a rule is, as data: from it come `rules`, `explain`, the reference page and the tests.
public struct RuleInfo: Sendable, Hashable {
  /// Kebab case, named after the bad thing: `missing-inverse`.
  public var id: String
  /// What it looks at.
  public var group: RuleGroup
  /// The severity of its findings unless they say otherwise.
  public var severity: Severity
  /// What is wrong, as half a sentence.
  public var summary: String
  /// What goes wrong because of it.
  public var why: String
  /// What to do, as one imperative sentence.
  public var fix: String
  /// What the rule does not see, or takes for granted; nil when there is nothing to say.
  public var limits: String?
  /// The explanation of the error it prevents, for `explain`: `cocoa-134110`.
  public var explanation: String?
  /// Former ids; they still configure and suppress the rule.
  public var aliases: [String]
  /// What it flags and what it lets pass; every example is a test.
  public var examples: [RuleExample] { makeExamples() }
  /// Made when they are asked for: few commands show any, and making those of all rules takes longer than
  /// opening a store.
  private var makeExamples: @Sendable () -> [RuleExample]
  /// The address of the framework's page about what the rule is on; nil where there is none.
  public var page: String?

  /// The address of the rule's own page, where the address of the documentation is known, or else `page`.
  package func address(on site: String?) -> String? {
    site.map { "\($0)/documentation/guide/\(pageName)" } ?? page
  }

  /// The name of the rule's page in the documentation.
  package var pageName: String { "rule-" + id }

  /// A rule about stores, unless another group is named.
  public init(
    id: String, group: RuleGroup = .store, severity: Severity, summary: String, why: String,
    fix: String, limits: String? = nil, explanation: String? = nil, aliases: [String] = [],
    examples: @autoclosure @escaping @Sendable () -> [RuleExample] = []
  ) {
    self.id = id
    self.group = group
    self.severity = severity
    self.summary = summary
    self.why = why
    self.fix = fix
    self.limits = limits
    self.explanation = explanation
    self.aliases = aliases
    makeExamples = examples
  }

  /// The same rule, seen in source as well: its examples become those given.
  package func with(
    group: RuleGroup, examples: @autoclosure @escaping @Sendable () -> [RuleExample],
    limits: String? = nil
  ) -> RuleInfo {
    var copy = self
    copy.group = group
    copy.makeExamples = examples
    copy.limits = limits ?? self.limits
    return copy
  }

  /// No two rules of a group have an id.
  public static func == (left: RuleInfo, right: RuleInfo) -> Bool {
    left.id == right.id && left.group == right.group
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// What a rule looks at; the order is that of the reference page.
public enum RuleGroup: String, Sendable, Hashable, CaseIterable {
  case relationships, versions, changes, mappings, declarations, migrationCode, dataAccess, cloudKit
  case tests, store, trace
  case lint

  /// The heading on the reference page.
  package var title: String {
    switch self {
    case .relationships: "Relationships"
    case .versions: "Versions and plans"
    case .changes: "Changes between versions"
    case .mappings: "Mapping models"
    case .declarations: "Declarations and predicates"
    case .migrationCode: "Migration closures"
    case .dataAccess: "Data access"
    case .cloudKit: "CloudKit"
    case .tests: "Migration tests"
    case .store: "Stores"
    case .trace: "Traces"
    case .lint: "Linting itself"
    }
  }
}

/// A few lines that a rule flags or lets pass.
///
/// In a flagged example `↓` stands before each place of a finding. A line `// file: NAME` begins
/// another file; without one the text is one Swift file. Model files and the lock are written the
/// same way (`// file: Notes.xcdatamodeld/Notes.xcdatamodel/contents`).
public struct RuleExample: Sendable, Hashable {
  /// Whether the rule finds something here.
  public var isFlagged: Bool
  /// The lines, with `↓` before each place of a finding.
  public var text: String
  /// Lines of `.storedoctor.yml` the example runs with.
  public var settings: String?

  package static func flagged(_ text: String, settings: String? = nil) -> RuleExample {
    RuleExample(isFlagged: true, text: text, settings: settings)
  }

  package static func clean(_ text: String, settings: String? = nil) -> RuleExample {
    RuleExample(isFlagged: false, text: text, settings: settings)
  }
}

extension RuleInfo {
  /// A finding of this rule with its severity and fix filled in.
  package func finding(
    _ message: String, help: String? = nil, severity: Severity? = nil
  ) -> Finding {
    Finding(rule: id, severity: severity ?? self.severity, message: message, help: help ?? fix)
  }
}
