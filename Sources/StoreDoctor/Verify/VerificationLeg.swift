public import Diagnostics
internal import Lint
package import PlanExecution
public import StoreEngine
public import StoreModel

extension Verification {
  /// What a leg starts with.
  public enum DataSet: Sendable, Hashable {
    /// A few rows.
    case small
    /// The edges of every type, of every entity.
    case edges
    /// As many rows as a user has.
    case large
    /// A store that was given.
    case fixture(String)

    /// As reports call it; for a store the name of its file.
    public var name: String {
      switch self {
      case .small: "small"
      case .edges: "edge cases"
      case .large: "10000 rows"
      case .fixture(let path): Folder.split(path).name
      }
    }

    static let generated: [DataSet] = [.small, .edges, .large]

    /// Whether the values mean nothing, so that what code makes of them does not either.
    var isGenerated: Bool { if case .fixture = self { false } else { true } }

    /// Rows in all; an entity's first rows hold the edges of its types.
    func rows(of model: DataModel) -> Int {
      let concrete = max(1, model.entities.count { !$0.isAbstract })
      return switch self {
      case .small: 2 * concrete
      case .edges: 12 * concrete
      default: 10_000
      }
    }
  }

  /// How a leg or a stage ended.
  public enum Outcome: Sendable, Hashable {
    /// It went to its end, and nothing is lost.
    case ok
    /// Every reason, in full.
    case failed(String)
    /// Only the part that needs no closures was run.
    case partial(String)
    /// It was not run, or not to its end.
    case notRun(String)
    /// There is nothing to migrate.
    case unneeded(String)

    private var parts: (name: String, words: String, reason: String?) {
      switch self {
      case .ok: ("ok", "ok", nil)
      case .failed(let reason): ("failed", "FAILED", reason)
      case .partial(let reason): ("partial", "lightweight part only", reason)
      case .notRun(let reason): ("notRun", "NOT RUN", reason)
      case .unneeded(let reason): ("unneeded", "nothing to do", reason)
      }
    }

    /// As JSON has it.
    public var name: String { parts.name }
    /// `lightweight part only`.
    public var words: String { parts.words }
    /// Why it is not simply ok, in full.
    public var reason: String? { parts.reason }
    /// `NOT RUN: its closures`.
    public var sentence: String { words + (reason.map { ": \($0)" } ?? "") }
  }

  /// One migration of one data set.
  public struct Leg: Sendable {
    /// The version it starts from.
    public var from: DataModel
    /// The version it should reach.
    public var to: DataModel
    /// What was migrated.
    public var data: DataSet
    /// The plan it follows, where several have a way between versions of these names.
    public var plan: String?
    /// How it ended.
    public var outcome = Outcome.ok
    /// What the stages did that were run.
    public var stages: [StageSummary] = []
    /// Why it did not pass.
    public var findings: [Finding] = []
    /// What the schema drops and the plan's code deletes.
    public var losses: LossReport?
    /// What differs between the rows before and after, where that was asked for.
    public internal(set) var comparison: RowDifferences?
    /// The stage that it did not get through; nil when it did, or there was no way at all.
    public internal(set) var endedIn: String?
    /// The versions that the app's mapping models lead through, where none of them leads there in one
    /// step; empty otherwise.
    public internal(set) var chain: [String] = []
    /// Bytes of the store that came of it, without external data; nil when none did.
    public internal(set) var resultBytes: Int64?
    /// How far its closures were kept from what is not their own; nil when none ran.
    var confinement: ConfinementLevel?

    /// `NotesSchemaV1 → NotesSchemaV2, edge cases`.
    public var title: String { "\(way), \(data.name)" }

    /// `NotesSchemaV1 → NotesSchemaV2`, and of which plan if there are several.
    public var way: String {
      "\(from.name) → \(to.name)" + (plan.map { " of '\($0)'" } ?? "")
    }

