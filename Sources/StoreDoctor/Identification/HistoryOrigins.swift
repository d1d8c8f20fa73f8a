internal import StoreEngine
internal import StoreModel

/// What can have happened to the versions of one history where none of them is the store's.
struct HistoryOrigins {
  private let versions: [Candidate]
  private let origins: VersionOrigins
  /// The store's model, where it has one that can be compared.
  private let model: DataModel?
  private let carriesModel: Bool

  /// - Parameter members: the versions of the history.
  init(_ nearest: NearestVersions, _ members: [Candidate]) {
    let order = members.ordered()
    versions = order.versions
    model = nearest.comparableModel
    let model = model
    let store = nearest.store
    func features(_ candidate: Candidate) -> ModelFeatures {
      guard model == nil else { return ModelFeatures(of: candidate.model) }
      let known = candidate.hashes.entities
      return ModelFeatures(
        of: known, open: candidate.model.entities.map(\.name).filter { known[$0] == nil })
    }
    let others = members.first.map(nearest.explainedByOthers) ?? []
    let own =
      model.map { ModelFeatures(of: $0, without: others) }
      ?? ModelFeatures(of: store.entityHashes.filter { !others.contains($0.key) })
    origins = VersionOrigins(own, versions.map(features), isOrdered: order.isKnown)
    // A log prints hashes, and not whether the store has its model too.
    carriesModel = store.model.map { $0.source != .store } ?? (store.path == nil)
  }

  /// Notes how well a version explains the store.
  func weigh(_ near: inout NearVersion) {
    guard let place = place(of: near) else { return }
    near.cost = origins.editCost(place)
    let pieces = origins.own[place]
    near.edits =
      model.map { EditCount(pieces, between: [$0, versions[place].model], near.differences).count }
      ?? pieces.count
  }

  private func place(of near: NearVersion) -> Int? {
    versions.firstIndex { $0.reference == near.version }
  }

  /// Whether a version behind the last explains the store with no more changes than an edit does.
  var mayBeNewer: Bool {
    guard let gap = origins.gap else { return true }
    let cheapest = versions.indices.map(origins.editCost).min() ?? 0
    return gap.place == .behind(versions.count - 1) && gap.cost <= cheapest
  }

  /// The neighbours of a version that was edited, as they show: both agree with the store wherever it
  /// does not.
  func witnesses(against near: NearVersion) -> [String] {
    guard let place = place(of: near), origins.isOdd(place) else { return [] }
    return [place - 1, place + 1].map { versions[$0].model.name }
  }

  /// What is left where nothing is proven.
  ///
  /// - Parameter ranked: all versions, the nearest first; the first one is of this history.
  func unsettled(_ ranked: [NearVersion]) -> UnsettledVersion {
    guard let first = ranked.first else { return UnsettledVersion(suspects: []) }
    let shapes = Dictionary(keepingFirst: versions.map { ($0.reference, $0.hashes.entities) })
    var seen: Set<[String: VersionHash]> = []
    // Hashes alone tell of an entity that it differs, not in how much: there what is nearest by itself may
    // as well be it.
    let fewest =
      model == nil ? ranked.compactMap { place(of: $0) == nil ? nil : $0.edits }.min() : nil
    let suspects = ranked.filter { near in
      guard let shape = shapes[near.version],
        near.cost == first.cost && near.edits == first.edits || near.edits == fewest,
        near.change != nil || first.change == nil
      else { return false }
      // A shape that two versions have explains the store once.
      return seen.insert(shape).inserted
    }
    var unsettled = UnsettledVersion(
      suspects: suspects.map { .init(version: $0.version, change: $0.change) })
    if let gap = origins.gap, gap.cost <= first.cost {
      unsettled.gap = named(gap.place)
      unsettled.isGapLikelier = gap.cost < first.cost
    }
    unsettled.isVersioned = versions.count > 1
    unsettled.carriesModel = carriesModel
    return unsettled
  }

  private func named(_ gap: VersionOrigins.Gap) -> UnsettledVersion.Gap {
    func name(_ place: Int) -> String { versions[place].model.name }
    return switch gap {
    case .before(let place): .before(name(place))
    case .between(let one, let other): .between(name(one), name(other))
    case .behind(let place): .behind(name(place))
    }
  }
}
