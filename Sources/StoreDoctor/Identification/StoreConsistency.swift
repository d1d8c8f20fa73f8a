internal import StoreEngine
internal import StoreModel

/// Looks for facts in a store that contradict each other.
struct StoreConsistency {
  let store: StoreSchema
  let candidates: [Candidate]

  var contradictions: [StoreContradiction] {
    // Tables of another version are the cause, the cached model is one of its signs.
    [checksum, digest, tables ?? cachedModel].compactMap(\.self)
  }

  private var checksum: StoreContradiction? {
    guard let stored = store.checksum, !store.entityHashes.isEmpty,
      stored != ModelHashes.checksum(of: store.entityHashes)
    else { return nil }
    // A store of one configuration may carry the checksum of the whole model.
    if candidates.contains(where: { $0.hashes.checksum == stored }) { return nil }
    if let model = store.model, ModelHashes(of: model).checksum == stored { return nil }
    return StoreContradiction(
      kind: .checksum, entities: [],
      text: "the version checksum does not follow from the entity hashes beside it",
      certainty: .certain)
  }

  private var digest: StoreContradiction? {
    guard let stored = store.digest, !store.entityHashes.isEmpty,
      stored != ModelHashes.digest(of: store.entityHashes)
    else { return nil }
    return StoreContradiction(
      kind: .digest, entities: [],
      text: "the digest does not follow from the entity hashes beside it", certainty: .certain)
  }

  private var cachedModel: StoreContradiction? {
    guard let model = store.model, model.source == .storeCache, !store.entityHashes.isEmpty else {
      return nil
    }
    let hashes = ModelHashes(of: model)
    let differing = store.entityHashes.filter { name, hash in
      guard let certainty = hashes.certainty[name] else { return true }
      // Hashes of derived attributes differ between systems; they prove nothing.
      return certainty == .certain && hashes.entities[name] != hash
    }.map(\.key).sorted { $0.codePointsPrecede($1) }
    guard !differing.isEmpty else { return nil }
    return StoreContradiction(
      kind: .cachedModel, entities: differing,
      text: "the cached model is not the one the version hashes were made from; "
        + "the store is half migrated or was changed by another tool",
      certainty: .certain)
  }

  /// The tables against the version the hashes name, or else against the cached model.
  private var tables: StoreContradiction? {
    let named = candidates.first { $0.hashes.entities == store.entityHashes }?.model
    let cached = store.model.flatMap { $0.source == .storeCache ? $0 : nil }
    guard let model = named ?? cached, let fit = TableShape(store: store).fit(of: model),
      !fit.missing.isEmpty
    else { return nil }
    let entities = Set(fit.missing.map { String($0.prefix { $0 != "." }) })
    let owners = candidates.filter {
      TableShape(store: store).isExactly($0.model, ownModel: model)
    }
    let names = Set(owners.map(\.model.name)).sorted { $0.codePointsPrecede($1) }
      .quotedList(separator: " or ")
    let place = "no place for \(fit.missing.quotedList(atMost: 5))"
    return StoreContradiction(
      kind: .tables, entities: entities.sorted { $0.codePointsPrecede($1) },
      text: "half migrated: the metadata says \(model.inSentence), but the tables "
        + (owners.isEmpty ? "have \(place)" : "are those of \(names), with \(place)"),
      certainty: .inferred("column names follow Core Data's naming rules"))
  }
}
