internal import Diagnostics
public import StoreDoctor
internal import StoreEngine
public import StoreModel

extension StagesDiagram {
  /// The stages of plans. Versions of a model bundle have none between them: Core Data infers a way from
  /// each to the current one.
  ///
  /// - Parameter histories: plans and model bundles; a version that several have is one.
  public init(_ histories: [SchemaHistory], title: String = "Versions and stages") {
    self.init(title: title)
    for history in histories { add(history, isWhole: true) }
  }

  /// What `plan` found.
  ///
  /// - Parameters:
  ///   - outline: the way, or why there is none.
  ///   - histories: the plans and model bundles among which it was looked for.
  ///   - start: what the migration starts with, for where there is no way.
  ///   - isStore: whether that is a store; otherwise it is a version.
  public init(
    _ outline: MigrationOutline, among histories: [SchemaHistory] = [], start: String,
    isStore: Bool = true
  ) {
    self.init(title: "Versions and stages")
    defer {
      if !isStore {
        for index in versions.indices where versions[index].isStore {
          (versions[index].isStore, versions[index].isStart) = (false, true)
        }
      }
    }
    guard let path = outline.path else {
      for history in histories { add(history, isWhole: history.isOrdered) }
      var version = Version(start)
      version.isStore = true
      version.outcome = .refused
      version.notes = ["no way leads from here"]
      if let known = versions.firstIndex(where: { $0.name == start }) {
        versions[known].isStore = true
        versions[known].outcome = .refused
        versions[known].notes += version.notes
      } else {
        add(version)
      }
      return
    }
    add(path.history, isWhole: path.history.isOrdered)
    mark(path)
    for (index, step) in path.steps.enumerated() {
      let place = self.place(of: step)
      stages[place].isOnWay = true
      guard index < outline.stages.count else {
        stages[place].outcome = .notRun
        continue
      }
      let known = outline.stages[index]
      let count = known.changes.count
      if step.mapping == nil {
        stages[place].notes.append(
          count == 0 ? "no changes" : "\(count) change\(count == 1 ? "" : "s")")
      }
      if known.isBehindRefusal {
        stages[place].outcome = .notRun
      } else if known.plan == nil {
        stages[place].outcome = .refused
      } else if known.changes.contains(where: { known.failure($0) == .certain }) {
        stages[place].outcome = .fails
      }
    }
  }

  /// What `verify` did: each version with how the migrations from there ended.
  public init(_ result: Verification.Result, along histories: [SchemaHistory]) {
    self.init(title: "Versions, stages and how migrations ended")
    let touched = Set(result.legs.flatMap { [$0.from.name, $0.to.name] })
    for history in histories
    where history.isOrdered || history.versions.contains(where: { touched.contains($0.name) }) {
      add(history, isWhole: history.isOrdered)
    }
    for leg in result.legs {
      let from = add(Version(leg.from))
      versions[add(Version(leg.to))].isTarget = true
      let outcome: Outcome? =
        switch leg.outcome {
        case .ok: .ok
        case .failed: .failed
        case .partial, .notRun: .notRun
        case .unneeded: nil
        }
      guard let outcome else { continue }
      versions[from].outcome = versions[from].outcome.map { $0.worse(outcome) } ?? outcome
      versions[from].notes.append("\(leg.data.name): \(outcome.text)")
      if !stages.contains(where: { $0.from == leg.from.name }), leg.from.name != leg.to.name {
        stages.append(.init(from: leg.from.name, to: leg.to.name, kind: .inferred))
      }
    }
  }

  private mutating func add(_ history: SchemaHistory, isWhole: Bool) {
    if isWhole {
      for version in history.versions { add(Version(version)) }
    }
    for stage in history.stages
    where !stages.contains(where: { $0.from == stage.from && $0.to == stage.to }) {
      add(Version(stage.from))
      add(Version(stage.to))
      var kind = Kind.lightweight
      if case .custom = stage.kind { kind = .custom }
      stages.append(.init(from: stage.from, to: stage.to, kind: kind, name: stage.name))
    }
    guard !history.hasAllStages else { return }
    // What leads to the newest version that no stage ends with is in a part that was not read.
    for (older, newer) in zip(history.versions, history.versions.dropFirst())
    where !stages.contains(where: { $0.to == newer.name }) {
      stages.append(.init(from: older.name, to: newer.name, kind: .unknown))
    }
  }

  private mutating func mark(_ path: MigrationPath) {
    versions[add(Version(path.source))].isStore = true
    versions[add(Version(path.target))].isTarget = true
    if path.source.source == .storeCache {
      let place = add(Version(path.source))
      versions[place].notes.append("as the store carries it")
    }
  }

  /// The place of a step's stage, which is added where no plan has it.
  private mutating func place(of step: MigrationStep) -> Int {
    add(Version(step.from))
    add(Version(step.to))
    if let known = stages.firstIndex(where: { $0.from == step.from.name && $0.to == step.to.name })
    {
      return known
    }
    let kind: Kind =
      switch step.kind {
      case _ where step.isBackwards: .backwards
      case .lightweight: .lightweight
      case .custom: .custom
      case .inferred: .inferred
      case .mapped: .mapped
      }
    stages.append(.init(from: step.from.name, to: step.to.name, kind: kind))
    return stages.count - 1
  }
}

extension StagesDiagram.Version {
  init(_ model: DataModel) { self.init(model.name, title: VersionReference(model).title) }
}

extension StagesDiagram.Outcome {
  fileprivate func worse(_ other: Self) -> Self {
    let order: [Self] = [.ok, .notRun, .refused, .fails, .failed]
    return (order.firstIndex(of: self) ?? 0) >= (order.firstIndex(of: other) ?? 0) ? self : other
  }
}
