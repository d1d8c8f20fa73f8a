internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds a digest or checksum that does not follow from the hashes beside it.
struct DigestMismatch: StoreRule {
  static let info = RuleInfo(
    id: "digest-mismatch", severity: .warning,
    summary: "the digest in the store's metadata does not fit its entity hashes",
    why:
      "the metadata was edited or written by a tool; Core Data compares the hashes, so the store "
      + "may still open",
    fix: "compare with a backup of the store before migrating it")

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    let metadata = inspection.store.metadata
    let stored = metadata.entityHashes
    if let digest = metadata.digest, digest != ModelHashes.digest(of: stored) {
      report("the digest in the metadata does not fit the entity hashes")
    }
    if let checksum = metadata.checksum, checksum != ModelHashes.checksum(of: stored) {
      report("the checksum in the metadata does not fit the entity hashes")
    }
  }
}
