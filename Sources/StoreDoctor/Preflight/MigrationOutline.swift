public import Diagnostics
internal import Lint
public import StoreEngine
public import StoreModel

/// What a migration would do, stage by stage, without running it.
public struct MigrationOutline: Answer {
  /// What one stage would do.
  public struct Stage {
    /// The stage.
    public let step: MigrationStep
    /// Its statements; nil when it or one before it is refused.
    package let plan: StagePlan?
    /// Whether a stage before it is refused.
    package let isBehindRefusal: Bool
    /// What is different between its versions.
    public let changes: [ModelDifference]
    /// What could not be compared, and was decided as the store's model has it; as `diff` says it.
    public let unknown: [String]
    fileprivate let failures: CertainFailures
    fileprivate let showsSQL: Bool

    /// Whether a difference makes the stage fail, whatever the rows hold; nil when it does not.
    package func failure(_ difference: ModelDifference) -> CertainFailures.Kind? {
      failures.kind(of: difference, in: step)
    }
  }

  /// The way; nil when there is none.
  public private(set) var path: MigrationPath?
  /// Whether it is a store's, and not a version's.
  public let isOfStore: Bool
  /// What it would drop; nil without a way.
  public private(set) var losses: LossReport?
  /// The stages; of one that is refused, and of those behind it, only what differs is known.
  public private(set) var stages: [Stage] = []
  /// Why there is no way, or why its last stage is refused; nil when all of it can be gone.
  public private(set) var refusal: MigrationError?
  /// What would be lost, fails for certain or is refused.
  public var findings: [Finding] = []

  /// `found` with any finding, notes among them.
  public var verdict: ExitStatus { findings.isEmpty ? .done : .found }
  /// One line for what stops the app at launch, and for each loss that nobody acknowledged.
  public var headlines: [String] {
    LaunchFaults.headlines(findings) + (losses?.headlines ?? [])
  }
  /// Statements of all stages.
  public var statements: Int { stages.reduce(0) { $0 + ($1.plan?.statements.count ?? 0) } }

  /// Plans what a question asks for. That there is no way is part of the answer.
  ///
  /// - Parameters:
  ///   - place: what the question is about, for the finding when it cannot be done.
  ///   - showsSQL: whether JSON has the statements.
  ///   - policy: what may be lost; asked for only where there is a way.
  /// - Throws: `SQLiteError` for a store that cannot be read, `MigrationError` for a question that
  ///   has no answer, and what `policy` throws.
  public init(
    _ question: MigrationQuestion, at place: String, showsSQL: Bool = false,
    policy: () throws -> LossPolicy
  ) throws {
    var current: MigrationStep?
    isOfStore = question.store != nil
    do {
      let path = try question.path()
      self.path = path
      findings =
        LaunchFaults.findings(path) + question.findings(along: path) + ClosureCode.faults(path)
      let policy = try policy()
      let dropped =
        try question.store.map { try PreflightStage.losses(of: path, $0, policy) }
        ?? SchemaLoss.all(of: path)
      let losses = LossReport(dropped, policy, along: path.steps)
      self.losses = losses
      let failures = try CertainFailures(path, store: question.store)
      findings += losses.findings + failures.findings
      var preview = try question.preview()
      var (refused, refusedStep): (MigrationError?, MigrationStep?)
      func stage(_ step: MigrationStep, _ plan: StagePlan?) -> Stage {
        Stage(
          step: step, plan: plan, isBehindRefusal: refused != nil,
          changes: (plan?.changes ?? ModelDiff.differences(from: step.from, to: step.to))
            .map { $0.advised(isCustom: step.isCustom) },
          unknown: question.unknown(in: step, of: path.history), failures: failures,
          showsSQL: showsSQL)
      }
      for step in path.steps {
        do {
          // Behind a stage that is refused only the differences are known.
          let plan = refused == nil ? try preview.next(step) : nil
          stages.append(stage(step, plan))
        } catch let error as MigrationError where error.status == .found {
          stages.append(stage(step, nil))
          (refused, refusedStep) = (error, step)
        }
      }
      current = refusedStep
      if let refused { throw refused }
    } catch let error as MigrationError where error.status == .found {
      refusal = error
      if path == nil { findings += question.identification?.launchFaults ?? [] }
      findings += MigrationRules.findings(error, question.identification, in: current)
        .map { $0.placed(in: place) }
    }
  }

  /// The keys of the JSON output; there are none without a way, and no stages when one is refused.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([:])
    try path?.write(to: encoder)
    try encoder.write(present: ["losses": losses, "stages": refusal == nil ? stages : nil])
  }
}

extension MigrationOutline.Stage: Encodable {
  /// The keys of one stage; the statements only where they are asked for.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "changes": changes.map { JudgedDifference(difference: $0, failure: failure($0)) },
      "from": step.from.name, "kind": step.kindText, "location": step.location?.text,
      "migration": changes.consequence.rawValue, "name": step.name, "notes": plan?.notes ?? [],
      "refused": plan == nil, "to": step.to.name,
    ])
    let statements = plan?.statements.map { statement -> JSONValue in
      [
        "action": .string(statement.action.rawValue), "reason": .string(statement.reason),
        "sql": .string(statement.sql),
      ]
    }
    try encoder.write(present: [
      "statements": showsSQL ? statements : nil, "unknown": unknown.isEmpty ? nil : unknown,
    ])
  }
}
