internal import StoreEngine
internal import StoreModel

/// Finds the versions a store fits exactly: by hashes, or by shape where a source leaves hashes
/// open.
struct VersionMatcher {
  let store: StoreSchema
  let candidates: [Candidate]

  func matches() -> [VersionMatch] {
    var found = candidates.compactMap(exactMatch)
    if found.isEmpty {
      if let merged = mergedMatch() { return [merged] }
      found = candidates.compactMap(shapeMatch)
    }
    // Of versions that are alike the store has the one whose identifier it says.
    let named = found.filter { $0.versions.contains { $0.isNamed(by: store) } }
    return named + found.filter { !named.contains($0) }
  }

  private func exactMatch(_ candidate: Candidate) -> VersionMatch? {
    // A version that lists what cannot be read may have more than what is compared.
    let unread = candidate.model.unknownModels
    func match(_ evidence: VersionMatch.Evidence, configuration: String? = nil) -> VersionMatch {
      VersionMatch(
        versions: [candidate.reference], by: evidence, configuration: configuration,
        ignored: unread,
        certainty: unread.isEmpty ? .certain : .inferred("not all that the version lists is known"))
    }
    let evidence = store.version.evidence(for: candidate.model, candidate.hashes)
    switch evidence?.mark {
    case .checksum: return match(.checksum, configuration: evidence?.configuration)
    case .entityHashes: return match(.entityHashes, configuration: evidence?.configuration)
    // By the model that the store carries it is compared property by property.
    case .cachedModel, .shape, nil: return nil
    }
  }

  /// An app may merge several models into one: then the store has the entities of one version of
  /// each.
  private func mergedMatch() -> VersionMatch? {
    let histories = Dictionary(grouping: candidates, by: \.historyIndex)
      .sorted { $0.key < $1.key }.map(\.value)
    let parts = ModelParts.merged(
      in: store.entityHashes, among: histories.map { $0.map(\.hashes) })
    guard !parts.isEmpty else { return nil }
    return VersionMatch(
      versions: parts.map { histories[$0.history][$0.version].reference }, by: .entityHashes,
      configuration: nil, ignored: [], certainty: .certain)
  }

  /// Entities whose hash is known must have it; the others are compared property by property with
  /// the cached model, or column by column with the tables.
  private func shapeMatch(_ candidate: Candidate) -> VersionMatch? {
    let names = Set(candidate.model.entities.map(\.name))
    guard !names.isEmpty else { return nil }
    if !store.entityHashes.isEmpty, names != Set(store.entityHashes.keys) { return nil }
    let open = names.filter { candidate.hashes.certainty[$0] != .certain }
    let isKnownEqual = names.subtracting(open).allSatisfy { name in
      store.entityHashes.isEmpty || candidate.hashes.entities[name] == store.entityHashes[name]
    }
    guard isKnownEqual, store.entityHashes.isEmpty || !open.isEmpty else { return nil }

    var ignored: [String]
    var ground: String
    if let model = store.model, model.source != .store {
      let comparison = ModelDiff.compare(from: model, to: candidate.model)
      let decisive = comparison.differences.filter { difference in
        difference.affectsHash && !(open.contains(difference.entity) && difference.isDerivation)
      }
      guard decisive.isEmpty else { return nil }
      ignored = comparison.undecided.map(\.text)
      ground = "the store's own model"
    } else if let fit = TableShape(store: store).fit(of: candidate.model) {
      guard fit.missing.isEmpty, fit.surplus.isEmpty else { return nil }
      ignored = fit.ignored
      ground = "the store's tables, which do not tell optionality or number types"
    } else {
      return nil
    }
    let reasons = open.sorted().compactMap { name in
      candidate.hashes.certainty[name]?.reason
    }
    ignored += reasons.filter { reason in !ignored.contains(reason) }
    return VersionMatch(
      versions: [candidate.reference], by: .shape, configuration: nil, ignored: ignored,
      certainty: .inferred("compared with \(ground), not by hash"))
  }
}

extension ModelDifference {
  /// Expressions of derived attributes are printed differently by different systems.
  fileprivate var isDerivation: Bool {
    change == .storageChanged && (from ?? "").hasPrefix("derived:")
      && (to ?? "").hasPrefix("derived:")
  }
}