    /// What was not run to its end has not passed.
    public var isPassed: Bool {
      switch outcome {
      case .ok, .unneeded: true
      default: false
      }
    }

    /// The migration as one finding with every reason; nil when it passed.
    var problem: Finding? {
      guard !isPassed, let reason = outcome.reason else { return nil }
      var finding: Finding
      var place = findings.lazy.compactMap(\.location).first
      if case .failed = outcome {
        finding = MigrationRules.migrationFailed.finding("\(title): \(reason)")
        if let cause {
          (finding.rule, finding.certainty) = (cause.rule, cause.certainty)
          (finding.entity, finding.property) = (cause.entity, cause.property)
          place = cause.location ?? place
        }
        var seen: Set<String> = []
        let cures = findings.compactMap(\.help).filter { seen.insert($0).inserted }
        if !cures.isEmpty { finding.help = cures.joined(separator: "; ") }
      } else {
        finding = MigrationRules.migrationNotRun.finding("\(title): not run: \(reason)")
      }
      return finding.at(place)
    }

    /// The worst of its findings, the first of several: what the leg failed of, by its own rule.
    private var cause: Finding? {
      let causes = findings.filter {
        $0.rule != MigrationRules.migrationFailed.id && $0.rule != MigrationRules.migrationNotRun.id
      }
      let worst = causes.map(\.severity).max()
      return causes.first { $0.severity == worst }
    }

    /// The leg as something that passes or fails by itself.
    public var testCase: Report.Case {
      let isFailure = if case .failed = outcome { true } else { false }
      return Report.Case(
        title, isPassed ? .passed : isFailure ? .failed : .skipped, reason: outcome.reason,
        findings: findings, problem: problem)
    }

    /// Statements of all stages.
    public var statements: Int { stages.reduce(0) { $0 + $1.statements } }
    /// The time of all stages.
    public var nanoseconds: Int64 { stages.reduce(0) { $0 + $1.nanoseconds } }
    /// The same in milliseconds, rounded up: what was run took some time, however little.
    public var milliseconds: Int64 { (nanoseconds + 999_999) / 1_000_000 }
    /// Rows before the first and after the last stage.
    public var rows: (before: Int64, after: Int64) { ends(\.entities) }
    /// Links before the first and after the last stage.
    public var links: (before: Int64, after: Int64) { ends(\.relationships) }

    private func ends(_ counts: KeyPath<StageSummary, [StageSummary.Count]>) -> (Int64, Int64) {
      (
        stages.first?[keyPath: counts].reduce(0) { $0 + ($1.before ?? 0) } ?? 0,
        stages.last?[keyPath: counts].reduce(0) { $0 + ($1.after ?? 0) } ?? 0
      )
    }
  }

  /// What every leg came to.
  public struct Result: Answer {
    /// The legs, version by version, then those of fixtures.
    public let legs: [Leg]
    /// Versions that were not checked, because no plan lists them any more.
    public let unlisted: [DataModel]
    /// Without a leg: the older versions that are the same model as the newest, one sentence each.
    package var alike: [String] = []
    let launchFaults: [Finding]
    /// Each leg passes or fails by itself.
    public var cases: [Report.Case] {
      // Nothing was verified, which is no pass.
      if let unneeded { return [Report.Case("migrations", .skipped, reason: unneeded)] }
      return LegCause.cases(of: legs)
    }

    /// Why nothing was migrated; nil where something was.
    public var unneeded: String? {
      guard legs.isEmpty else { return nil }
      return alike.isEmpty
        ? "no older version is among the models given, so there is nothing to migrate; '--to VERSION' "
          + "names another target"
        : alike.list(atMost: 3, separator: "; ") + ", so there is nothing to migrate between them"
    }

