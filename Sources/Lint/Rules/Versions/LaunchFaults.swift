package import Diagnostics
package import StoreEngine
package import StoreModel

/// Faults of a plan that stop an app on Apple's systems before its first stage, or lead to another
/// version than the app's, however well the stages run here.
package enum LaunchFaults {
  private static let rules: [any HistoryRule] = [
    ContainerBehindPlan(), RepeatedStage(), SameChecksumVersions(), StageToItself(),
  ]

  /// The faults of the plan that a store has to go through; none when it need not, nor on a way back,
  /// which no app goes.
  package static func findings(_ path: MigrationPath) -> [Finding] {
    path.steps.isEmpty || path.isBackwards ? [] : findings(path.history)
  }

  /// The faults of the plan, whatever store goes through it.
  package static func findings(_ history: SchemaHistory) -> [Finding] {
    let found = RuleReport.FindingList()
    let lint = LintContext(histories: [history])
    for rule in rules {
      rule.check(history, in: lint, report: RuleReport(rule: type(of: rule), list: found))
    }
    return found.findings.map { fault in
      // A container may open an older version of the plan.
      guard fault.rule != ContainerBehindPlan.info.id else { return fault }
      var fault = fault
      fault.message += "; Apple's frameworks stop an app over this before the first stage"
      return fault
    }.sorted(by: Finding.precedes)
  }
}
