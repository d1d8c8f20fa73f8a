package import StoreModel

/// Models that a store has a part of, or that are parts of a store's model.
package enum ModelParts {
  /// The versions whose entities together are those of a store, when an app merged several models
  /// into one: of each history at most one version, in the order of the histories.
  ///
  /// - Parameters:
  ///   - store: the entity hashes of the store's metadata.
  ///   - histories: the hashes of the versions of each history.
  /// - Returns: places in `histories`; empty unless two or more histories take part.
  package static func merged(
    in store: [String: VersionHash], among histories: [[ModelHashes]]
  ) -> [(history: Int, version: Int)] {
    var left = Set(store.keys)
    var chosen: [(history: Int, version: Int)] = []
    while !left.isEmpty {
      var best: (gain: Int, history: Int, version: Int)?
      for (history, versions) in histories.enumerated()
      where !chosen.contains(where: { $0.history == history }) {
        // The newest version of the first history wins a tie.
        for (version, hashes) in versions.enumerated().reversed()
        where hashes.isContained(in: store) {
          let gain = left.intersection(hashes.entities.keys).count
          if gain > best?.gain ?? 0 { best = (gain, history, version) }
        }
      }
      guard let best else { return [] }
      chosen.append((best.history, best.version))
      left.subtract(histories[best.history][best.version].entities.keys)
    }
    return chosen.count > 1 ? chosen.sorted { $0.history < $1.history } : []
  }
}

extension ModelHashes {
  /// Whether every entity of the model is in a store with the same hash.
  package func isContained(in store: [String: VersionHash]) -> Bool {
    checksum != nil && !entities.isEmpty && entities.allSatisfy { store[$0.key] == $0.value }
  }
}

extension DataModel {
  /// What Core Data makes of several models; of entities with one name the first counts.
  static func merging(_ models: [DataModel]) -> DataModel {
    var merged = DataModel(
      name: models.map(\.name).joined(separator: " + "), source: models.first?.source ?? .store)
    var names: Set<String> = []
    for model in models {
      merged.entities += model.entities.filter { names.insert($0.name).inserted }
      merged.versionIdentifiers += model.versionIdentifiers.filter {
        !merged.versionIdentifiers.contains($0)
      }
    }
    merged.entities.sort { $0.name.codePointsPrecede($1.name) }
    return merged
  }

  /// The configuration whose entities, and no others, a store has.
  ///
  /// - Parameter hashes: of the model itself.
  package func configuration(with store: [String: VersionHash], _ hashes: ModelHashes) -> String? {
    guard !store.isEmpty else { return nil }
    return configurations.sorted { $0.key.codePointsPrecede($1.key) }.first { _, names in
      Set(names) == Set(store.keys) && store.allSatisfy { hashes.entities[$0.key] == $0.value }
    }?.key
  }

  /// The model with these entities only.
  func part(_ names: Set<String>) -> DataModel {
    var part = self
    part.entities.removeAll { !names.contains($0.name) }
    return part
  }
}
