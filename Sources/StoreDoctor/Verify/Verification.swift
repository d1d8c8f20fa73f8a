public import Diagnostics
internal import ModelInputs
public import PlanExecution
public import StoreEngine
public import StoreModel

/// Migrates data of every version to the latest and looks whether anything is lost.
public struct Verification {
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

    public var name: String {
      switch self {
      case .small: "small"
      case .edges: "edge cases"
      case .large: "10000 rows"
      case .fixture(let path): Folder.split(path).name
      }
    }

    public static let generated: [DataSet] = [.small, .edges, .large]

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

  public enum Outcome: Sendable, Hashable {
    case ok
    /// Every reason, in full.
    case failed(String)
    /// Only the part that needs no closures was run.
    case partial(String)
    case notRun(String)
    /// There is nothing to migrate.
    case unneeded(String)
  }

  /// One migration of one data set.
  public struct Leg: Sendable {
    public var from: DataModel
    public var to: DataModel
    public var data: DataSet
    public var outcome: Outcome
    public var stages: [StageSummary] = []
    /// Why it did not pass: the same reason in several legs is the same finding.
    public var findings: [Finding] = []
    /// What the schema drops and the plan's code deletes.
    public var losses: LossReport?

    /// `NotesSchemaV1 → NotesSchemaV2, edge cases`.
    public var title: String { "\(from.name) → \(to.name), \(data.name)" }

    public var isPassed: Bool {
      switch outcome {
      case .ok, .unneeded: true
      default: false
      }
    }

    /// The migration as one finding with every reason; nil when it passed.
    public var problem: Finding? {
      var finding: Finding
      switch outcome {
      case .ok, .unneeded: return nil
      case .failed(let reason):
        finding = MigrationRules.migrationFailed.finding("\(title): \(reason)")
        let cures = findings.compactMap(\.help)
        if !cures.isEmpty {
          var seen: Set<String> = []
          finding.help = cures.filter { seen.insert($0).inserted }.joined(separator: "; ")
        }
      case .partial(let reason), .notRun(let reason):
        finding = MigrationRules.migrationNotRun.finding("\(title): not run: \(reason)")
      }
      finding.location = findings.lazy.compactMap(\.location).first
      return finding
    }

    public var statements: Int { stages.reduce(0) { $0 + $1.statements } }
    public var nanoseconds: Int64 { stages.reduce(0) { $0 + $1.nanoseconds } }
    public var rows: (before: Int64, after: Int64) { ends(\.entities) }
    public var links: (before: Int64, after: Int64) { ends(\.relationships) }

    private func ends(_ counts: KeyPath<StageSummary, [StageSummary.Count]>) -> (Int64, Int64) {
      (
        stages.first?[keyPath: counts].reduce(0) { $0 + ($1.before ?? 0) } ?? 0,
        stages.last?[keyPath: counts].reduce(0) { $0 + ($1.after ?? 0) } ?? 0
      )
    }
  }

  public let histories: [SchemaHistory]
  /// The target's name; nil for the current version of each history.
  public var target: String?
  /// What may be lost.
  public var policy = LossPolicy()
  /// Runs the lightweight part of custom stages without their closures.
  public var skipsClosures = false
  /// Makes what runs the closures of one leg; nil where they cannot be run. Each leg gets its own,
  /// since closures keep values in variables.
  public var runner: ((MigrationPath) throws -> PlanRunner?)?
  /// What `Date()` and `UUID()` as defaults stand for.
  public var facts = StageFacts(now: 757_382_400, uuid: [UInt8](repeating: 7, count: 16))

  public init(_ histories: [SchemaHistory]) { self.histories = histories }

  /// Every leg, version by version.
  ///
  /// - Parameters:
  ///   - fixtures: stores, which are only read.
  ///   - progress: told what comes next: legs done, legs in all, and a name.
  /// - Throws: `MigrationError` for a target that no history has, `StoreFileError` for a fixture that
  ///   cannot be read, and what the file system says about the temporary folder.
  public func run(
    fixtures: [String], progress: (Int, Int, String) -> Void = { _, _, _ in }
  ) throws -> [Leg] {
    var plans: [(from: DataModel, to: DataModel, history: SchemaHistory, data: DataSet)] = []
    for (version, goal, history) in try starts() {
      plans += DataSet.generated.map { (version, goal, history, $0) }
    }
    let total = plans.count + fixtures.count
    var legs: [Leg] = []
    for (from, to, history, data) in plans {
      progress(legs.count, total, "\(from.name), \(data.name)")
      legs.append(try generated(data, from: from, to: to, in: history))
    }
    for fixture in fixtures {
      progress(legs.count, total, Folder.split(fixture).name)
      legs.append(try leg(fixture))
    }
    return legs
  }

