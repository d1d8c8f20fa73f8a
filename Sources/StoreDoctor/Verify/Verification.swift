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
    /// What was lost, or why the migration ended.
    case failed(String)
    /// Only the part that needs no closures was run.
    case partial(String)
    case notRun(String)
  }

  /// One migration of one data set.
  public struct Leg: Sendable {
    public var from: DataModel
    public var to: DataModel
    public var data: DataSet
    public var outcome: Outcome
    public var stages: [StageSummary] = []
    /// What `check` finds in the result and did not find in the data.
    public var findings: [Finding] = []

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

  /// Nil for a single version, which has nowhere to go.
  private func goal(of history: SchemaHistory) throws -> DataModel? {
    guard history.versions.count > 1 else { return nil }
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
    let folder = try TemporaryFolder()
    let store = folder.file("source.store")
    do {
      try generate(store, from, rows: data.rows(of: from), seed: data == .edges ? 2 : 1)
    } catch let error as StoreWriterError {
      return Leg(from: from, to: to, data: data, outcome: .notRun("no data: \(error)"))
    }
    return try migrated(store, data, in: [history], to: to, from: from, folder)
  }

  func generate(_ store: String, _ model: DataModel, rows: Int, seed: UInt64 = 1) throws {
    var options = StoreWriter.Options()
    options.history = model.source == .swift
    let writer = try StoreWriter(path: store, model: model.settled(), options: options)
    _ = try RowGenerator(seed: seed).fill(writer, rows: rows)
    try writer.finish()
  }

  private func leg(_ fixture: String) throws -> Leg {
    let folder = try TemporaryFolder()
    return try migrated(fixture, .fixture(fixture), in: histories, to: nil, from: nil, folder)
  }

  /// Finds the way of a store and goes it.
  private func migrated(
    _ store: String, _ data: DataSet, in histories: [SchemaHistory], to: DataModel?,
    from: DataModel?, _ folder: TemporaryFolder
  ) throws -> Leg {
    let source = try LegSource(store)
    let own = source.model
    let path: MigrationPath
    do throws(MigrationError) {
      path = try MigrationPath.find(
        from: source.version, in: histories, to: to?.name ?? target)
    } catch {
      guard error.code != nil else { throw error }
      return Leg(
        from: from ?? own, to: to ?? own, data: data, outcome: .failed(error.description))
    }
    var leg = Leg(from: from ?? path.source, to: path.target, data: data, outcome: .ok)
    try run(source, path, into: folder.file("result.store"), &leg)
    return leg
  }

  /// - Throws: `PlanFailure.interrupted` alone; what else goes wrong is the leg's outcome.

  private func run(
    _ source: LegSource, _ whole: MigrationPath, into output: String, _ leg: inout Leg
  ) throws {
    var path = whole
    let runner: PlanRunner?
    do {
      runner = skipsClosures ? nil : try self.runner?(whole)
    } catch {
      leg.outcome = .failed("\(error)")
      return
    }
    defer { runner?.finish() }
    let stopsEarly = !skipsClosures && runner == nil
    let closure = stopsEarly ? path.steps.firstIndex { $0.hasClosures } : nil
    if let closure { path.steps.removeSubrange(closure...) }
    let custom = closure.map { "custom stage '\(whole.steps[$0].name)'" }
    guard !path.steps.isEmpty else {
      leg.outcome = custom.map(Outcome.notRun) ?? .notRun("the store has this version already")
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
      let losses =
        try zip(result.stages, path.steps).flatMap(Self.losses)
        + source.differences(from: output, reached, &leg) + (runner?.findings ?? []).map(\.message)
      leg.findings += runner?.findings ?? []
      if let loss = losses.first {
        leg.outcome = .failed(losses.count == 1 ? loss : "\(loss), and \(losses.count - 1) more")
      } else if let custom {
        leg.outcome = .notRun("\(custom); '\(reached.name)' is reached")
      } else if result.stages.contains(where: \.skippedClosures) {
        leg.outcome = .partial("without closures")
      }
    } catch PlanFailure.findings(let findings) {
      leg.findings = findings
      leg.outcome = .failed(findings.first?.message ?? "a closure failed")
    } catch PlanFailure.interrupted {
      throw PlanFailure.interrupted
    } catch {
      leg.outcome = .failed("\(error)")
    }
  }

  /// What a stage should have kept and did not.
  static func losses(_ stage: StageSummary, _ step: MigrationStep) -> [String] {
    // What the newer version has no entity for is dropped by design.
    let dropped = Set(ModelPairing(from: step.from, to: step.to).removed.map(\.name))
    var losses = stage.entities.compactMap { count -> String? in
      guard let before = count.before, !dropped.contains(count.name) else { return nil }
      let after = count.after ?? 0
      return after < before ? "'\(count.name)' has \(after) of \(before) rows" : nil
    }
    losses += stage.relationships.compactMap { count -> String? in
      // One that is gone, or kept elsewhere now, has no count of its own after the stage.
      guard let before = count.before, let after = count.after, after < before else { return nil }
      return "'\(count.name)' has \(after) of \(before) links"
    }
    if !stage.keepsContent { losses.append("values that both versions share have changed") }
    return losses
  }
}

extension SchemaHistory {
  fileprivate func has(_ version: String) -> Bool { versions.contains { $0.name == version } }

  /// Those that shipped before the target; without an order all others.
  fileprivate func versions(before goal: DataModel) -> [DataModel] {
    isOrdered
      ? Array(versions.prefix { $0.name != goal.name })
      : versions.filter { $0.name != goal.name }
  }
}
