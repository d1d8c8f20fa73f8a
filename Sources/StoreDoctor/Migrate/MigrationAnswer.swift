public import Diagnostics
internal import Lint
package import PlanExecution
public import StoreEngine
public import StoreModel

/// What a migration did.
public struct MigrationAnswer: Answer {
  /// The way it went; nil when there is none.
  public let path: MigrationPath?
  /// What each stage did; empty when there was nothing to do, or when nothing was written.
  public private(set) var stages: [StageSummary] = []
  /// What was dropped and deleted; nil without stages.
  public private(set) var losses: LossReport?
  /// The closures that ran, in order.
  package private(set) var closures: [PlanRunner.Run] = []
  /// How far closures were kept from what is not their own; nil when none ran.
  package private(set) var confinement: ConfinementLevel?
  /// What is likely rather than known about the new store.
  public private(set) var notes: [String] = []
  /// Files of external data that the new store does not have, because none of its values names them.
  public private(set) var filesLeftBehind = 0
  /// What differs between the rows before and after, where that was asked for.
  public internal(set) var comparison: RowDifferences?
  /// Which bytes of the store were read.
  public private(set) var bytesRead = ""
  /// Whether the store is what it was, where the plan's code ended it all and nothing was written;
  /// otherwise nil.
  public private(set) var storeIsUnchanged: Bool?
  /// What was lost or left out, and what the plan's code did wrong.
  public private(set) var findings: [Finding] = []
  /// The result as the user named it, for JSON.
  public var file: String?
  /// Whether JSON has times and pages, which differ from run to run.
  public var showsCosts = false

  /// `found` with any finding, notes among them.
  public var verdict: ExitStatus { findings.isEmpty ? .done : .found }

  /// One line for what stops the app at launch, and for each loss that nobody acknowledged.
  public var headlines: [String] {
    LaunchFaults.headlines(findings) + (losses?.headlines ?? [])
  }

  /// A migration with nothing to do, as far as it is known.
  public init(_ path: MigrationPath) {
    self.path = path
    findings = LaunchFaults.findings(path)
  }

  /// A migration that an error of the store or the models kept from its end: nothing was written.
  ///
  /// - Parameters:
  ///   - way: the stages, where they were known.
  ///   - store: the file that findings without a place of their own are about.
  public init(
    ended error: MigrationError, _ identification: Identification?, along way: MigrationPath? = nil,
    at store: String
  ) {
    path = nil
    findings = way.map(LaunchFaults.findings) ?? identification?.launchFaults ?? []
    stop(
      MigrationRules.findings(error, identification, in: way?.step(of: error))
        .map { $0.placed(in: store) },
      isUnchanged: true)
  }

  /// - Parameter queries: what closures asked in a costly way.
  mutating func take(
    _ result: StoreMigration.Result, _ policy: LossPolicy, _ runner: PlanRunner?, store: String,
    queries: [Finding]
  ) {
    guard let path else { return }
    let losses = LossReport(result.stages, path.steps, policy)
    self.losses = losses
    stages = result.stages
    closures = runner?.runs ?? []
    confinement = runner?.confinement
    notes = result.notes
    filesLeftBehind = result.filesLeftBehind
    bytesRead = result.bytesRead
    let skipped = zip(stages, path.steps).filter(\.0.skippedClosures).map { _, step in
      MigrationRules.migrationNotRun.finding(
        "the closures of '\(step.name)' were not run; what they do is missing in the new store",
        help: "leave --skip-closures out"
      ).at(step.codeLocation ?? step.location)
    }
    findings += losses.findings
    findings += result.missingFiles.map { Finding($0, path: store) }
    findings += skipped
    findings += runner?.findings ?? []
    findings += queries
  }

  /// What is to be said of the store, however it went.
  package mutating func add(_ findings: [Finding]) { self.findings += findings }

  mutating func stop(_ findings: [Finding], isUnchanged: Bool) {
    self.findings += findings
    storeIsUnchanged = isUnchanged
  }

  /// The keys of the JSON output: none when nothing was written, and those of the path alone when
  /// there was nothing to do.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([:])
    guard storeIsUnchanged == nil, let path else { return }
    try path.write(to: encoder)
    guard let losses else { return }
    let runs = closures.map { MeasuredRun(run: $0, showsCosts: showsCosts) }
    try encoder.write([
      "bytesRead": bytesRead, "closures": runs, "losses": losses, "notes": notes, "path": file,
      "stages": stages.map { MeasuredStage(stage: $0, showsCosts: showsCosts) },
    ])
    try encoder.write(present: [
      "comparison": comparison, "confinement": confinement,
      "filesLeftBehind": filesLeftBehind > 0 ? filesLeftBehind : nil,
    ])
  }
}

private struct MeasuredRun: Encodable {
  let run: PlanRunner.Run
  let showsCosts: Bool

  func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "changes": run.work.changes, "closure": run.closure, "faults": run.work.faults,
      "fetches": run.work.fetches, "output": run.output, "stage": run.stage,
      "statements": run.work.statements,
    ])
    try encoder.write(present: ["nanoseconds": showsCosts ? run.nanoseconds : nil])
  }
}
