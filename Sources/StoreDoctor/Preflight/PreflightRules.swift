public import Diagnostics

/// The rules of `preflight`: whether a migration will succeed on the rows there are.
public enum PreflightRules {
  /// Those that look at rows, sorted by id: one line per rule.
  static let rows: [any MigrationRule] = [
    CountViolated(), RowsOfAbstractEntity(), RowsOfAnotherType(), RowsOfLostCase(),
    RowsWithoutReadableValue(), RowsWithoutRequiredValue(), SeveralForToOne(),
    ValueDoesNotConvert(),
  ]

  /// What `check` examines and a migration would stumble over or carry on.
  static let health: [any StoreRule] = [
    DamagedLog(), DanglingJoinRow(), DanglingReference(), EmptiedFile(), HalfMigrated(),
    HashMismatch(),
    LeftoverMigrationFile(), MissingColumn(), MissingExternalFile(), MissingTable(),
    PrimaryKeyBehind(), PrimaryKeyMismatch(), UnreadableModelCache(),
  ]

  /// What a finding means for the migration, beyond what it says.
  struct Consequence: Sendable {
    let severity: Severity
    let text: String
    /// Core Data's code, or SQLite's for what it refuses below Core Data.
    let code: Int?
  }

  /// By rule: what Core Data does with it in a migration.
  static let consequences: [String: Consequence] = [
    "count-violated": Consequence(
      severity: .warning, text: "saves of these objects fail afterwards (1580, 1590)", code: 1580),
    "dangling-join-row": carried, "dangling-reference": carried,
    "duplicates-under-uniqueness": fails(134111), "half-migrated": fails(134110),
    "emptied-file": Consequence(
      severity: .error, text: "nothing is left to migrate once the app has opened it", code: nil),
    "encoded-type-changed": Consequence(
      severity: .warning,
      text: "the migration goes through, and the app cannot decode such a value", code: nil),
    "leftover-migration-file": Consequence(
      severity: .warning, text: "the next migration may stumble over it (134110)", code: 134110),
    "missing-column": fails(134110), "missing-table": fails(134110),
    "missing-external-file": Consequence(
      severity: .error, text: "the migrated store lacks it as well", code: nil),
    "no-migration-path": Consequence(
      severity: .error, text: "the container does not open", code: nil),
    "not-enough-space": Consequence(
      severity: .error, text: "the migration fails (SQLite 13)", code: 13),
    // The finding has the codes.
    "not-inferrable": Consequence(severity: .error, text: "the migration fails", code: 134140),
    "primary-key-behind": Consequence(
      severity: .warning, text: "the migration carries the counter over", code: nil),
    "primary-key-mismatch": fails(134110),
    "rows-without-readable-value": Consequence(
      severity: .warning,
      text: "the migration goes through, and the app crashes when it reads such a row", code: nil),
    "rows-without-required-value": fails(134110),
    "several-for-new-inverse": Consequence(
      severity: .error, text: "'migrate' ends there", code: nil),
    "several-for-to-one": fails(134140),
    "store-in-use": Consequence(
      severity: .error, text: "the migration fails while it does (SQLite 5)", code: 5),
    "unknown-case": Consequence(
      severity: .warning,
      text: "the migration goes through, and the app ends when it reads such a row", code: nil),
    "value-does-not-convert": Consequence(
      severity: .error, text: "the migration says nothing, and the app cannot read it as it is",
      code: nil),
  ]

  private static let carried = Consequence(
    severity: .warning, text: "the migration carries it over, and reading it traps (133000)",
    code: 133000)

  private static func fails(_ code: Int) -> Consequence {
    Consequence(severity: .error, text: "the migration fails (\(code))", code: code)
  }

  /// Every rule of `preflight` beside those of the store's health, sorted by id.
  public static let all: [RuleInfo] =
    (rows.map { type(of: $0).info }
    + [duplicatesUnderUniqueness, notEnoughSpace, severalForNewInverse, storeInUse])
    .sorted { $0.id < $1.id }

  static let duplicatesUnderUniqueness = RuleInfo(
    id: "duplicates-under-uniqueness", severity: .error,
    summary: "rows have equal values in a property that becomes unique",
    why:
      "the unique index cannot be made: the migration fails with 134111 (or 134110, 'UNIQUE "
      + "constraint failed'), and the container does not open",
    fix:
      "remove or merge the rows in willMigrate, while the older version has no constraint, or fill "
      + "the property before it becomes unique", explanation: "migration-constraint-violation")

  static let notEnoughSpace = RuleInfo(
    id: "not-enough-space", severity: .error,
    summary: "there is not enough disk space to migrate",
    why: "the migration fails with SQLite's code 13 and starts again at each launch",
    fix: "free about as much space as the store takes", explanation: "sqlite-full")

  static let severalForNewInverse = RuleInfo(
    id: "several-for-new-inverse", severity: .error,
    summary: "several objects lead to one that has room for one of them in the newer version",
    why:
      "a new to-one inverse has a column of its own, and a to-many without inverse is kept with the "
      + "object it leads to: each holds one object, and what Core Data does with the others is not known",
    fix: "let only one object lead to each in willMigrate, or make the inverse to-many")

  static let storeInUse = RuleInfo(
    id: "store-in-use", severity: .error,
    summary: "another process uses the store",
    why:
      "a migration needs the store for itself: it fails with SQLite's code 5 while an app, a widget "
      + "or a test holds it",
    fix: "close the app that uses the store, and try again", explanation: "sqlite-busy")
}
