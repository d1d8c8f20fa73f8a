internal import StoreEngine
internal import StoreModel

/// Ranks the versions a store does not fit, and judges whether it is newer than all of them.
struct NearestVersions {
  let store: StoreSchema
  let candidates: [Candidate]
  /// Closest first: what carries the store's identifier and is much like it, then most equal entities,
  /// then the store's own identifier, then the smallest number of things that differ, then the one that
  /// is still worked on, then the newest.
  private(set) var ranked: [NearVersion] = []
  /// Of the store's model; worked out once, since every version is compared with it.
  private let modelHashes: ModelHashes?

  init(store: StoreSchema, candidates: [Candidate]) {
    self.store = store
    self.candidates = candidates
    modelHashes = store.model.map { ModelHashes(of: $0) }
    ranked = candidates.map { (candidate: $0, near: near($0)) }
      .sorted { left, right in
        let (a, b) = (left.near, right.near)
        if a.isEdited != b.isEdited { return a.isEdited }
        // Nothing is near to nothing.
        if (a.entityCount == 0) != (b.entityCount == 0) { return b.entityCount == 0 }
        if a.equalEntities != b.equalEntities { return a.equalEntities > b.equalEntities }
        let isNamed = a.version.isNamed(by: store)
        if isNamed != b.version.isNamed(by: store) { return isNamed }
        if a.distance != b.distance { return a.distance < b.distance }
        if left.candidate.historyIndex != right.candidate.historyIndex {
          return left.candidate.historyIndex < right.candidate.historyIndex
        }
        return left.candidate.isLater(than: right.candidate)
      }
      .map(\.near)
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
      differences: comparison?.differences ?? [], ignored: comparison?.undecided.map(\.text) ?? [],
      migration: comparison?.consequence)
    near.isEdited = isEdited(near, candidate)
    return near
  }

  /// Whether a version that was promised to stay as it is carries the store's identifier and most of
  /// its shape. Where most differs, the identifier says little: every first version has 1.0.0.
  private func isEdited(_ near: NearVersion, _ candidate: Candidate) -> Bool {
    let model = candidate.model
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

  /// Tables rebuilt into a model have neither the properties' names nor their types.
  private var comparableModel: DataModel? {
    store.model.flatMap { $0.source == .store ? nil : $0 }
  }

  /// Entities that a version of another history accounts for: an app with several models merges
  /// them, and they are no difference to this one.
  private func explainedByOthers(_ candidate: Candidate) -> Set<String> {
    let own = Set(candidate.history.versions.flatMap { $0.entities.map(\.name) })
    let others = candidates.filter {
      $0.historyIndex != candidate.historyIndex && $0.hashes.isContained(in: store.entityHashes)
    }
    return Set(others.flatMap { $0.hashes.entities.keys }).subtracting(own)
  }
}

extension NearestVersions {
  /// Signs that the store comes from a newer app. Each alone can have another cause, so the answer
  /// is never certain.
  var newer: NewerStore? {
    guard let near = ranked.first,
      let history = candidates.first(where: { $0.reference == near.version })?.history,
      let newest = newestVersion(of: history), !newest.entities.isEmpty
    else { return nil }
    var reasons: [String] = []
    let versions = history.versions.flatMap(\.versionIdentifiers).compactMap(VersionNumber.init)
    if let highest = versions.max(),
      let mine = store.versionIdentifiers.compactMap(VersionNumber.init).max(), mine > highest
    {
      reasons.append("it says \(mine.text), and the models end with \(highest.text)")
    }
    let mayBeEdited = reasons.isEmpty && history.name != "live"
    if let surplus = surplus(over: newest) { reasons.append(surplus) }
    guard !reasons.isEmpty else { return nil }
    return NewerStore(
      than: VersionReference(history: history, version: newest),
      certainty: .inferred("a store does not say which of two versions is the later one"),
      why: "the store is newer than the models: " + reasons.joined(separator: "; "),
      orEdited: mayBeEdited ? newest.name : nil)
  }

  /// The last of an ordered history; otherwise the current one, the only one, or the one with the
  /// highest identifier.
  private func newestVersion(of history: SchemaHistory) -> DataModel? {
    if history.isOrdered { return history.versions.last }
    if let current = history.currentVersion {
      return history.versions.first { $0.name == current }
    }
    if history.versions.count == 1 { return history.versions.first }
    return history.versions.compactMap { version in
      version.versionIdentifiers.compactMap(VersionNumber.init).max().map { ($0, version) }
    }.max { $0.0 < $1.0 }?.1
  }

  /// What the store has beyond the newest version, provided it has all of that one.
  private func surplus(over newest: DataModel) -> String? {
    if let model = comparableModel {
      let differences = ModelDiff.differences(from: model, to: newest).filter(\.affectsHash)
      let removals: Set<ModelDifference.Change> = [
        .entityRemoved, .attributeRemoved, .relationshipRemoved,
      ]
      guard !differences.isEmpty, differences.allSatisfy({ removals.contains($0.change) }) else {
        return nil
      }
      let names = differences.map(\.path).quotedList(atMost: 3)
      return "it has everything of '\(newest.name)', and also \(names)"
    }
    let hashes = ModelHashes(of: newest).entities
    let extra = Set(store.entityHashes.keys).subtracting(newest.entities.map(\.name))
    guard !extra.isEmpty, hashes.count == newest.entities.count,
      hashes.allSatisfy({ store.entityHashes[$0.key] == $0.value })
    else { return nil }
    let names = extra.codePointSorted.prefix(3).quotedList()
    return "it has every entity of '\(newest.name)', and also \(names)"
  }
}

extension NearVersion {
  fileprivate var distance: Int {
    // What was probably renamed is removed and added by one edit.
    differences.isEmpty
      ? changedEntities.count + onlyInStore.count + onlyInVersion.count
      : differences.count { $0.probableOrigin == nil }
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
