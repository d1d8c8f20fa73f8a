public import Diagnostics
package import PlanExecution
public import StoreEngine
public import StoreModel
public import TraceAnalysis

/// How the queries of one stage grow with the data: the stage run on generated stores of two sizes,
/// the second with twice the rows.
public struct StageScale: Sendable {
  /// The stage's name; the version's where there is no stage.
  public var stage: String
  /// Rows of the smaller store.
  public var rows: Int
  /// How the two runs ended.
  public var outcome = Verification.Outcome.ok
  /// Nothing when the stage was not run to its end.
  public var growth: TraceGrowth?
  /// What grows with the data and could be asked at once, or why the stage failed.
  public var findings: [Finding] = []
  /// How far its closures were kept from what is not their own; nil when none ran.
  var confinement: ConfinementLevel?

  /// Rows per entity in the smaller store: enough for many pages of a loop, and done at once.
  static let rowsPerEntity = 40
}

extension Verification {
  /// How the queries of every stage grow.
  public struct Scale: Answer {
    /// The stages, version by version.
    public let stages: [StageScale]

    /// What was found in any of them.
    public var findings: [Finding] { stages.flatMap(\.findings) }
    /// Every stage was run on both sizes, and nothing was found.
    public var isPassed: Bool { findings.isEmpty && stages.allSatisfy { $0.outcome == .ok } }
    /// Good when all stages passed.
    public var verdict: ExitStatus { isPassed ? .done : .found }
    /// How far closures were kept from what is not their own; nil when none ran.
    package var confinement: ConfinementLevel? { stages.lazy.compactMap(\.confinement).first }
  }

  /// Runs each stage on two sizes. What grows with the data and could be asked at once is found, with
  /// no threshold; the writes of a stage rightly grow.
  ///
  /// - Parameter progress: told what comes next: stages done, stages in all, and a name.
  /// - Throws: as `run` does.
  public func scale(progress: (Int, Int, String) -> Void = { _, _, _ in }) throws -> Scale {
    let starts = try self.starts()
    var stages: [StageScale] = []
    for (index, start) in starts.enumerated() {
      progress(index, starts.count, start.from.name)
      stages.append(try scale(from: start.from, to: start.to, in: start.history))
    }
    return Scale(stages: stages)
  }

  /// The stage that begins with a version.
  private func scale(
    from: DataModel, to: DataModel, in history: SchemaHistory
  ) throws -> StageScale {
    let concrete = max(1, from.entities.count { !$0.isAbstract })
    var scale = StageScale(stage: from.name, rows: concrete * StageScale.rowsPerEntity)
    do {
      var path = try MigrationPath.find(
        from: StoreVersion(model: from.settled()), in: [history], to: to.name,
        mappings: [history].mappingModels())
      path.steps.removeSubrange(min(1, path.steps.count)...)
      guard let step = path.steps.first else {
        scale.outcome = .notRun("\(to.inSentence) has the same entities")
        return scale
      }
      scale.stage = step.name
      guard let small = try trace(path, step, rows: scale.rows, &scale),
        let large = try trace(path, step, rows: scale.rows * 2, &scale)
      else { return scale }
      let growth = TraceGrowth(small: small, large: large, scale: 2)
      scale.growth = growth
      scale.findings = growth.loops.map { step.finding($0, large.patterns) }
    } catch let error as MigrationError {
      scale.outcome = .failed(error.description)
    } catch let error as StoreWriterError {
      scale.outcome = .notRun("no data: \(error)")
    } catch PlanFailure.findings(let findings) {
      scale.findings = findings
      scale.outcome = .failed(findings.first?.message ?? "a closure failed")
    } catch let error as PlanFailure {
      scale.outcome = .failed("\(error)")
    }
    return scale
  }

  /// What a stage asks of a generated store; nil when its closures cannot be run.
  private func trace(
    _ path: MigrationPath, _ step: MigrationStep, rows: Int, _ scale: inout StageScale
  ) throws -> TraceReport? {
    let (runner, missing) = try closureRunner(path)
    defer {
      scale.confinement = scale.confinement ?? runner?.confinement
      runner?.finish()
    }
    guard runner != nil || !step.hasClosures else {
      scale.outcome = .notRun(
        (["its closures"] + [missing].compactMap { $0 }).joined(separator: ", "))
      return nil
    }
    let folder = try WorkFolder(temporaryFor: "verify")
    let store = folder.file("source.store")
    try generate(store, step.from, rows: rows)
    var options = StoreMigration.Options(facts: facts)
    options.closures = .refuse
    options.runner = runner
    let analyzer = TraceAnalyzer(models: [step.from, step.to])
    _ = try StoreMigration(store: store, path: path, options: options).run(
      to: StoreOutput(path: folder.file("result.store"), replaces: false),
      trace: MigrationTrace(analyzer))
    return analyzer.finish()
  }
}

extension MigrationStep {
  /// Where the code of the stage is: its closure, when it has only one.
  public var codeLocation: Location? {
    switch kind {
    case .custom(let will?, nil): will
    case .custom(nil, let did?): did
    default: location
    }
  }

  /// A loop that two sizes have proven.
  ///
  /// - Parameter patterns: those of the larger run, for the name and the line that fixes it.
  fileprivate func finding(
    _ loop: TraceGrowth.Template, _ patterns: [AccessPattern]
  ) -> Finding {
    let kind: AccessPattern.Kind =
      switch loop.purpose {
      case .count: .countInLoop
      case .fetch: .fetchInLoop
      default: .nPlusOne
      }
    let pattern = patterns.first { $0.sql == loop.sql && $0.subject != nil }
    var loop = loop
    loop.relationship = pattern?.subject ?? loop.relationship
    var finding = TraceRules.rule(kind).finding(
      "in the stage '\(name)' " + loop.message, help: pattern?.help(for: .swiftData)
    ).at(codeLocation, entity: pattern?.entity ?? loop.entity, property: pattern?.relationship)
    finding.related = [Finding.Related("query", SQLSummary.short(loop.sql))]
    return finding
  }
}

extension Verification.Scale {
  /// The keys of the JSON output; `confinement` only where closures ran.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write(["passed": isPassed, "scale": stages])
    try encoder.write(present: ["confinement": confinement])
  }
}

extension StageScale: Encodable {
  /// The keys of one stage.
  public func encode(to encoder: any Encoder) throws {
    let templates = (growth?.templates ?? []).map { template -> JSONValue in
      [
        "entity": .optional(template.entity), "growth": .string(template.degree.rawValue),
        "large": .integer(Int64(template.large)), "purpose": .string(template.purpose.rawValue),
        "relationship": .optional(template.relationship),
        "small": .integer(Int64(template.small)), "sql": .string(template.sql),
      ]
    }
    try encoder.write([
      "outcome": outcome.sentence, "rows": rows, "stage": stage, "templates": templates,
    ])
  }
}
