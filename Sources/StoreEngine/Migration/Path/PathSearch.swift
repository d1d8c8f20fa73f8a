internal import StoreModel

/// One search for a path.
struct PathSearch {
  let store: StoreVersion
  let mappings: [MappingModel]
  let isChained: Bool
  let goesBack: Bool
  /// Whether somebody has said which version to go to.
  var isTargetNamed = false

  /// The history that knows the store's version, a plan before anything else, and where to go in
  /// it. When none does, the store may have the models of several.
  func goal(
    among histories: [SchemaHistory], target: String?
  ) throws(MigrationError) -> (SchemaHistory, DataModel) {
    let candidates = histories.filter { !$0.versions.isEmpty }
    let having = candidates.filter { history in
      target.map { name in history.versions.contains { $0.name == name } } ?? true
    }
    if having.isEmpty, let target {
      throw .unknownTarget(target, known: candidates.flatMap(\.versions).map(\.name))
    }
    let knowing = having.filter { version(in: $0) != nil }
    try checkPlan(of: knowing, among: having)
    if knowing.allSatisfy(\.isUnlisted), let found = knowing.first.flatMap(version)?.model,
      let opening = having.opening(found)
    {
      return (opening, try self.target(target, in: opening))
    }
    if knowing.isEmpty, let merged = try merged(candidates, target: target) { return merged }
    let ranked = (knowing.isEmpty ? related(having) : knowing)
      .sorted { !$0.stages.isEmpty && $1.stages.isEmpty }
    if candidates.isEmpty, let plan = histories.first(where: { !$0.isComplete }) {
      throw Self.unread(plan)
    }
    if knowing.isEmpty, ranked.count != 1 { try Self.checkLists(of: histories.flatMap(\.versions)) }
    guard let first = ranked.first else { throw .ambiguousHistory(histories.map(\.name)) }
    if knowing.isEmpty, ranked.count > 1, ranked[1].stages.isEmpty == first.stages.isEmpty {
      throw .ambiguousHistory(ranked.map(\.name))
    }
    // Of two plans one may lead to the version asked for, and the other away from it.
    let leading = target.flatMap { name in
      knowing.isEmpty ? nil : ranked.first { leads($0, to: name) }
    }
    // Of two bundles that know the store, one may not say which of its versions is the current one.
    let telling =
      target != nil || knowing.isEmpty || (try? self.target(nil, in: first)) != nil
      ? nil : ranked.first { (try? self.target(nil, in: $0)) != nil }
    let chosen = leading ?? telling ?? first
    return (chosen, try self.target(target, in: chosen))
  }

  /// Whether the stages lead from the store's version to another.
  private func leads(_ history: SchemaHistory, to target: String) -> Bool {
    guard var current = version(in: history)?.model.name, current != target else { return false }
    for stage in history.stages where stage.from == current && current != target {
      current = stage.to
    }
    return current == target
  }

  /// An app may merge several models; the store then has the entities of a version of each.
  private func merged(
    _ histories: [SchemaHistory], target: String?
  ) throws(MigrationError) -> (SchemaHistory, DataModel)? {
    let parts = ModelParts.merged(
      in: store.entityHashes, among: histories.map { $0.versions.map { ModelHashes(of: $0) } })
    guard !parts.isEmpty else { return nil }
    var goals: [DataModel] = []
    for (index, _) in parts {
      let history = histories[index]
      let isNamed = history.versions.contains { $0.name == target }
      goals.append(try self.target(isNamed ? target : nil, in: history))
    }
    let source = DataModel.merging(parts.map { histories[$0.history].versions[$0.version] })
    let goal = DataModel.merging(goals)
    let name = parts.map { histories[$0.history].name }.joined(separator: " + ")
    let versions = source.name == goal.name ? [source] : [source, goal]
    return (SchemaHistory(name: name, versions: versions, currentVersion: goal.name), goal)
  }

