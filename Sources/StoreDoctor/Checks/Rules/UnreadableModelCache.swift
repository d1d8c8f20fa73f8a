internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds a cached model that cannot be read.
struct UnreadableModelCache: StoreRule {
  static let info = RuleInfo(
    id: "unreadable-model-cache", severity: .warning,
    summary: "the model kept in the store cannot be read",
    why:
      "Core Data and SwiftData fall back on it to find the version to migrate from; without it a "
      + "store that matches no version of the app is lost (134505, 134130)",
    fix:
      "keep the model of the shipped version in the app, so that the store is known by its hashes")

  static let examples: [StoreExample] = [
    .flagged("UPDATE Z_MODELCACHE SET Z_CONTENT = x'00010203'"),
    .clean("DELETE FROM Z_MODELCACHE"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    guard inspection.store.model.source != .storeCache else { return }
    do {
      _ = try ModelCache.read(inspection.store.connection, name: "")
    } catch {
      report("the cached model cannot be read: \(error)")
    }
  }
}
