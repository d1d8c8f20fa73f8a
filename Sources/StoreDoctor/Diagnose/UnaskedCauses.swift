internal import Diagnostics
internal import StoreEngine
internal import StoreModel

extension MigrationCauses {
  /// That the app never gets as far as the store.
  func atLaunch(_ faults: [Finding]) -> [Diagnosis.Cause] {
    faults.map { fault in
      Diagnosis.Cause(
        verdict: .stopsAtLaunch, what: fault.message, because: ["the store has \(version)"],
        certainty: fault.certainty, location: fault.location,
        treatment: [fault.help].compactMap { $0.map { Diagnosis.Treatment($0) } }
          + [step("see the plan's stages", "plan")])
    }
  }

  static let closuresNotRun = Certainty.unknown("the closures were not run")

  /// That closures were not run, which may delete the rows that otherwise stand in the way.
  func leftToClosures(_ faults: [Finding]) -> [Diagnosis.Cause] {
    guard !faults.isEmpty else { return [] }
    return [
      Diagnosis.Cause(
        verdict: .notExamined,
        what: "\(start); whether it migrates depends on what the closures do first",
        because: faults.map {
          $0.message + ($0.certainty.reason.map { " (likely: \($0))" } ?? "")
        },
        certainty: Self.closuresNotRun,
        treatment: [step("run them on a copy", "migrate", "-o", "migrated.store")]
          + faults.compactMap(\.help).prefix(1).map {
            Diagnosis.Treatment("if they leave rows: \($0)")
          })
    ]
  }

  /// That nobody asked whether the rows bear what lies ahead; nil where that was asked, or nothing does.
  func unasked(_ path: MigrationPath, _ depth: Diagnoser.Depth) -> Diagnosis.Cause? {
    let what: String
    let rest: Diagnosis.Treatment
    switch (depth, path.steps.isEmpty) {
    case (.migration, _), (.rows, true): return nil
    case (.version, true):
      what = "the store has the app's version, \(version); whether its rows are sound was not asked"
      rest = Diagnosis.Treatment("examine its rows", diagnoser.command("check"))
    case (_, false):
      what =
        "\(start); whether its rows bear the migration to \(VersionReference(path.target).title) was "
        + "not asked"
      rest = step("look at every row", "preflight")
    }
    return Diagnosis.Cause(
      verdict: .notExamined, what: what, certainty: .unknown("it was not asked"), treatment: [rest])
  }
}