  /// Histories that share as many entity names with the store as any.
  private func related(_ histories: [SchemaHistory]) -> [SchemaHistory] {
    let names = Set(store.entityHashes.keys)
    let scores = histories.map { history in
      history.versions.map { names.intersection($0.entities.map(\.name)).count }.max() ?? 0
    }
    let best = scores.max() ?? 0
    return zip(histories, scores).filter { $0.1 == best }.map(\.0)
  }

  func target(_ name: String?, in history: SchemaHistory) throws(MigrationError) -> DataModel {
    let wanted =
      name ?? history.currentVersion
      ?? (history.isOrdered || history.versions.count == 1 ? history.versions.last?.name : nil)
    let known = history.versions.map(\.name)
    guard let wanted else { throw .noTarget(history: history.name, known: known) }
    guard let target = history.versions.first(where: { $0.name == wanted }) else {
      throw name == nil
        ? .noCurrent(wanted, history: history.name, known: known)
        : .unknownTarget(wanted, known: known)
    }
    return target
  }

  /// The version with the best evidence, of those with a configuration's the last.
  func version(
    in history: SchemaHistory
  ) -> (model: DataModel, evidence: MigrationPath.Evidence)? {
    let known = history.versions.map { (model: $0, evidence: evidence($0)) }
    for mark in MigrationPath.Evidence.allCases {
      let found = known.filter { $0.evidence?.isWhole(mark) == true }.map(\.model)
      if let model = found.first(where: isNamed) ?? found.first { return (model, mark) }
    }
    return known.last { $0.evidence != nil }.map { ($0.model, .entityHashes) }
  }

  private func isNamed(_ model: DataModel) -> Bool {
    model.versionIdentifiers.contains(where: store.identifiers.contains)
  }

  private func evidence(_ model: DataModel) -> StoreVersion.Evidence? {
    store.evidence(for: model, ModelHashes(of: model))
  }

  func path(in history: SchemaHistory, to target: DataModel) throws(MigrationError) -> MigrationPath
  {
    guard history.isComplete || !history.isOrdered || !history.stages.isEmpty else {
      throw Self.unread(history)
    }
    let path =
      history.stages.isEmpty
      ? try inferred(in: history, to: target) : try staged(in: history, to: target)
    try Self.checkLists(of: path.steps.flatMap { [$0.from, $0.to] })
    return try configured(path)
  }

  /// A store that was made with one configuration of a model has that configuration's entities, and
  /// is migrated to those of the same configuration.
  private func configured(_ path: MigrationPath) throws(MigrationError) -> MigrationPath {
    guard store.entityHashes.count < path.source.entities.count,
      let name = path.source.configuration(with: store.entityHashes, ModelHashes(of: path.source))
    else { return path }
    if let step = path.steps.first(where: { $0.mapping != nil }) {
      throw .unsupported(
        "'\(step.name)' goes by a mapping model, and the store was made with the configuration "
          + "'\(name)'; how Core Data brings the two together is not known")
    }
    func part(_ model: DataModel) throws(MigrationError) -> DataModel {
      guard let names = model.configurations[name] else {
        throw .unsupported(
          "the store was made with the configuration '\(name)', which '\(model.name)' does not have"
        )
      }
      return model.part(Set(names))
    }
    var path = path
    path.source = try part(path.source)
    path.target = try part(path.target)
    for index in path.steps.indices {
      let whole = path.steps[index]
      path.steps[index].whole = MigrationStep.Models(from: whole.from, to: whole.to)
      path.steps[index].from = try part(whole.from)
      path.steps[index].to = try part(whole.to)
    }
    return path
  }