    /// Every migration went to its end and lost nothing.
    public var isPassed: Bool { legs.allSatisfy(\.isPassed) }
    /// Good when every migration passed and no plan has a fault with which the app crashes.
    public var verdict: ExitStatus { isPassed && launchFaults.isEmpty ? .done : .found }
    /// Whether no app gets as far as any migration that has passed here.
    public var stopsApp: Bool { launchFaults.contains(where: LaunchFaults.stopsApp) }
    /// How far closures were kept from what is not their own; nil when none ran.
    package var confinement: ConfinementLevel? { legs.lazy.compactMap(\.confinement).first }

    /// Why the app crashes at launch, and why legs did not pass: one cause is one finding, whichever
    /// data sets show it.
    public var findings: [Finding] {
      var seen: Set<Finding> = []
      return (launchFaults + LegCause.all(of: legs).map(\.finding))
        .filter { seen.insert($0).inserted }
    }
  }
}

extension Verification.Leg {
  /// Ends the leg with every reason why it failed: what stopped it, then what is lost.
  mutating func fail(_ findings: [Finding], _ reason: String?, at place: Location?) {
    self.findings = findings
    if let reason {
      self.findings.insert(
        MigrationRules.migrationFailed.finding("\(way): \(reason)").at(place), at: 0)
    }
    let reasons = [reason].compactMap { $0 } + findings.map(\.message)
    outcome = .failed(reasons.joined(separator: "; "))
  }

  /// Says of the first finding which rule it is of and what to do, where that is known.
  mutating func explain(_ error: MigrationError?, in step: MigrationStep?) {
    guard let error, !findings.isEmpty,
      let known = MigrationRules.findings(error, in: step).first
    else { return }
    (findings[0].rule, findings[0].certainty) = (known.rule, known.certainty)
    (findings[0].entity, findings[0].property) = (known.entity, known.property)
    findings[0].help = known.help ?? findings[0].help
    // Stages of model files have no place of their own.
    if let to = step?.to, to.source != .swift,
      let place = to.location(of: known.property, in: known.entity)
    {
      findings[0].location = place
    }
  }

  mutating func leaveOut(_ reason: String, help: String? = nil, at place: Location?) {
    findings.append(
      MigrationRules.migrationNotRun.finding("\(way): not run: \(reason)", help: help).at(place))
    outcome = .notRun(reason)
  }

  /// Not run to its end; what is lost in any case makes it fail.
  mutating func end(
    _ findings: [Finding], notRun reason: String, help: String? = nil, at place: Location?
  ) {
    if !findings.isEmpty { fail(findings, nil, at: place) }
    let failure = outcome.reason
    leaveOut(reason, help: help, at: place)
    if let failure { outcome = .failed("\(failure); not run: \(reason)") }
  }

  /// What `check` finds in a result lies in a file that is gone when anybody reads of it.
  func moved(_ finding: Finding, to place: Location?) -> Finding {
    var finding = finding.at(place)
    finding.message = "\(way): check finds: \(finding.message)"
    if finding.rule == MissingRequiredValue.info.id, to.source == .swift {
      finding.location = to.location(of: finding.property, in: finding.entity) ?? place
      finding.help = RowsWithoutReadableValue.info.fix
    }
    return finding
  }
}

extension Verification.Result {
  /// The keys of the JSON output; `confinement` only where closures ran.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write(["passed": isPassed, "results": legs])
    try encoder.write(present: ["confinement": confinement])
  }
}

extension Verification.Leg: Encodable {
  /// The keys of one result.
  public func encode(to encoder: any Encoder) throws {
    func ends(_ counts: (before: Int64, after: Int64)) -> JSONValue {
      ["after": .integer(counts.after), "before": .integer(counts.before)]
    }
    try encoder.write([
      "data": data.name, "from": VersionReference(from), "links": ends(links),
      "losses": losses ?? LossReport([], LossPolicy()), "milliseconds": milliseconds,
      "reason": outcome.reason, "result": outcome.name, "rows": ends(rows),
      "stages": stages.map { MeasuredStage(stage: $0) }, "statements": statements,
      "to": VersionReference(to),
    ])
    try encoder.write(present: [
      "comparison": comparison, "plan": plan,
    ])
  }
}
