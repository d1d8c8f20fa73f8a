internal import Diagnostics
internal import ModelInputs
package import PlanExecution
public import StoreEngine
public import StoreModel

/// Migrates data of every version to the latest and looks whether anything is lost.
public struct Verification {
  /// What is migrated, and along which versions.
  public let histories: [SchemaHistory]
  /// The target's name; nil for the current version of each history.
  public var target: String?
  /// What may be lost.
  public var policy = LossPolicy()
  /// Runs the lightweight part of custom stages without their closures.
  public var skipsClosures = false
  /// Whether the app applies its mapping models one after the other, with code of its own.
  public var isChained = false
  /// Says of each leg what differs between the rows before and after.
  public var comparison: MigrationRun.Comparison?
  /// Makes what runs the closures of one leg; nil where they cannot be run. Each leg gets its own,
  /// since closures keep values in variables.
  package var runner: ((MigrationPath) throws -> PlanRunner?)?
  /// Told of each leg as it ends.
  package var ended: (Leg) -> Void = { _ in }
  private let plans = StagePlanMemo()
  private let slow = SlowStages()
  /// What `Date()` and `UUID()` as defaults stand for.
  public var facts = StageFacts(now: 757_382_400, uuid: [UInt8](repeating: 7, count: 16))

  /// A verification of every version of these histories.
  public init(_ histories: [SchemaHistory]) { self.histories = histories.map(\.asStagesLead) }

  /// Every leg, version by version.
  ///
  /// - Parameters:
  ///   - fixtures: stores, which are only read.
  ///   - progress: told what comes next: legs done, legs in all, and a name.
  /// - Throws: `MigrationError` for a target that no history has, `StoreFileError` for a fixture that
  ///   cannot be read, and what the file system says about the temporary folder.
  public func run(
    fixtures: [String], progress: (Int, Int, String) -> Void = { _, _, _ in }
  ) throws -> Result {
    let starts = try starts()
    let total = starts.count * DataSet.generated.count + fixtures.count
    var legs: [Leg] = []
    for start in starts {
      // Many rows show where values have gone, few do not.
      var (ended, carriers): ([Leg], [String: [String: String]]) = ([], [:])
      for data in DataSet.generated.reversed() {
        progress(legs.count + ended.count, total, "\(start.from.name), \(data.name)")
        let leg = try generated(data, start, carriers)
        self.ended(leg)
        for loss in leg.stages.flatMap(\.losses) {
          if let name = loss.carriedTo { carriers[loss.stage, default: [:]][loss.path] = name }
        }
        ended.insert(leg, at: 0)
      }
      legs += ended
    }
    for fixture in fixtures {
      progress(legs.count, total, Folder.split(fixture).name)
      let folder = try WorkFolder(temporaryFor: "verify")
      legs.append(try migrated(fixture, .fixture(fixture), in: histories, nil, folder))
      ended(legs[legs.count - 1])
    }
    return Result(
      legs: legs, unlisted: unlisted, alike: legs.isEmpty ? try alike() : [],
      launchFaults: planFaults
        + BuildFaults.findings(histories, besides: legs.flatMap(\.findings)))
  }

  /// A version from which users come, and where they have to arrive.
  struct Start {
    let from: DataModel
    let to: DataModel
    let history: SchemaHistory
    /// The plan, where another one has a way between versions of the same names.
    var plan: String?
  }

  /// Every version that is not the goal of its history already.
  func starts() throws -> [Start] {
    var starts: [Start] = []
    for history in histories where target.map({ history.has($0) }) ?? true {
      try history.checkRead()
      guard let goal = try goal(of: history) else { continue }
      let checksum = ModelHashes(of: goal).checksum
      for version in history.versions(before: goal) {
        if checksum != nil, ModelHashes(of: version).checksum == checksum { continue }
        starts.append(Start(from: version, to: goal, history: history))
      }
    }
    let ways = Dictionary(grouping: starts) { [$0.from.name, $0.to.name] }
    if ways.values.contains(where: { $0.count > 1 }) {
      for index in starts.indices { starts[index].plan = starts[index].history.name }
    }
    return starts
  }

  /// Older versions with the hashes of the goal, whose stores need no migration.
  private func alike() throws -> [String] {
    try histories.filter { history in target.map { history.has($0) } ?? true }.flatMap { history in
      guard let goal = try goal(of: history), let checksum = ModelHashes(of: goal).checksum else {
        return [String]()
      }
      return history.versions(before: goal).filter { ModelHashes(of: $0).checksum == checksum }
        .map { "'\($0.name)' and '\(goal.name)' are the same model" }
    }
  }

