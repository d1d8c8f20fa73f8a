internal import Diagnostics
internal import Lint
internal import StoreEngine
internal import StoreModel

extension MigrationCauses {
  /// What becomes of a store whose way leads through a plan that no container has: Core Data infers one
  /// migration from the store's version to the app's, and runs none of the plan's code.
  ///
  /// - Returns: nil where the plan is used.
  func withoutPlan(_ result: Preflight.Result) -> Diagnosis.Cause? {
    guard let path = result.path, !path.steps.isEmpty, path.source.name != path.target.name,
      let fault = result.findings.first(where: LaunchFaults.saysUnused)
    else { return nil }
    let differences = ModelDiff.compare(from: path.source, to: path.target).differences
    let serious = differences.filter { $0.migration >= .custom && !$0.certainty.isUnknown }
    let lost = differences.filter(\.losesData)
    let goal = VersionReference(path.target).title
    var cause = Diagnosis.Cause(
      verdict: .opensAfterMigration,
      what: "\(start), and migrates to \(goal) by inference: \(fault.message)",
      certainty: certainty.weaker(
        .inferred(
          "the rows were held against the plan's stages, not against one inferred migration")),
      location: fault.location,
      treatment: [
        Diagnosis.Treatment(fault.help ?? "give the plan to the container"),
        step("see what the plan would do", "plan"),
      ])
    if let first = serious.first {
      cause.verdict = .planIncomplete
      cause.what =
        "\(fault.message), and what leads to \(goal) cannot be inferred: \(first.path): \(first.why)"
      cause.certainty = certainty
    } else if !lost.isEmpty {
      cause.verdict = .losesData
      cause.what =
        "\(fault.message), and the inferred migration to \(goal) drops \(lost.map(\.path).quotedList(atMost: 5))"
      cause.certainty = certainty
    }
    let stages = path.steps.map(\.name)
    cause.because =
      (cause.verdict == .opensAfterMigration ? [] : [start])
      + ["these stages of the plan do not run: \(stages.list(atMost: 5, separator: "; "))"]
    return cause
  }
}
