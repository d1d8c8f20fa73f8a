internal import StoreEngine
internal import StoreModel

/// The step from one version of a history to the next, with all that changes.
struct VersionChange: Sendable {
  let history: SchemaHistory
  let from: DataModel
  let to: DataModel
  /// Whether the newer version has shipped as well, so that neither can be edited.
  let isShipped: Bool
  /// The plan's stage for this step; nil when the plan has none, or there is no plan.
  let stage: SchemaHistory.Stage?
  let comparison: ModelComparison
  /// The migration closures of all stages by their places.
  let code: [Location: StageCode]

  var differences: [ModelDifference] { comparison.differences }
  var pairing: ModelPairing { comparison.pairing }

  /// New entities that were probably renamed, with their former names. One that several could have
  /// become, or that has next to nothing in it, is no hint.
  var renamedEntities: [String: String] {
    let guesses = differences.filter { $0.change == .entityAdded }.compactMap { difference in
      difference.probableOrigin.map { (new: difference.entity, old: $0) }
    }
    let sure = guesses.filter { guess in
      isNamed(guess.old, by: guess.new)
        || guesses.count { $0.old == guess.old } == 1 && shareMuch(guess.old, guess.new)
    }
    return Dictionary(
      sure.map { ($0.new, $0.old) } + namedAlike.filter { !Set(sure.map(\.old)).contains($0.1) },
      uniquingKeysWith: { first, _ in first })
  }

  /// New entities with the names of old ones but for a number of a version at the end, however much else has
  /// changed: `Note` and `NoteV1`.
  private var namedAlike: [(String, String)] {
    let gone = differences.filter { $0.change == .entityRemoved }.map(\.entity)
    return differences.filter { $0.change == .entityAdded }.compactMap { difference in
      let old = gone.filter {
        $0.withoutVersion == difference.entity.withoutVersion && shareMuch($0, difference.entity)
      }
      return old.onlyElement.map { (difference.entity, $0) }
    }
  }

  /// Whether the newer entity has the older one's name, or asks for it under that name, while that one has a
  /// Renaming ID of its own.
  func isNamed(_ old: String, by new: String) -> Bool {
    old == new || to.entity(named: new)?.identifier == old
  }

  private func shareMuch(_ old: String, _ new: String) -> Bool {
    guard let old = from.entity(named: old), let new = to.entity(named: new) else { return false }
    let names = Set(old.attributes.map(\.name) + old.relationships.map(\.name))
    let common = names.intersection(new.attributes.map(\.name) + new.relationships.map(\.name))
    return !old.attributes.isEmpty && (common.count > 1 || names.count == 1 && common.count == 1)
  }

  /// What the newer version drops.
  var losses: [SchemaLoss] {
    SchemaLoss.all(of: MigrationStep(from: from, to: to, location: stage?.location), comparison)
  }

  /// Whether the versions are those of a model file, which Xcode edits.
  var isCoreData: Bool { to.source != .swift }

  var isCustom: Bool {
    if case .custom? = stage?.kind { true } else { hasUnreadStages }
  }

  /// Whether code that runs before the store has its new shape may work on something of that name.
  /// A function given by name in place of a closure may do anything.
  func mayPrepare(_ name: String) -> Bool {
    if hasUnreadStages { return true }
    guard case .custom(let place?, _)? = stage?.kind else { return false }
    return code[place]?.mayTouch(name) ?? true
  }

  /// Whether the only code of the stage runs before the store has its new shape, and gives no value to anything
  /// that the new version still has: what it works out goes with the old properties.
  var carriesNothing: Bool {
    guard case .custom(let place?, nil)? = stage?.kind, let code = code[place] else { return false }
    let kept = to.entities.flatMap { entity -> [String] in
      guard let old = from.entity(named: entity.name) else { return [] }
      let names = Set(old.attributes.map(\.name) + old.relationships.map(\.name))
      return (entity.attributes.map(\.name) + entity.relationships.map(\.name)).filter(
        names.contains)
    }
    return code.onlyFills(otherThan: Set(kept))
  }

  /// Whether code that runs once the store has its new shape may work on something of that name.
  func mayFinish(_ name: String) -> Bool {
    if hasUnreadStages { return true }
    guard case .custom(_, let place?)? = stage?.kind else { return false }
    return code[place]?.mayTouch(name) ?? true
  }

  /// Whether code of the stage may make objects of a class.
  func mayMake(_ entity: String) -> Bool {
    if hasUnreadStages { return true }
    guard case .custom(let will, let did)? = stage?.kind else { return false }
    return [will, did].contains { place in place.map { code[$0]?.mayMake(entity) ?? true } ?? false
    }
  }

  /// Whether code that runs once the store has its new shape may give a property its values.
  func mayFill(_ name: String) -> Bool {
    if hasUnreadStages { return true }
    guard case .custom(_, let place?)? = stage?.kind else { return false }
    return code[place]?.mayFill(name) ?? true
  }

  /// Whether code before the stage may carry the rows of a class that goes: it names the class, or
  /// a relationship that leads to it.
  func mayCarry(_ entity: String) -> Bool {
    mayPrepare(entity)
      || from.entities.flatMap(\.relationships).contains {
        $0.destination == entity && mayPrepare($0.name)
      }
  }

  /// Whether code before the stage may leave no rows of a class.
  func mayDelete(_ entity: String) -> Bool { mayPrepare("delete") && mayPrepare(entity) }

  /// Whether one of the versions may hold more classes than were read.
  var hasUnreadList: Bool {
    (from.problems + to.problems).contains { $0.topic == .unreadList || $0.topic == .unreadModel }
  }

