internal import StoreModel

/// Writes findings as a GitLab code quality report, which wants a place for each: a finding without
/// one is put on the first line of what the command was given. It lists faults only, so a case that
/// passed is none of it.
public struct GitLabReporter: Reporter {
  /// Writes whatever report it is given.
  public init() {}

  /// Writes the whole report.
  public func write(_ report: Report, to out: ByteOutput) throws {
    let findings = report.problems
    let issues = zip(findings, Fingerprint.all(of: findings)).map { finding, fingerprint in
      let place = FindingPlace(finding)
      let issue: JSONValue = [
        "check_name": .string(finding.rule),
        "description": .string(
          finding.help.map { "\(finding.statement); \($0)" } ?? finding.statement),
        "fingerprint": .string(fingerprint),
        "location": [
          "lines": ["begin": .integer(Int64(place?.line ?? 1))],
          "path": .string(place?.path ?? report.command),
        ],
        "severity": .string(Self.severity(finding.severity)),
      ]
      return issue
    }
    JSONValue.array(issues).write(to: out, indent: 0)
    out.newLine()
  }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .note: "info"
    case .warning: "minor"
    case .error: "critical"
    }
  }
}
