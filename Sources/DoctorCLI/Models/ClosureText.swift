internal import Diagnostics
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine

/// What the closures of a stage did, as text and JSON.
enum ClosureText {
  /// The lines a closure printed that are shown.
  private static let mostLines = 20

  static func sections(
    _ runner: PlanRunner?, stage: String, showsCosts: Bool
  ) -> [Report.Section] {
    let runs = runner?.runs.filter { $0.stage == stage } ?? []
    guard !runs.isEmpty else { return [] }
    var sections: [Report.Section] = [
      .fields(
        runs.map { run in
          Report.Field(
            run.closure, words(run.work) + (showsCosts ? ", \(milliseconds(run))" : ""))
        }, title: "Closures")
    ]
    for run in runs where !run.output.isEmpty {
      var lines = run.output.prefix(mostLines).map { VisibleText($0).text }
      if run.output.count > mostLines {
        lines.append("… and \(run.output.count - mostLines) more lines; --format json has them")
      }
      sections.append(.lines(lines, title: "Printed by \(run.closure)"))
    }
    return sections
  }

  /// `3 fetches, 40 objects or relationships loaded one by one, 21 rows changed`.
  private static func words(_ work: ClosureWork) -> String {
    var parts = [count(work.fetches, "fetch", "fetches")]
    if work.faults > 0 {
      let what = work.faults == 1 ? "object or relationship" : "objects or relationships"
      parts.append("\(work.faults) \(what) loaded one by one")
    }
    return (parts + [count(work.changes, "row changed", "rows changed")]).joined(separator: ", ")
  }

  private static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }

  private static func milliseconds(_ run: PlanRunner.Run) -> String {
    "\((run.nanoseconds + 500_000) / 1_000_000) ms"
  }

  static func json(_ runner: PlanRunner?, showsCosts: Bool) -> JSONValue {
    .array(
      (runner?.runs ?? []).map { run in
        var members: [String: JSONValue] = [
          "changes": .integer(Int64(run.work.changes)), "closure": .string(run.closure),
          "faults": .integer(Int64(run.work.faults)),
          "fetches": .integer(Int64(run.work.fetches)), "output": .strings(run.output),
          "stage": .string(run.stage), "statements": .integer(Int64(run.work.statements)),
        ]
        if showsCosts { members["nanoseconds"] = .integer(run.nanoseconds) }
        return .object(members)
      })
  }
}
