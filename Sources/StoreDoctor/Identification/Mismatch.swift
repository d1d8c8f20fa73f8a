internal import StoreEngine
public import StoreModel

/// Why none of the given versions fits a store, as far as the comparison tells: the one cause that
/// `identify`, `plan`, `preflight` and `migrate` name.
public enum Mismatch: Sendable, Hashable {
  /// The nearest version carries the store's own identifier: its shape was changed after it shipped.
  case edited(EditedVersion)
  case newer(NewerStore)
  /// No version has an entity of the store, or only entities that share nothing but their names.
  case anotherApp
  case unknown

  /// As JSON has it.
  public var name: String {
    switch self {
    case .edited: "edited"
    case .newer: "newer"
    case .anotherApp: "anotherApp"
    case .unknown: "unknown"
    }
  }

  /// One sentence without a full stop; nil where nothing more is known than that nothing fits.
  public var text: String? {
    switch self {
    case .edited(let edited): edited.text
    case .newer(let newer): newer.why
    case .anotherApp: "another app's store, or other models: they have no entity in common with it"
    case .unknown: nil
    }
  }

  /// What to do; nil where it takes a look at the differences first.
  public var help: String? {
    switch self {
    case .edited(let edited):
      "restore the shipped definition of '\(edited.version.name)' exactly, and put the change into "
        + "a new version"
    case .newer: "give the models of the newer app, or ask the user to update"
    case .anotherApp: "give the models of the app that wrote the store"
    case .unknown: nil
    }
  }

  /// No store says why its shape is what it is.
  public var certainty: Certainty {
    switch self {
    case .edited: .inferred("a version identifier is what the app's author wrote")
    case .newer(let newer): newer.certainty
    case .anotherApp, .unknown: .certain
    }
  }
}

/// A version that has the store's identifier and another shape.
public struct EditedVersion: Sendable, Hashable {
  /// The given version, as it is now.
  public var version: VersionReference
  /// What was done to it since, e.g. `now has 'Note.color'`; nil when the store carries no model to
  /// compare it with.
  public var change: String?

  var text: String {
    "'\(version.name)' also says \(version.identifier ?? "") and "
      + "\(change ?? "has another shape"): edited after it shipped"
  }
}

extension NearestVersions {
  var mismatch: Mismatch {
    guard let near = ranked.first, ranked.contains(where: { $0.relatedEntities > 0 }) else {
      return .anotherApp
    }
    // Where most of it differs, one identifier for both says little: every first version has 1.0.0.
    let isAlike =
      near.equalEntities * 2 >= near.entityCount
      || (!near.differences.isEmpty && near.differences.count(where: \.affectsHash) <= 3)
    if isAlike, isShipped(near.version), near.version.isNamed(by: store) {
      return .edited(EditedVersion(version: near.version, change: changes(near.differences)))
    }
    return newer.map(Mismatch.newer) ?? .unknown
  }

  /// Live models change with every release; only versions are promised to stay as they are.
  private func isShipped(_ version: VersionReference) -> Bool {
    candidates.contains { $0.reference == version && $0.history.name != "live" }
  }

  private func changes(_ differences: [ModelDifference]) -> String? {
    let decisive = differences.filter(\.affectsHash)
    func part(_ word: String, _ kinds: Set<ModelDifference.Change>) -> String? {
      let names = decisive.filter { kinds.contains($0.change) }.map(\.path)
      return names.isEmpty ? nil : "\(word) \(names.quotedList(atMost: 3))"
    }
    let added: Set<ModelDifference.Change> = [.entityAdded, .attributeAdded, .relationshipAdded]
    let removed: Set<ModelDifference.Change> = [
      .entityRemoved, .attributeRemoved, .relationshipRemoved,
    ]
    let others = Set(decisive.map(\.change)).subtracting(added).subtracting(removed)
    let parts = [
      part("now has", added), part("no longer has", removed), part("has a changed", others),
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension VersionReference {
  func isNamed(by store: StoreSchema) -> Bool {
    identifier.map { store.versionIdentifiers.contains($0) } ?? false
  }
}
