public import Diagnostics
public import StoreModel

/// What a rehearsal of a release on many stores has shown.
public struct RehearsalResult: Answer {
  /// What the stores came to.
  public let summary: ScanSummary
  /// What is wrong with the models and the plan's code, whatever the stores.
  public let findings: [Finding]

  /// What many stores came to.
  public init(_ summary: ScanSummary, findings: [Finding]) {
    self.summary = summary
    self.findings = findings
  }

  /// Good when every store would have the version with all its data, and at least one was tried.
  public var verdict: ExitStatus {
    if summary.unread > 0 { return .unreadable }
    let all = summary.rehearsal
    let isGood = all.stores > 0 && all.good == all.stores
    return isGood && !findings.contains { $0.severity > .note } ? .done : .found
  }

  public func encode(to encoder: any Encoder) throws {
    try summary.rehearsal.encode(to: encoder)
    try encoder.write(["passed": verdict == .done, "versions": summary.versions])
  }
}