  /// Every version that is not the goal of its history already.
  func starts() throws -> [(from: DataModel, to: DataModel, history: SchemaHistory)] {
    var starts: [(from: DataModel, to: DataModel, history: SchemaHistory)] = []
    for history in histories where target.map({ history.has($0) }) ?? true {
      guard let goal = try goal(of: history) else { continue }
      let checksum = ModelHashes(of: goal).checksum
      for version in history.versions(before: goal) {
        if checksum != nil, ModelHashes(of: version).checksum == checksum { continue }
        starts.append((version, goal, history))
      }
    }
    return starts
  }

  /// Versions that no plan lists any more, beside a plan: no store is on a way through them.
  public var unlisted: [DataModel] {
    guard target == nil, histories.contains(where: \.isOrdered) else { return [] }
    return histories.filter { VersionSelection.currentName(of: $0) == nil }.flatMap(\.versions)
  }

  /// Nil for a single version, which has nowhere to go.
  private func goal(of history: SchemaHistory) throws -> DataModel? {
    guard history.versions.count > 1 else { return nil }
    if history.versions.first.map(unlisted.contains) == true { return nil }
    let name = target ?? VersionSelection.currentName(of: history)
    guard let model = history.versions.first(where: { $0.name == name }) else {
      throw MigrationError.noTarget(
        history: history.name, known: history.versions.map(\.name))
    }
    return model
  }

  private func generated(
    _ data: DataSet, from: DataModel, to: DataModel, in history: SchemaHistory
  ) throws -> Leg {
    let folder = try WorkFolder(temporaryFor: "verify")
    let store = folder.file("source.store")
    do {
      try generate(
        store, from, rows: data.rows(of: from), seed: data == .edges ? 2 : 1,
        later: history.versions(from: from, to: to))
    } catch let error as StoreWriterError {
      return Leg(from: from, to: to, data: data, outcome: .ok)
        .notRun("no data: \(error)", at: from.location)
    }
    return try migrated(store, data, in: [history], to: to, from: from, folder)
  }

  func generate(
    _ store: String, _ model: DataModel, rows: Int, seed: UInt64 = 1, later: [DataModel] = []
  ) throws {
    var options = StoreWriter.Options()
    options.history = model.source == .swift
    let writer = try StoreWriter(path: store, model: model.settled(), options: options)
    var generator = RowGenerator(seed: seed)
    generator.repeatWhatBecomesUnique(from: writer.layout.model, in: later)
    _ = try generator.fill(writer, rows: rows)
    try writer.finish()
  }

  private func leg(_ fixture: String) throws -> Leg {
    let folder = try WorkFolder(temporaryFor: "verify")
    return try migrated(fixture, .fixture(fixture), in: histories, to: nil, from: nil, folder)
  }

  /// Finds the way of a store and goes it.
  private func migrated(
    _ store: String, _ data: DataSet, in histories: [SchemaHistory], to: DataModel?,
    from: DataModel?, _ folder: WorkFolder
  ) throws -> Leg {
    let source = try LegSource(store)
    let own = source.model
    let path: MigrationPath
    do throws(MigrationError) {
      path = try MigrationPath.find(
        from: source.version, in: histories, to: to?.name ?? target)
    } catch {
      guard error.code != nil else { throw error }
      return Leg(from: from ?? own, to: to ?? own, data: data, outcome: .ok)
        .failed([], error.description, at: (from ?? own).location)
    }
    var leg = Leg(from: from ?? path.source, to: path.target, data: data, outcome: .ok)
    try run(source, path, into: folder.file("result.store"), &leg)
    return leg
  }

