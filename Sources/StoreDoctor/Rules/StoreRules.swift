/// What `info` and `identify` can find out about a store without looking at every row.
public enum StoreRules {
  public static let all: [RuleInfo] = [
    digestMismatch, hashMismatch, missingTable, newerStore, noMatchingVersion, primaryKeyBehind,
    reusedVersionIdentifier,
  ]

  public static let digestMismatch = RuleInfo(
    id: "digest-mismatch", severity: .warning,
    summary: "the digest in the store's metadata does not fit its entity hashes",
    why:
      "the metadata was edited or written by a tool; Core Data compares the hashes, so the store "
      + "may still open",
    fix: "compare with a backup of the store before migrating it")

  public static let hashMismatch = RuleInfo(
    id: "hash-mismatch", severity: .warning,
    summary: "the entity hashes of the metadata are not those of the cached model",
    why:
      "the store was migrated halfway, or its metadata were copied from another store; Core Data "
      + "trusts the metadata and then meets tables of another shape",
    fix: "restore a backup, or migrate a copy with the model the tables belong to")

  public static let missingTable = RuleInfo(
    id: "missing-table", severity: .error,
    summary: "an entity of the store has no table",
    why: "the first fetch of that entity fails with 'no such table'",
    fix: "restore a backup, or migrate a copy with the model the tables belong to")

  public static let newerStore = RuleInfo(
    id: "newer-store", severity: .error,
    summary: "the store was written by a version the given models do not know yet",
    why: "an older app opens a newer store only by deleting it; Core Data reports 134504 or 134100",
    fix: "add the newer version to the schema, or ask the user to update the app")

  public static let noMatchingVersion = RuleInfo(
    id: "no-matching-version", severity: .error,
    summary: "no version of the given models has the store's hashes",
    why: "the container does not open: SwiftData reports 134504, Core Data 134100 or 134130",
    fix: "restore the shipped version's definition exactly, and put the change into a new version")

  public static let primaryKeyBehind = RuleInfo(
    id: "primary-key-behind", severity: .error,
    summary: "Z_PRIMARYKEY is behind the highest key in use",
    why: "the next insert reuses a key that exists and fails, or overwrites a relationship",
    fix: "set Z_MAX of the entity to its highest Z_PK in a copy, and find out who wrote the rows")

  public static let reusedVersionIdentifier = RuleInfo(
    id: "reused-version-identifier", severity: .warning,
    summary: "one version identifier names several shapes",
    why: "stores in the field that claim the same version differ, and only one of them will open",
    fix: "give each shipped shape its own VersionedSchema and identifier")
}
