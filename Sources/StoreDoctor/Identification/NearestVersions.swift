internal import Lint
internal import StoreEngine
internal import StoreModel

/// Ranks the versions a store does not fit, and judges whether it is newer than all of them.
struct NearestVersions {
  let store: StoreSchema
  let candidates: [Candidate]
  /// Closest first: what carries the store's identifier and is much like it; then, history by history,
  /// the one that has the store's own identifier, what explains the store with the fewest changes and
  /// the fewest edits, what is still worked on, and the newest.
  private(set) var ranked: [NearVersion] = []
  /// What can have happened to each history, by its index.
  private(set) var origins: [Int: HistoryOrigins] = [:]
  /// The store's model, or what its hashes prove it to be. Tables rebuilt into a model have neither the
  /// properties' names nor their types.
  let comparableModel: DataModel?
  /// Of that model; worked out once, since every version is compared with it.
  private let modelHashes: ModelHashes?
  /// Whether the store carries no model, so that only what enters into hashes is known of it.
  private let isProven: Bool

  init(store: StoreSchema, candidates: [Candidate]) {
    self.store = store
    self.candidates = candidates
    let carried = store.model.flatMap { $0.source == .store ? nil : $0 }
    comparableModel = carried ?? ProvenModel(store: store, candidates: candidates).model
    isProven = carried == nil
    modelHashes = comparableModel.map { ModelHashes(of: $0) }
    var found = candidates.map { (candidate: $0, near: near($0)) }
    for (index, members) in Dictionary(grouping: candidates, by: \.historyIndex) {
      let origins = HistoryOrigins(self, members)
      self.origins[index] = origins
      for place in found.indices where found[place].candidate.historyIndex == index {
        origins.weigh(&found[place].near)
      }
    }
    let histories = Self.histories(found)
    let named = found.filter { $0.near.version.isNamed(by: store) }
    let counts = Dictionary(grouping: named, by: \.candidate.historyIndex).mapValues(\.count)
    let namesakes = named.filter { counts[$0.candidate.historyIndex] == 1 }.map(\.near.version)
    func alone(_ near: NearVersion) -> Bool { namesakes.contains(near.version) }
    ranked = found.sorted { left, right in
      let (a, b) = (left.near, right.near)
      if a.isEdited != b.isEdited { return a.isEdited }
      // Nothing is near to nothing.
      if (a.entityCount == 0) != (b.entityCount == 0) { return b.entityCount == 0 }
      let (mine, other) = (left.candidate.historyIndex, right.candidate.historyIndex)
      if mine != other { return histories[mine] ?? 0 < histories[other] ?? 0 }
      // What has the store's identifier, and has it alone, is no other version, however much it differs.
      let isNamed = alone(a)
      if isNamed != alone(b) { return isNamed }
      if a.cost != b.cost { return a.cost < b.cost }
      if a.edits != b.edits { return a.edits < b.edits }
      return left.candidate.isLater(than: right.candidate)
    }
    .map(\.near)
  }

  /// The rank of each history: first the one with a version that has the most entities equal, then the one
  /// with the fewest edits.
  private static func histories(
    _ found: [(candidate: Candidate, near: NearVersion)]
  ) -> [Int: Int] {
    let groups = Dictionary(grouping: found, by: \.candidate.historyIndex)
    func key(_ index: Int) -> (Int, Int, Int) {
      let members = (groups[index] ?? []).map(\.near)
      return (
        -(members.map(\.equalEntities).max() ?? 0), members.map(\.edits).min() ?? 0, index
      )
    }
    let order = groups.keys.sorted { key($0) < key($1) }
    return Dictionary(keepingFirst: order.enumerated().map { ($1, $0) })
  }

  private func near(_ candidate: Candidate) -> NearVersion {
    let elsewhere = explainedByOthers(candidate)
    let inStore = Set(store.entityNames).subtracting(elsewhere)
    let inVersion = Set(candidate.model.entities.map(\.name))
    let shared = inStore.intersection(inVersion)
    let isRenamed = inStore == inVersion && shared.allSatisfy { hasShape($0, of: candidate.model) }
    let equal = shared.filter { name in
      store.entityHashes[name].map { $0 == candidate.hashes.entities[name] } ?? false
    }
    let comparison = comparableModel.map { model in
      ModelDiff.compare(
        from: model.without(elsewhere), to: candidate.model, sourceHashes: modelHashes,
        destinationHashes: candidate.hashes)
    }
    let renamed = comparison.map { renamedEntities($0, inStore, candidate.model) } ?? []
    var near = NearVersion(
      version: candidate.reference, equalEntities: equal.count, entityCount: inVersion.count,
      relatedEntities: shared.filter {
        equal.contains($0) || isRenamed
          || isRelated($0, candidate.model, isLikely: shared.count * 2 >= inVersion.count)
      }.union(renamed).codePointSorted,
      changedEntities: shared.subtracting(equal).codePointSorted,
      onlyInStore: inStore.subtracting(inVersion).codePointSorted,
      onlyInVersion: inVersion.subtracting(inStore).codePointSorted,
      differences: comparison?.differences.filter { !isProven || $0.affectsHash } ?? [],
      ignored: comparison?.undecided.map(\.text) ?? [],
      migration: comparison?.consequence)
    near.isEdited = isEdited(near, candidate)
    return near
  }

