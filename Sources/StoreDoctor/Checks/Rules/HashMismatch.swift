internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds hashes in the metadata that are not those of the cached model.
struct HashMismatch: StoreRule {
  static let info = RuleInfo(
    id: "hash-mismatch", severity: .warning,
    summary: "the entity hashes of the metadata are not those of the cached model",
    why:
      "the store was migrated halfway, or its metadata were copied from another store; Core Data "
      + "trusts the metadata and then meets tables of another shape",
    fix: "restore a backup, or migrate a copy with the model the tables belong to")

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    // A model rebuilt from tables has guessed names and types: its hashes say nothing.
    guard inspection.store.model.source == .storeCache else { return }
    let stored = inspection.store.metadata.entityHashes
    let hashes = inspection.hashes
    for (name, hash) in hashes.entities.sorted(by: { $0.key < $1.key }) {
      guard let kept = stored[name], kept != hash else { continue }
      var message = "the metadata's hash of '\(name)' is not that of the cached model"
      if case .inferred(let reason)? = hashes.certainty[name] { message += " (\(reason))" }
      report(message, entity: name)
    }
    let cached = Set(hashes.certainty.keys)
    guard !stored.isEmpty else {
      if !cached.isEmpty { report("the metadata has no hash of any entity; the cached model has") }
      return
    }
    for name in Set(stored.keys).symmetricDifference(cached).sorted() {
      let message =
        cached.contains(name)
        ? "the cached model has an entity '\(name)', the metadata has no hash of it"
        : "the metadata has a hash of '\(name)', the cached model has no such entity"
      report(message, entity: name)
    }
  }

  /// Entities whose hashes certainly differ; those of derived attributes prove nothing.
  static func entities(_ inspection: StoreInspection) -> [String] {
    inspection.store.metadata.entityHashes.filter { name, hash in
      guard let certainty = inspection.hashes.certainty[name] else { return true }
      return certainty == .certain && inspection.hashes.entities[name] != hash
    }.keys.sorted()
  }
}
