public import Diagnostics
public import StoreEngine
public import StoreModel

/// Faults of a plan that stop an app on Apple's systems before its first stage, however well the
/// stages run here.
public enum LaunchFaults {
  private static let rules: [any HistoryRule] = [
    RepeatedStage(), SameChecksumVersions(), StageToItself(),
  ]

  /// The faults of the plan that a store has to go through; none when it need not.
  public static func findings(_ path: MigrationPath) -> [Finding] {
    path.steps.isEmpty ? [] : findings(path.history)
  }

  public static func findings(_ history: SchemaHistory) -> [Finding] {
    var findings: [Finding] = []
    let lint = LintContext(histories: [history])
    for rule in rules {
      rule.check(history, in: lint) { fault in
        var fault = fault
        fault.message += "; Apple's frameworks stop an app over this before the first stage"
        findings.append(fault)
      }
    }
    return findings.sorted(by: Finding.precedes)
  }
}