  /// Whether this step may have a stage that could not be read.
  private var hasUnreadStages: Bool { stage == nil && !history.hasAllStages }

  /// The older version in a sentence.
  var older: String { isOfUnversioned ? "the schema as it shipped" : "'\(from.name)'" }

  /// The newer version in a sentence.
  var newer: String { isOfUnversioned ? "the schema as it is now" : "'\(to.name)'" }

  /// `'V1' and 'V2'`.
  var title: String { "\(older) and \(newer)" }

  /// Whether it is what became of models without versions since they were locked.
  var isOfUnversioned: Bool { history.isUnversioned }

  /// The steps of a history whose order is known: from each version of a plan to the next, and to
  /// the current version of a model file from the one before it.
  static func changes(
    of history: SchemaHistory, code: [Location: StageCode], in lint: LintContext
  ) -> [VersionChange] {
    if history.isOrdered, history.isDowngrade(in: lint) { return [] }
    if history.isUnversioned { return sinceShipped(history, in: lint) }
    let open = Set(lint.openVersions(of: history).map(\.name))
    let versions = history.isOrdered ? history.versions : history.lastStep(in: lint)
    let drafts = history.drafts.compactMap { draft in
      history.version(named: draft.stage.from).map { from in
        VersionChange(
          history: history, from: from, to: draft.version, isShipped: false, stage: draft.stage,
          comparison: ModelDiff.compare(from: from, to: draft.version), code: code)
      }
    }
    return drafts
      + zip(versions, versions.dropFirst()).compactMap { from, to in
        // Listed the wrong way round, which is said; what follows from it is not.
        if let old = from.identifierNumbers, let new = to.identifierNumbers, history.isOrdered,
          new.lexicographicallyPrecedes(old)
        {
          return nil
        }
        return VersionChange(
          history: history, from: from, to: to, isShipped: !open.contains(to.name),
          stage: history.stages.first { $0.from == from.name && $0.to == to.name },
          comparison: ModelDiff.compare(from: from, to: to), code: code)
      }
  }
}

extension VersionChange {
  /// What became of models without versions since they were locked: every store has to get over it by an
  /// inferred migration. A plan has versions for that.
  private static func sinceShipped(
    _ history: SchemaHistory, in lint: LintContext
  ) -> [VersionChange] {
    guard let model = history.versions.onlyElement, !lint.histories.contains(where: \.isOrdered),
      let shipped = lint.lock?.version(named: model.name, in: history.name),
      !shipped.isSame(as: model),
      let locked = LockedModel(shipped)
    else { return [] }
    let (from, to) = (locked.model, locked.comparable(model))
    return [
      VersionChange(
        history: history, from: from, to: to, isShipped: false, stage: nil,
        comparison: ModelDiff.compare(from: from, to: to), code: [:])
    ]
  }

  /// The rules about what no store gets over.
  static let stopping: Set = [
    "added-required-without-default", "required-without-value", "type-change",
  ]

  /// How many versions before the last one a user may come from: who has not opened an app for longer is
  /// no more asked for.
  private static let mostSkipped = 3

  /// What the store of a user meets who skips versions of a model file: the way from some of those before
  /// the last to the current one, the newest first.
  static func skipping(
    of history: SchemaHistory, in lint: LintContext
  ) -> [VersionChange] {
    let last = history.isOrdered ? [] : history.lastStep(in: lint)
    // What is compiled has shipped, as the steps before the last one.
    guard last.count == 2, last[1].source == .xcodeModel else { return [] }
    let before = VersionName(last[0].name)
    let older = history.versions.filter { VersionName($0.name).isBefore(before) }
      .sorted { VersionName($1.name).isBefore(VersionName($0.name)) }
    return older.prefix(mostSkipped).filter { !lint.mappings.lead(from: $0, to: last[1]) }.map {
      VersionChange(
        history: history, from: $0, to: last[1], isShipped: false, stage: nil,
        comparison: ModelDiff.compare(from: $0, to: last[1]), code: [:])
    }
  }
}

extension SchemaHistory {
  /// Whether it is that of classes outside of all versions.
  package var isUnversioned: Bool { !isOrdered && name == "live" }

  /// The current version of a model file and the one before it, by the numbers in their names.
  ///
  /// None where a mapping model or code makes the step, which may do anything.
  fileprivate func lastStep(in lint: LintContext) -> [DataModel] {
    guard !lint.coreData.migrates,
      let current = versions.first(where: { $0.name == currentVersion }),
      [.xcodeModel, .compiledModel].contains(current.source)
    else { return [] }
    let number = VersionName(current.name)
    let older = versions.filter { VersionName($0.name).isBefore(number) }
    let before = older.max { VersionName($0.name).isBefore(VersionName($1.name)) }
    guard let before = before ?? onlyOther(than: current),
      !lint.mappings.lead(from: before, to: current)
    else { return [] }
    return [before, current]
  }

  /// Of two versions whose names tell no order the one that is not current; unless it is the newer one.
  private func onlyOther(than current: DataModel) -> DataModel? {
    guard versions.count == 2, let other = versions.first(where: { $0.name != current.name }),
      !VersionName(current.name).isBefore(VersionName(other.name))
    else { return nil }
    return other
  }
}

extension String {
  /// `Note` of `NoteV1` and `Note_v2`.
  fileprivate var withoutVersion: String {
    let name = String(reversed().drop(while: \.isNumber).reversed())
    guard name.count < count, name.last.map({ "Vv".contains($0) }) ?? false else { return self }
    return String(name.dropLast(name.dropLast().last == "_" ? 2 : 1))
  }
}
