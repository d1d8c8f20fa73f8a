internal import StoreEngine
package import StoreModel

/// Picks versions out of histories by the VERSION of `PATH@VERSION`.
package enum VersionSelection {
  /// The histories reduced to the versions the name fits, without those it does not fit at all.
  ///
  /// An exact name is preferred over an identifier, that over the last component of a type name
  /// (`V2` for `NotesSchema.V2`), and that over a name in other capitals.
  ///
  /// - Throws: `ModelInputError.unknownVersion`.
  package static func select(
    _ version: String, from histories: [SchemaHistory], path: String
  ) throws(ModelInputError) -> [SchemaHistory] {
    for fits in tests(version, histories) {
      let found = histories.compactMap { history in
        reduced(history) { fits($0, history) }
      }
      if !found.isEmpty { return found }
    }
    let known = names(in: histories)
    throw .unknownVersion(
      path: path, version: version, near: NameDistance.nearest(to: version, in: known),
      known: known)
  }

  private typealias Test = (DataModel, SchemaHistory) -> Bool

  private static func tests(_ version: String, _ histories: [SchemaHistory]) -> [Test] {
    // A version that no plan lists is beside a plan what it is beside nothing else.
    let hasPlan = histories.contains(where: \.isOrdered)
    return [
      { model, _ in model.name == version },
      { model, history in
        version == "current" && (history.isOrdered || !hasPlan)
          && model.name == currentName(of: history)
      },
      // Models outside of versions have an identifier, but nobody wrote it.
      { model, _ in model.name != "live" && model.versionIdentifiers.contains(version) },
      { model, _ in model.versionIdentifiers.contains(version) },
      { model, _ in model.name.split(separator: ".").last.map(String.init) == version },
      { model, _ in model.name.lowercased() == version.lowercased() },
    ]
  }

  /// The version new stores get: as the source says, the last of a plan, or the only one.
  package static func currentName(of history: SchemaHistory) -> String? {
    if let current = history.currentVersion { return current }
    if history.isOrdered { return history.versions.last?.name }
    return history.versions.count == 1 ? history.versions.first?.name : nil
  }

  private static func reduced(
    _ history: SchemaHistory, to isWanted: (DataModel) -> Bool
  ) -> SchemaHistory? {
    var history = history
    history.versions.removeAll { !isWanted($0) }
    let names = Set(history.versions.map(\.name))
    history.stages.removeAll { !names.contains($0.from) || !names.contains($0.to) }
    if let current = history.currentVersion, !names.contains(current) {
      history.currentVersion = nil
    }
    return history.versions.isEmpty ? nil : history
  }

  /// Everything that may stand after `@`, for completion and messages: names, then identifiers
  /// that are not names, then `current` where it means something. Each once.
  package static func names(in histories: [SchemaHistory]) -> [String] {
    let versions = histories.flatMap(\.versions)
    let identifiers = versions.flatMap(\.versionIdentifiers).filter { !$0.isEmpty }
    let current = histories.contains { currentName(of: $0) != nil } ? ["current"] : []
    var seen: Set<String> = []
    return (versions.map(\.name) + identifiers + current).filter { seen.insert($0).inserted }
  }
}