  /// - Throws: `PlanFailure.interrupted` alone; what else goes wrong is the leg's outcome.
  private func run(
    _ source: LegSource, _ whole: MigrationPath, into output: String, _ leg: inout Leg
  ) throws {
    let place = whole.steps.first?.location ?? whole.source.location ?? whole.history.location
    let schema = LossReport(SchemaLoss.all(of: whole), policy)
    leg.losses = schema
    guard !whole.steps.isEmpty else {
      leg.outcome = .unneeded("the store has this version already")
      return
    }
    var path = whole
    let runner: PlanRunner?
    do {
      runner = skipsClosures ? nil : try self.runner?(whole)
    } catch {
      leg = leg.failed(schema.findings, "\(error)", at: place)
      return
    }
    defer { runner?.finish() }
    let stopsEarly = !skipsClosures && runner == nil
    let closure = stopsEarly ? path.steps.firstIndex { $0.hasClosures } : nil
    if let closure { path.steps.removeSubrange(closure...) }
    let custom = closure.map { "custom stage '\(whole.steps[$0].name)'" }
    guard !path.steps.isEmpty else {
      leg = leg.ended(schema.findings, notRun: custom ?? "nothing", at: place)
      return
    }
    var options = StoreMigration.Options(facts: facts)
    options.closures = skipsClosures ? .skip : .refuse
    options.hashesContent = true
    options.runner = runner
    do {
      let migration = StoreMigration(store: source.path, path: path, options: options)
      let result = try migration.run(
        to: StoreOutput(path: output, replaces: false), trace: MigrationTrace(nil))
      leg.stages = result.stages
      let reached = path.steps[path.steps.count - 1].to
      leg.losses = losses(leg, path, whole, schema)
      let (hashes, found) = try source.problems(with: output, as: reached)
      var problems = leg.losses?.findings ?? []
      problems += found.map { leg.moved($0, to: place) } + (runner?.findings ?? [])
      if hashes != nil || !problems.isEmpty && custom == nil {
        leg = leg.failed(problems, hashes, at: place)
      } else if let custom {
        leg = leg.ended(problems, notRun: "\(custom); '\(reached.name)' is reached", at: place)
      } else if result.stages.contains(where: \.skippedClosures) {
        leg = leg.notRun("without closures", at: place)
        leg.outcome = .partial("without closures")
      }
    } catch PlanFailure.findings(let findings) {
      leg = leg.failed(schema.findings + findings, nil, at: place)
    } catch let error as PlanFailure where [.interrupted, .unconfined].contains(error) {
      throw error
    } catch {
      leg = leg.failed(schema.findings, "\(error)", at: place)
    }
  }

  /// A generated store speaks for the schema, whatever rows it happens to have; in one that was
  /// given only what it has is lost.
  private func losses(
    _ leg: Leg, _ path: MigrationPath, _ whole: MigrationPath, _ schema: LossReport
  ) -> LossReport {
    var report = LossReport(leg.stages, path.steps, policy)
    if case .fixture = leg.data {
      var rest = whole
      rest.steps.removeSubrange(..<path.steps.count)
      report.dropped += LossReport(SchemaLoss.all(of: rest), policy).dropped
    } else {
      report.dropped = schema.dropped
    }
    return report
  }
}

extension Verification.Leg {
  /// The leg with every reason why it failed.
  fileprivate func failed(
    _ findings: [Finding], _ reason: String?, at place: Location?
  ) -> Verification.Leg {
    var leg = self
    leg.findings = findings
    if let reason {
      var finding = MigrationRules.migrationFailed.finding("\(title): \(reason)")
      finding.location = place
      leg.findings.append(finding)
    }
    let reasons = findings.map(\.message) + [reason].compactMap { $0 }
    leg.outcome = .failed(reasons.joined(separator: "; "))
    return leg
  }

  fileprivate func notRun(_ reason: String, at place: Location?) -> Verification.Leg {
    var leg = self
    var finding = MigrationRules.migrationNotRun.finding("\(title): not run: \(reason)")
    finding.location = place
    leg.findings.append(finding)
    leg.outcome = .notRun(reason)
    return leg
  }

  /// Not run to its end; what is lost in any case makes it fail.
  fileprivate func ended(
    _ findings: [Finding], notRun reason: String, at place: Location?
  ) -> Verification.Leg {
    guard !findings.isEmpty else { return notRun(reason, at: place) }
    var leg = failed(findings, nil, at: place)
    leg.findings += notRun(reason, at: place).findings
    if case .failed(let text) = leg.outcome {
      leg.outcome = .failed("\(text); not run: \(reason)")
    }
    return leg
  }

  /// What `check` finds in a result lies in a file that is gone when anybody reads of it.
  fileprivate func moved(_ finding: Finding, to place: Location?) -> Finding {
    var finding = finding
    finding.message = "\(title): check finds: \(finding.message)"
    finding.location = place
    return finding
  }
}

extension SchemaHistory {
  fileprivate func has(_ version: String) -> Bool { versions.contains { $0.name == version } }

  /// Those on the way from one version to another; only these two without an order.
  fileprivate func versions(from start: DataModel, to goal: DataModel) -> [DataModel] {
    guard isOrdered, let first = versions.firstIndex(where: { $0.name == start.name }),
      let last = versions.firstIndex(where: { $0.name == goal.name }), first < last
    else { return [goal] }
    return Array(versions[(first + 1)...last])
  }

  /// Those that shipped before the target; without an order all others.
  fileprivate func versions(before goal: DataModel) -> [DataModel] {
    isOrdered
      ? Array(versions.prefix { $0.name != goal.name })
      : versions.filter { $0.name != goal.name }
  }
}
