internal import Diagnostics
internal import StoreEngine

/// The rules about stores: those of `check`, of which `info` applies the quick ones, and those of
/// `identify`.
enum StoreRules {
  /// What `check` examines, sorted by id: one line per rule.
  static let health: [any StoreRule] = [
    BrokenOrder(), DamagedFile(), DamagedLog(), DanglingCloudRecord(), DanglingHistory(),
    DanglingJoinRow(), DanglingReference(), DigestMismatch(), DuplicateJoinRow(),
    DuplicateUniqueValue(), EmptiedFile(), FailedSync(), ForeignTrigger(), HalfMigrated(),
    HashMismatch(), ImplausibleDate(),
    InvalidExternalValue(), InvalidRowVersion(), LargeHistory(), LeftoverMigrationFile(),
    LeftoverTable(), MalformedValue(), MissingColumn(), MissingExternalFile(), MissingIndex(),
    MissingRequiredValue(), MissingTable(), MissingTrigger(), OneSidedRelationship(),
    OrphanedExternalFile(), PrimaryKeyBehind(), PrimaryKeyMismatch(), StaleDerivedValue(),
    UnknownCase(), UnreadableModelCache(), WrongAutoVacuum(), WrongCount(), WrongEntity(),
    WrongReferenceEntity(), WrongStorageClass(),
  ]

  /// Those that cost next to nothing, because they read metadata and counters, never rows.
  static let quick: [any StoreRule] = [
    DigestMismatch(), EmptiedFile(), FailedSync(), HashMismatch(), MissingTable(),
    PrimaryKeyBehind(), PrimaryKeyMismatch(),
  ]

  /// Those of `identify` among them.
  static let all: [RuleInfo] =
    (health.map { type(of: $0).info }
    + [newerStore, noMatchingVersion, notExamined])
    .sorted { $0.id < $1.id }

  static let newerStore = RuleInfo(
    id: "newer-store", severity: .error,
    summary: "the store was written by a version the given models do not know yet",
    why:
      "with a migration plan the older app does not open it (134504 or 134506); without one Core Data "
      + "probably goes by the model that the store carries, and drops what the older app does not know",
    fix: "give the models of the newer app, or ask the user to update")

  static let noMatchingVersion = RuleInfo(
    id: "no-matching-version", severity: .error,
    summary: "no version of the given models has the store's hashes",
    why:
      "the container does not open: SwiftData reports 134504, Core Data 134100 or 134130; without a "
      + "migration plan Core Data probably goes by the model that the store carries",
    fix: "restore the shipped definition of a version that was edited; declare any other shape "
      + "that shipped as a version of its own, with a stage from it")

  static let notExamined = RuleInfo(
    id: "not-examined", severity: .note,
    summary: "a part of the store was not examined",
    why: "what nobody looked at may be as wrong as anything, so a check without it has not passed",
    fix:
      "give what the message says is missing: the models, the files beside the store, or more time")
}

/// Checks that cost next to nothing: they read metadata and counters, never rows. What `info` says
/// in one line is a part of what `check` says.
enum StoreHealth {
  static func atFirstSight(_ inspection: StoreInspection) -> [Finding] {
    findings(of: StoreRules.quick, inspection)
  }

  /// Contradictions between what a store's metadata say and what follows from its model.
  static func hashes(_ inspection: StoreInspection) -> [Finding] {
    findings(of: [DigestMismatch(), HashMismatch()], inspection)
  }

  static func findings(
    of rules: [any StoreRule], _ inspection: StoreInspection
  ) -> [Finding] {
    var findings: [Finding] = []
    for rule in rules { try? rule.examine(inspection) { finding, _ in findings.append(finding) } }
    return findings
  }
}