  /// Whether a version that was promised to stay as it is carries the store's identifier and most of
  /// its shape. Where most differs, the identifier says little: every first version has 1.0.0. Where all
  /// versions have the same one, it says nothing.
  private func isEdited(_ near: NearVersion, _ candidate: Candidate) -> Bool {
    let model = candidate.model
    let versions = candidates.filter { $0.historyIndex == candidate.historyIndex }
    guard versions.count == 1 || !versions.allSatisfy({ $0.reference.isNamed(by: store) }) else {
      return false
    }
    guard near.version.isNamed(by: store), candidate.history.name != "live",
      near.entityCount > 0, model.unknownModels.isEmpty
    else { return false }
    let properties = model.entities.reduce(0) { $0 + $1.propertyNames.count }
    return near.equalEntities * 2 >= near.entityCount
      || (!near.differences.isEmpty
        && Set(near.decisive.map(\.propertyPath)).count <= max(3, properties / 4))
  }

  /// Entities of the store.
  var entityCount: Int { store.entityNames.count }

  /// Whether two entities of one name have more in common than the name.
  ///
  /// - Parameter isLikely: whether most of the version is in the store, by name; where it is not, a single
  ///   property of one name, such as `notes`, may agree by chance.
  private func isRelated(_ name: String, _ version: DataModel, isLikely: Bool) -> Bool {
    guard let old = comparableModel?.entities.first(where: { $0.name == name }),
      let new = version.entities.first(where: { $0.name == name })
    else { return true }
    let before = Set(old.propertyNames.keys)
    let common = new.propertyNames.count { before.contains($0) || before.contains($1) }
    return common * 2 >= min(before.count, new.propertyNames.count) && (common > 1 || isLikely)
  }

  /// Entities of the store that go on under another name: that says so, or has just the same
  /// properties, of which a few may be anybody's.
  private func renamedEntities(
    _ comparison: ModelComparison, _ inStore: Set<String>, _ version: DataModel
  ) -> Set<String> {
    let paired = comparison.pairing.entities.filter { $0.source.name != $0.destination.name }
    let added = comparison.pairing.added.map(\.propertySignature).filter { $0.count > 2 }
    let alike = comparison.pairing.removed.filter { added.contains($0.propertySignature) }
    return Set(paired.map(\.source.name) + alike.map(\.name)).intersection(inStore)
  }

  /// Whether two entities of one name differ in nothing but the names of their properties. Where
  /// that holds of all entities, names were changed without saying what they had been: in a model of
  /// one property, nothing else is left in common.
  private func hasShape(_ name: String, of version: DataModel) -> Bool {
    guard let old = comparableModel?.entities.first(where: { $0.name == name }),
      let new = version.entities.first(where: { $0.name == name })
    else { return false }
    return !old.propertyShapes.isEmpty && old.propertyShapes == new.propertyShapes
  }

  /// Entities that a version of another history accounts for: an app with several models merges
  /// them, and they are no difference to this one.
  func explainedByOthers(_ candidate: Candidate) -> Set<String> {
    let own = Set(candidate.history.versions.flatMap { $0.entities.map(\.name) })
    let others = candidates.filter {
      $0.historyIndex != candidate.historyIndex && $0.hashes.isContained(in: store.entityHashes)
    }
    return Set(others.flatMap { $0.hashes.entities.keys }).subtracting(own)
  }
}

extension StoreSchema {
  fileprivate var entityNames: [String] {
    entityHashes.isEmpty ? (model?.entities.map(\.name) ?? []) : Array(entityHashes.keys)
  }
}

extension Entity {
  /// What its properties are, whatever they are called.
  fileprivate var propertyShapes: [String] {
    let shapes =
      attributes.map { "\($0.type.rawValue) \($0.isOptional)" }
      + relationships.map { "\($0.destination) \($0.isToMany) \($0.isOptional)" }
    return shapes.sorted { $0.codePointsPrecede($1) }
  }

  /// What its properties are called, and what they are.
  fileprivate var propertySignature: [String] {
    let properties =
      attributes.map { "\($0.name) \($0.type.rawValue)" }
      + relationships.map { "\($0.name) \($0.isToMany)" }
    return properties.sorted { $0.codePointsPrecede($1) }
  }

  /// With the names that they say they had.
  fileprivate var propertyNames: [String: String] {
    let old =
      attributes.map { ($0.name, $0.renamingIdentifier) }
      + relationships.map { ($0.name, $0.renamingIdentifier) }
    return Dictionary(keepingFirst: old.map { ($0, $1 ?? $0) })
  }
}

extension DataModel {
  /// The model without some entities; what refers to them stays as it is.
  fileprivate func without(_ names: Set<String>) -> DataModel {
    guard !names.isEmpty else { return self }
    var model = self
    model.entities.removeAll { names.contains($0.name) }
    return model
  }
}

extension Set<String> {
  fileprivate var codePointSorted: [String] { sorted { $0.codePointsPrecede($1) } }
}
