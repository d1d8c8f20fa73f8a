internal import StoreEngine
internal import StoreModel

/// Rebuilds the model of a store that carries none, from the versions given: each entity as one of them
/// has it, or with the edit that gives it the store's hash. No other model has these hashes, so what comes
/// out is the store's own, as far as hashes tell.
struct ProvenModel {
  let store: StoreSchema
  let candidates: [Candidate]

  /// Where more entities than this are in no version, no few edits are likely to explain them, and to look
  /// for them takes its time.
  static let mostEdited = 4
  /// Shapes of one entity that are edited.
  private static let mostShapes = 6

  /// Nil where an entity of the store is not explained.
  var model: DataModel? {
    let latest = candidates.sorted { $0.isLater(than: $1) }
    guard let newest = latest.first, !store.entityHashes.isEmpty else { return nil }
    var entities: [String: Entity] = [:]
    for candidate in latest {
      for entity in candidate.model.entities where entities[entity.name] == nil {
        guard let hash = store.entityHashes[entity.name],
          hash == candidate.hashes.entities[entity.name]
        else { continue }
        entities[entity.name] = entity
      }
    }
    let open = Set(store.entityHashes.keys).subtracting(entities.keys)
    guard open.count <= Self.mostEdited else { return nil }
    for name in open {
      guard let edited = edited(name, latest) else { return nil }
      entities[name] = edited
    }
    var model = newest.model
    model.entities = entities.values.sorted { $0.name.codePointsPrecede($1.name) }
    model.versionIdentifiers = store.versionIdentifiers
    // An entity hides what it inherits; only together they have the hashes.
    return ModelHashes(of: model).entities == store.entityHashes ? model : nil
  }

  private func edited(_ name: String, _ latest: [Candidate]) -> Entity? {
    var shapes: Set<VersionHash> = []
    for candidate in latest {
      guard let hash = candidate.hashes.entities[name], shapes.insert(hash).inserted else {
        continue
      }
      guard shapes.count <= Self.mostShapes else { return nil }
      let fit = TableShape(store: store).fit(of: candidate.model)
      if let edit = HashSearch(name, in: candidate.model, of: store)?.edit(fit) {
        return edit.entity
      }
    }
    return nil
  }
}