  /// Without stages Core Data goes to the target in one inferred migration, from the version with
  /// the store's hashes or, as a last resort, from the model the store carries.
  private func inferred(
    in history: SchemaHistory, to target: DataModel
  ) throws(MigrationError) -> MigrationPath {
    let found = version(in: history) ?? store.cachedModel.map { ($0, .cachedModel) }
    guard let found else {
      try Self.checkLists(of: history.versions)
      throw .sourceModelNotFound(store: store.name)
    }
    var path = MigrationPath(
      history: history, source: found.model, target: target, evidence: found.evidence, steps: [])
    guard !isSame(found.model, target) else { return path }
    if history.isOrdered, let from = place(of: found.model, in: history),
      let to = place(of: target, in: history), to < from
    {
      guard goesBack else {
        throw .backwards(store: found.model.name, target: target.name, plan: nil)
      }
      let versions = history.versions[to...from]
      return try back(path, over: zip(versions, versions.dropFirst()).map { ($0, $1, nil) })
    }
    path.isBackwards = goesBack && history.isBack(from: found.model.name, to: target.name)
    if isChained {
      path.steps = try chain(from: found.model, to: target, in: history)
    } else {
      var step = try step(from: found.model, to: target)
      step.isBackwards = path.isBackwards
      step.others = history.versions
      step.between = history.versions(between: found.model.name, and: target.name)
      path.steps = [step]
      if step.mapping == nil, !mappings.isEmpty {
        do throws(MigrationError) {
          let steps = try chain(from: found.model, to: target, in: history)
          if steps.count > 1 { path.chain = steps.map(\.to.name) }
        } catch .severalWays(let from, let ends, let names) {
          path.ways = MigrationPath.Ways(mappings: names, from: from, to: ends)
        } catch {}
      }
    }
    return path
  }

  func step(
    from old: DataModel, to new: DataModel
  ) throws(MigrationError) -> MigrationStep {
    let mapping = try mapping(from: old, to: new)
    return MigrationStep(
      from: old, to: new, kind: mapping.map { .mapped($0) } ?? .inferred,
      location: mapping?.location)
  }

  /// The mapping model with the hashes of both versions, which Core Data prefers to inference
  /// (Documentation/Format/MappingModels.md, 4).
  func mapping(
    from old: DataModel, to new: DataModel
  ) throws(MigrationError) -> MappingModel? {
    guard !mappings.isEmpty else { return nil }
    let (oldHashes, newHashes) = (ModelHashes(of: old), ModelHashes(of: new))
    let fitting = mappings.filter { $0.fits(from: oldHashes, to: newHashes) }
    guard let first = fitting.first else { return nil }
    guard fitting.allSatisfy({ $0.does(theSameAs: first) }) else {
      throw .unsupported(
        "several mapping models lead from '\(old.name)' to '\(new.name)': "
          + "\(fitting.map(\.name).quotedNames); which one Core Data takes is not known")
    }
    return first
  }

  private func place(of model: DataModel, in history: SchemaHistory) -> Int? {
    history.versions.firstIndex { $0.name == model.name }
  }

  private func staged(
    in history: SchemaHistory, to target: DataModel
  ) throws(MigrationError) -> MigrationPath {
    var models: [String: DataModel] = [:]
    for version in history.versions { models[version.name] = version }
    let stages = history.stages.compactMap { stage in
      models[stage.from].flatMap { from in
        models[stage.to].map { (stage: stage, from: from, to: $0) }
      }
    }
    // Core Data compares hashes first, and asks no plan about a store that fits (MigrationRules.md, 1).
    if let found = version(in: history), isSame(found.model, target) {
      return MigrationPath(
        history: history, source: found.model, target: target, evidence: found.evidence, steps: [])
    }
    let known = version(in: history)?.model
    guard stages.contains(where: { isSame($0.from, target) || isSame($0.to, target) }) else {
      throw gap(from: known, to: target, in: history, code: 134504)
        ?? .targetNotInPlan(target: target.name, plan: history.name)
    }
    guard let (start, source, evidence) = start(stages.map { ($0.from, $0.to) }) else {
      try Self.checkLists(of: history.versions)
      if let gap = gap(from: known, to: target, in: history, code: 134504) { throw gap }
      throw store.cachedModel == nil
        ? .noCachedModel(plan: history.name)
        : .unknownVersion(store: store.name, plan: history.name)
    }
    var path = MigrationPath(
      history: history, source: source, target: target, evidence: evidence, steps: [])
    if goesBack, !stages[start...].contains(where: { isSame($0.to, target) }) {
      return try back(path, over: stages[..<start].map { ($0.from, $0.to, $0.stage) })
    }
    var current = source
    for (stage, from, to) in stages[start...] where !isSame(current, target) {
      // A second stage between two versions stops the app before all else (LaunchFaults).
      if let last = path.steps.last, isSame(last.from, from), isSame(last.to, to) { continue }
      guard isSame(from, current) else {
        throw gap(from: source, to: target, in: history)
          ?? disorder(from: source, at: current, to: target, in: history)
          ?? .unsupported(
            "the stage '\(stage.title)' starts at '\(from.name)', but the one before it ends at "
              + "'\(current.name)'")
      }
      path.steps.append(MigrationStep(from: from, to: to, stage))
      current = to
    }
    guard isSame(current, target) else {
      let goesOn = history.versions.firstIndex { $0.name == current.name } ?? 0
      let end = history.versions.firstIndex { $0.name == target.name } ?? 0
      throw
        (goesOn < end
        ? gap(from: source, to: target, in: history)
          ?? disorder(from: source, at: current, to: target, in: history) : nil)
        ?? .backwards(store: source.name, target: target.name, plan: history.name)
    }
    return path
  }

