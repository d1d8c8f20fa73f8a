public import Diagnostics

/// What the user decides about linting; `.storedoctor.yml` and the command line fill it.
public struct LintSettings: Sendable, Hashable {
  /// Rule id to its severity; nil switches the rule off.
  public var severities: [String: Severity?] = [:]
  /// Rule id to the patterns of paths where it is silent.
  public var excluded: [String: [PathPattern]] = [:]
  /// Whether the models are mirrored to CloudKit.
  public var cloudKit = CloudKit.fromSource
  /// The migration plans that are the app's own; empty means all that are found.
  public var plans: [String] = []
  /// What may be lost in migrations: `Note` or `Note.title`.
  public var allowedLosses: [String] = []

  /// Whether the models are mirrored.
  public enum CloudKit: String, Sendable, Hashable, CaseIterable {
    /// As the containers in the source say.
    case fromSource = "auto"
    case on, off
  }

  /// Every rule with its own severity.
  public init() {}

  /// The severity a finding gets; nil when its rule is off.
  func severity(of finding: Finding) -> Severity? {
    guard let chosen = severities[finding.rule] else { return finding.severity }
    return chosen
  }
}
