internal import Lint
internal import StoreEngine
internal import StoreModel

extension NearestVersions {
  var mismatch: Mismatch {
    guard let near = ranked.first, isRelated else { return .anotherApp(otherModels) }
    let twins = ranked.filter(\.isEdited)
    if let first = twins.first, first.version == near.version {
      let others = twins.dropFirst().filter {
        $0.equalEntities == first.equalEntities && $0.decisive.count == first.decisive.count
      }
      return .edited(
        EditedVersion(
          version: first.version, change: first.change, others: others.map(\.version)))
    }
    if let unread { return .unread(unread) }
    if let newer { return .newer(newer) }
    guard let origins = origin(of: near) else { return .unknown }
    let witnesses = origins.witnesses(against: near)
    guard witnesses.isEmpty else {
      return .edited(
        EditedVersion(version: near.version, change: near.change, witnesses: witnesses))
    }
    var unsettled = origins.unsettled(ranked)
    unsettled.isPlanned = candidates.contains { $0.history.isOrdered || !$0.history.stages.isEmpty }
    // What has the store's identifier is no other version, however much it differs.
    if near.version.isNamed(by: store), !history.allSatisfy({ $0.reference.isNamed(by: store) }) {
      unsettled.isGapLikelier = false
    }
    return .unsettled(unsettled)
  }

  /// The versions of the history that the nearest one is of.
  var history: [Candidate] {
    guard let near = ranked.first,
      let index = candidates.first(where: { $0.reference == near.version })?.historyIndex
    else { return [] }
    return candidates.filter { $0.historyIndex == index }
  }

  private func origin(of near: NearVersion) -> HistoryOrigins? {
    candidates.first { $0.reference == near.version }.flatMap { origins[$0.historyIndex] }
  }

  /// Shared entities decide: equal ones, or at least half of the store's by more than their names.
  private var isRelated: Bool {
    ranked.contains { near in
      near.equalEntities > 0 || near.relatedEntities.count * 2 >= max(1, entityCount)
        || near.isContainedInStore
    }
  }

  private var otherModels: OtherModels {
    let shared = Set(ranked.flatMap(\.relatedEntities))
    let namesakes = Set(ranked.flatMap(\.changedEntities)).subtracting(shared)
    return OtherModels(
      shared: shared.sorted { $0.codePointsPrecede($1) },
      namesakes: namesakes.sorted { $0.codePointsPrecede($1) }, entityCount: entityCount)
  }

  /// The first version that may be the store's and cannot be read.
  private var unread: UnreadVersion? {
    candidates.lazy.compactMap { candidate in
      candidate.model.problems.first { $0.topic == .unreadList || $0.topic == .unreadModel }
        .map { UnreadVersion(version: candidate.reference, problem: $0) }
    }.first
  }
}

extension NearVersion {
  /// The differences that make its hashes others than the store's.
  var decisive: [ModelDifference] { differences.filter(\.affectsHash) }

  /// What became of the store's shape in this version, in words.
  var change: String? { decisive.inWords }
}

extension NearVersion {
  /// Whether the store has all of the version, and more: a small model grows into a large one.
  fileprivate var isContainedInStore: Bool {
    entityCount > 0 && relatedEntities.count == entityCount && !differences.isEmpty
      && decisive.allSatisfy(\.change.isRemoval)
  }
}

extension VersionReference {
  func isNamed(by store: StoreSchema) -> Bool {
    identifier.map { store.versionIdentifiers.contains($0) } ?? false
  }
}
