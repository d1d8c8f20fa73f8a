internal import Lint
internal import StoreEngine
internal import StoreModel

extension NearestVersions {
  /// Signs that the store comes from a newer app. Each alone can have another cause, so the answer
  /// is never certain.
  var newer: NewerStore? {
    guard let near = ranked.first,
      let candidate = candidates.first(where: { $0.reference == near.version }),
      let newest = newestVersion(of: candidate.history), !newest.entities.isEmpty
    else { return nil }
    let history = candidate.history
    var reasons: [String] = []
    let versions = history.versions.flatMap(\.versionIdentifiers).compactMap(VersionNumber.init)
    if let highest = versions.max(),
      let mine = store.versionIdentifiers.compactMap(VersionNumber.init).max(), mine > highest
    {
      reasons.append("it says \(mine.text), and the models end with \(highest.text)")
    }
    let isNumbered = !reasons.isEmpty
    // What an older version has as well is nothing new: the newest one may have lost it.
    let mayBeNewer = isNumbered || origins[candidate.historyIndex]?.mayBeNewer ?? true
    let surplus = mayBeNewer ? surplus(over: newest) : []
    if !surplus.isEmpty {
      let what = comparableModel == nil ? "every entity" : "everything"
      let name = newest.name == "live" ? "the unversioned models" : "'\(newest.name)'"
      reasons.append("it has \(what) of \(name), and also \(surplus.quotedList(atMost: 3))")
    }
    guard !reasons.isEmpty else { return nil }
    return NewerStore(
      than: VersionReference(history: history, version: newest),
      certainty: .inferred("a store does not say which of two versions is the later one"),
      why: "the store is newer than the models: " + reasons.joined(separator: "; "),
      orEdited: isNumbered ? nil : newest.name, surplus: isNumbered ? [] : surplus)
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
  private func surplus(over newest: DataModel) -> [String] {
    if let model = comparableModel {
      let differences = ModelDiff.differences(from: model, to: newest).filter(\.affectsHash)
      return differences.allSatisfy(\.change.isRemoval) ? differences.map(\.path) : []
    }
    let hashes = ModelHashes(of: newest).entities
    guard hashes.count == newest.entities.count,
      hashes.allSatisfy({ store.entityHashes[$0.key] == $0.value })
    else { return [] }
    return Set(store.entityHashes.keys).subtracting(newest.entities.map(\.name))
      .sorted { $0.codePointsPrecede($1) }
  }
}