  /// What the plan lacks where it lists the store's version and the target; nil where it lacks nothing.
  private func gap(
    from source: DataModel?, to target: DataModel, in history: SchemaHistory, code: Int? = nil
  ) -> MigrationError? {
    guard let source else { return nil }
    let gaps = history.gaps(from: source.name, to: target.name)
    guard !gaps.isEmpty else { return nil }
    // What the framework makes of a version that only stages name is not known.
    let isUnlisted = !history.unlistedEnds.isEmpty
    func list(_ text: (SchemaHistory.Gap) -> String) -> String {
      let texts = gaps.map(text)
      return texts.prefix(3).joined(separator: "; ")
        + (texts.count > 3 ? "; and \(texts.count - 3) more" : "")
    }
    return .planGap(
      list { $0.text(of: history.name) }, help: list { $0.help(of: history.name) },
      from: source.name, to: target.name, code: isUnlisted ? nil : code)
  }

  /// The first stage that starts at the store's version, or the one behind a stage that ends there.
  private func start(
    _ stages: [(from: DataModel, to: DataModel)]
  ) -> (stage: Int, version: DataModel, evidence: MigrationPath.Evidence)? {
    let ends = stages.map { (from: evidence($0.from), to: evidence($0.to)) }
    for mark in MigrationPath.Evidence.allCases {
      let starts = ends.indices.filter { ends[$0].from?.isWhole(mark) == true }
      // The stage behind it may start at another version.
      let behind = ends.indices.filter { ends[$0].to?.isWhole(mark) == true }
      // Of versions with the same hashes the store has the one whose identifier it says.
      if let place = starts.first(where: { isNamed(stages[$0].from) }) {
        return (place, stages[place].from, mark)
      }
      if let place = behind.last(where: { isNamed(stages[$0].to) }) {
        return (place + 1, stages[place].to, mark)
      }
      if let place = starts.first { return (place, stages[place].from, mark) }
      if let place = behind.last { return (place + 1, stages[place].to, mark) }
    }
    if let place = ends.firstIndex(where: { $0.from != nil }) {
      return (place, stages[place].from, .entityHashes)
    }
    return ends.lastIndex { $0.to != nil }.map { ($0 + 1, stages[$0].to, .entityHashes) }
  }

  func isSame(_ first: DataModel, _ second: DataModel) -> Bool {
    if first.name == second.name && first.source == second.source { return true }
    guard let checksum = ModelHashes(of: first).checksum else { return false }
    return checksum == ModelHashes(of: second).checksum
  }
}

extension StoreVersion.Evidence {
  /// Whether all of the model is meant, by that mark.
  fileprivate func isWhole(_ mark: MigrationPath.Evidence) -> Bool {
    self.mark == mark && (mark == .checksum || configuration == nil)
  }
}
