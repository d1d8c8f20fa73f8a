package import Diagnostics
package import StoreEngine
package import StoreModel

/// Faults of a plan that stop an app on Apple's systems before its first stage, or lead to another
/// version than the app's, however well the stages run here.
package enum LaunchFaults {
  private static let crashes: [any HistoryRule] = [
    RepeatedStage(), SameChecksumVersions(), StageToItself(),
  ]
  private static let rules: [any HistoryRule] = [ContainerBehindPlan()] + crashes
  private static let crashIDs = Set(crashes.map { type(of: $0).info.id })

  /// The faults of the plan that a store's way goes through. Those that stop the app do so at every
  /// launch, also where the store has the newest version already; no app goes a way back.
  package static func findings(_ path: MigrationPath) -> [Finding] {
    if path.isBackwards { return [] }
    let found = findings(path.history) + [unused(path.history)].compactMap(\.self)
    return path.steps.isEmpty ? found.filter(stopsApp) : found
  }

  /// Whether the app gets as far as no store, whichever that is.
  package static func stopsApp(_ finding: Finding) -> Bool { crashIDs.contains(finding.rule) }

  /// Whether it says that no container has the plan.
  package static func saysUnused(_ finding: Finding) -> Bool {
    finding.rule == PlanNotUsed.info.id
  }

  /// What stops the app before everything else, which then never happens.
  package static func leading(_ findings: [Finding]) -> [Finding] {
    findings.filter(stopsApp) + findings.filter { !stopsApp($0) }
  }

  /// One line for each of them, to stand above losses and all else.
  package static func headlines(_ findings: [Finding]) -> [String] {
    findings.filter(stopsApp).map { "CRASH AT LAUNCH: \($0.message)" }
  }

  /// That no container has the plan, which then is never gone through.
  package static func unused(_ history: SchemaHistory) -> Finding? {
    guard history.isOrdered, !history.stages.isEmpty else { return nil }
    let help = repair(of: history)
    guard let place = history.openedWithout.first else {
      guard history.isUnopened, let place = history.location else { return nil }
      return PlanNotUsed.info.finding(PlanNotUsed.textWithout(history), help: help).at(place)
    }
    return PlanNotUsed.info.finding(PlanNotUsed.text(of: history), help: help).at(place)
  }

  /// What to mend in a plan before a container is given it: with that, the app would stop at launch.
  package static func repair(of history: SchemaHistory) -> String? {
    let found = RuleReport.FindingList()
    let lint = LintContext(histories: [history])
    for rule in crashes {
      rule.check(history, in: lint, report: RuleReport(rule: type(of: rule), list: found))
    }
    return found.findings.min(by: Finding.precedes).map { fault in
      "mend the plan before it is given to the container, because the app would stop at launch with it: "
        + fault.message
    }
  }

  /// The versions that stages lead to or from and that their plan does not list: what is beyond them is on
  /// no way that is known.
  package static func unlistedEnds(of histories: [SchemaHistory]) -> [Finding] {
    let declared = Dictionary(
      keepingFirst: histories.flatMap(\.versions).map { ($0.name, $0.location) })
    return histories.filter { $0.isOrdered && $0.isComplete }.flatMap { plan in
      plan.unlistedEnds.compactMap { name -> Finding? in
        let place = declared[name] ?? plan.location
        guard !(place?.isInTests ?? false) else { return nil }
        let gap = SchemaHistory.Gap.unlisted(name)
        return SchemaNotInPlan.info.finding(
          gap.text(of: plan.name) + ", so the way through it is not checked",
          help: gap.help(of: plan.name)
        ).at(place)
      }
    }
  }

  /// The faults of the plan, whatever store goes through it.
  package static func findings(_ history: SchemaHistory) -> [Finding] {
    let found = RuleReport.FindingList()
    let lint = LintContext(histories: [history])
    for rule in rules {
      rule.check(history, in: lint, report: RuleReport(rule: type(of: rule), list: found))
    }
    let opened = OpenedClasses.findings(
      history, besides: Set(found.findings.compactMap(\.location)))
    // A plan that no container has stops nobody.
    let isUsed = unused(history) == nil
    return (found.findings + opened).filter { isUsed || !stopsApp($0) }.map { fault in
      // A container may open an older version of the plan.
      guard stopsApp(fault) else { return fault }
      var fault = fault
      fault.message += "; Apple's frameworks stop an app over this before the first stage"
      return fault
    }.sorted(by: Finding.precedes)
  }
}
