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
  let plans = StagePlanMemo()
  let slow = SlowStages()
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
    if let leg = deadEnd(data, start) { return leg }
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