  /// Versions that no plan lists any more, beside a plan: no store is on a way through them.
  private var unlisted: [DataModel] {
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

  /// What runs the closures of a path; nil where they are left out or cannot be run, in which case the
  /// way ends before the first closure and the answer says why.
  func closureRunner(_ path: MigrationPath) throws -> (PlanRunner?, missing: String?) {
    do {
      return (skipsClosures ? nil : try runner?(path), nil)
    } catch PlanFailure.noCompiler {
      return (nil, "because no Swift compiler is installed")
    } catch PlanFailure.noModule {
      return (nil, "because storedoctor's SwiftData module is not installed")
    }
  }

  private func generated(
    _ data: DataSet, _ start: Start, _ carriers: [String: [String: String]]
  ) throws -> Leg {
    let folder = try WorkFolder(temporaryFor: "verify")
    let store = folder.file("source.store")
    do {
      try generate(
        store, start.from, rows: data.rows(of: start.from), seed: data == .edges ? 2 : 1,
        later: start.history.versions(from: start.from, to: start.to))
    } catch let error as StoreWriterError {
      var leg = Leg(from: start.from, to: start.to, data: data, plan: start.plan)
      leg.leaveOut("no data: \(error)", at: start.from.location)
      return leg
    }
    return try migrated(store, data, in: [start.history], start, folder, carriers)
  }

  func generate(
    _ store: String, _ model: DataModel, rows: Int, seed: UInt64 = 1, later: [DataModel] = []
  ) throws {
    var options = StoreWriter.Options()
    options.history = model.source == .swift
    let writer = try StoreWriter(path: store, model: model.settled(), options: options)
    var generator = RowGenerator(seed: seed)
    // A plan that deletes owners does right by what goes with them.
    generator.givesOwners = true
    generator.repeatWhatBecomesUnique(from: writer.layout.model, in: later)
    _ = try generator.fill(writer, rows: rows)
    try writer.finish()
  }

  /// Finds the way of a store and goes it.
  func migrated(
    _ store: String, _ data: DataSet, in histories: [SchemaHistory], _ start: Start?,
    _ folder: WorkFolder, _ carriers: [String: [String: String]] = [:]
  ) throws -> Leg {
    let source = try LegSource(store, of: start?.from)
    let path: MigrationPath
    do throws(MigrationError) {
      path = try MigrationPath.find(
        from: source.version, in: histories, to: start?.to.name ?? target,
        mappings: histories.mappingModels(), isChained: isChained)
    } catch {
      // Other versions may have a way through mapping models where this one has none.
      let isDeadEnd =
        switch error {
        case .unsupported, .severalWays: true
        default: false
        }
      let isGap = if case .planGap = error { true } else { false }
      guard error.code != nil || isDeadEnd || isGap else { throw error }
      let from = start?.from ?? source.model
      var leg = Leg(from: from, to: start?.to ?? source.model, data: data, plan: start?.plan)
      if isDeadEnd {
        leg.leaveOut(
          error.description,
          help: isChained ? "give the mapping model of that step too, if the app has one" : nil,
          at: from.location)
        return leg
      }
      leg.fail([], error.description, at: from.location)
      leg.explain(error, in: nil)
      return leg
    }
    var leg = Leg(
      from: start?.from ?? path.source, to: path.target, data: data, plan: start?.plan)
    leg.chain = path.chain
    try run(source, path, carriers, into: folder.file("result.store"), &leg)
    return leg
  }

  /// - Throws: `PlanFailure.interrupted` or `unconfined` alone; what else goes wrong is the leg's
  ///   outcome.
  private func run(
    _ source: LegSource, _ whole: MigrationPath, _ carriers: [String: [String: String]],
    into output: String, _ leg: inout Leg
  ) throws {
    let place = whole.steps.first?.location ?? whole.source.location ?? whole.history.location
    let schema = LossReport(policy.losses(of: whole), policy, along: whole.steps)
    leg.losses = schema
    guard !whole.steps.isEmpty else {
      leg.outcome = .unneeded("the store has this version already")
      return
    }
    var path = whole
    let (runner, missing): (PlanRunner?, String?)
    do {
      (runner, missing) = try closureRunner(whole)
    } catch {
      return leg.fail(schema.findings, "\(error)", at: place)
    }
    defer {
      leg.confinement = runner?.confinement
      runner?.finish()
    }
    if case .large = leg.data, let step = path.steps.first(where: slow.contains) {
      leg.endedIn = step.name
      return leg.end(
        schema.findings,
        notRun: "the closures of '\(step.name)' did not end in time with as many rows of another "
          + "version",
        at: step.location ?? place)
    }
    let stopsEarly = !skipsClosures && runner == nil
    let closure = stopsEarly ? path.steps.firstIndex { $0.hasClosures } : nil
    leg.endedIn = closure.map { path.steps[$0].name }
    if let closure { path.steps.removeSubrange(closure...) }
    let custom = closure.map { place in
      (["custom stage '\(whole.steps[place].name)'"] + [missing].compactMap { $0 })
        .joined(separator: ", ")
    }
    guard !path.steps.isEmpty else {
      // What code may carry on is not lost as long as nobody has run it.
      return leg.end(schema.findingsBesideCode, notRun: custom ?? "nothing", at: place)
    }
    var options = StoreMigration.Options(facts: facts)
    options.closures = skipsClosures ? .skip : .refuse
    options.hashesContent = true
    options.runner = runner
    var begun = 0
    options.began = { begun = $0 }
    options.plans = plans
    options.carriers = carriers
    do {
      let migration = StoreMigration(store: source.path, path: path, options: options)
      var target = try StoreOutput(path: output, replaces: false)
      target.isDurable = false
      let result = try migration.run(to: target, trace: MigrationTrace(nil))
      leg.stages = result.stages
      leg.resultBytes = FilePath.size(output)
      leg.comparison = try compared(source.path, output, along: path)
      let reached = path.steps[path.steps.count - 1].to
      let losses = losses(leg, path, whole, schema)
      leg.losses = losses
      let isGenerated = if case .fixture = leg.data { false } else { true }
      let (hashes, found) = try source.problems(
        with: output, as: reached, isGenerated: isGenerated)
      // What a closure was told in place of a device is worth a word, and no reason to fail.
      let said = runner?.findings ?? []
      func isRemark(_ finding: Finding) -> Bool { finding.rule == PlanRules.inventedValue.id }
      let problems =
        (custom == nil ? losses.findings : losses.findingsBesideCode)
        + found.map { finding in
          leg.moved(finding, to: place)
            .afterNaN(runner?.notNumbers ?? [:], isGenerated: isGenerated)
        } + said.filter { !isRemark($0) }
      if hashes != nil || !problems.isEmpty && custom == nil {
        leg.fail(problems, hashes, at: place)
      } else if let custom {
        leg.end(problems, notRun: "\(custom); tested up to '\(reached.name)'", at: place)
      } else if result.stages.contains(where: \.skippedClosures) {
        leg.leaveOut("without closures", help: "leave --skip-closures out", at: place)
        leg.outcome = .partial("without closures")
      }
      leg.findings += said.filter(isRemark)
    } catch PlanFailure.findings(let findings) {
      leg.endedIn = path.steps[begun].name
      if findings.contains(where: { $0.rule == PlanRules.closureDidNotEnd.id }) {
        slow.insert(path.steps[begun])
      }
      if let needed = findings.first(where: PlanRules.isUnavailable) {
        let what =
          needed.rule == PlanRules.needsApple.id
          ? "what only Apple's systems have" : "a package that is not among the given files"
        leg.end(
          schema.findings, notRun: "its code needs \(what): \(needed.message)",
          at: needed.location ?? place)
        leg.findings[leg.findings.count - 1].help = needed.help
        return
      }
      let isGenerated = if case .fixture = leg.data { false } else { true }
      leg.fail(
        findings.map { finding in
          RowsWithoutReadableValue.explained(finding, along: path)
            ?? (isGenerated && Self.ranIntoRows(finding) ? finding.overMadeUpRows : finding)
        } + schema.findingsBesideCode, nil, at: place)
    } catch let error as PlanFailure where [.interrupted, .unconfined].contains(error) {
      throw error
    } catch let error as SQLiteError where error.primaryCode == 13 {
      leg.endedIn = path.steps[begun].name
      leg.leaveOut(
        "the disk of the temporary folder is full",
        help: "make room, or set TMPDIR to another disk",
        at: place)
    } catch {
      let step = path.steps[begun]
      leg.endedIn = step.name
      leg.fail(schema.findings, "\(error)", at: step.location ?? place)
      let known = error as? MigrationError
      leg.explain(known, in: known.flatMap { path.step(of: $0) } ?? step)
    }
  }

  private func compared(
    _ source: String, _ result: String, along path: MigrationPath
  ) throws -> RowDifferences? {
    guard let comparison, let first = path.steps.first, let last = path.steps.last else {
      return nil
    }
    return try RowDifferences(
      before: source, after: result, along: path, keys: comparison.keys,
      showsValues: comparison.showsValues
    ).named(first.from.name, last.to.name)
  }

  private static func ranIntoRows(_ finding: Finding) -> Bool {
    [PlanRules.closureTrapped.id, PlanRules.closureThrew.id].contains(finding.rule)
  }

  /// A generated store speaks for the schema, whatever rows it happens to have, and for what the plan's
  /// code does about them; in one that was given only what it has is lost.
  private func losses(
    _ leg: Leg, _ path: MigrationPath, _ whole: MigrationPath, _ schema: LossReport
  ) -> LossReport {
    var report = LossReport(leg.stages, path.steps, policy)
    if case .fixture = leg.data {
      var rest = whole
      rest.steps.removeSubrange(..<path.steps.count)
      report.dropped +=
        LossReport(SchemaLoss.all(of: rest), policy, along: whole.steps).dropped
    } else {
      let seen = report.dropped
      report.dropped = schema.dropped.map { dropped in
        // Of what only code can have made the run tells whether there was any.
        let made = seen.first {
          $0.loss.stage == dropped.loss.stage && $0.loss.path == dropped.loss.path
        }
        if let made, !made.isLoss, !LossOrigin(dropped.loss, along: whole.steps).isOld {
          return made
        }
        return dropped.shown(in: seen)
      }
    }
    return report
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

/// The stages whose closures took too long on many rows: those of another version are as many, and waiting
/// again tells nothing new.
private final class SlowStages {
  private var places: Set<Location> = []

  func insert(_ step: MigrationStep) { places.formUnion([step.location].compactMap(\.self)) }

  func contains(_ step: MigrationStep) -> Bool {
    step.location.map(places.contains) ?? false
  }
}
