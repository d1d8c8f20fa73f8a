internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// What is done about each rule of `check`, and about the rows that `preflight` finds.
enum Treatments {
  /// One for each rule, in no particular order.
  static let all: [Treatment] =
    versions + keys + tables + values + references + orders + duplicates + schema + migration
    + untreated

  static let byRule = Dictionary(keepingFirst: all.map { ($0.rule.id, $0) })

  /// Rules without a treatment, and why.
  private static let untreated: [Treatment] = [
    none(
      DamagedFile.info, "a repair needs a file that can be read; restore a backup"),
    none(
      DamagedLog.info,
      "what the log lost is in no other file, and cannot be put back"),
    none(
      DanglingCloudRecord.info,
      "how CloudKit's tables depend on each other is not known; let the app sync from this store"),
    none(
      FailedSync.info,
      "what keeps the store from syncing is between the app and iCloud, and no fault of the file"),
    none(
      ForeignTrigger.info, "only who made it knows what it is for; drop it in a copy if nobody does"
    ),
    Treatment(ImplausibleDate.info, .values) { _ in
      .undecided("no value is changed, because what it is computed from is a guess")
    },
    none(
      LargeHistory.info,
      "only the app knows which changes its readers have seen; let it delete them"),
    Treatment(MalformedValue.info, .values) { _ in
      .undecided("nothing in the store says which value is right; correct it in a copy")
    },
    none(
      MissingExternalFile.info,
      "the file with the data is missing; copy the folder of external data from where the store came from"
    ),
    Treatment(UnknownCase.info, .values) { _ in
      .undecided(
        "only the app knows which case such a row should have; write another value in 'willMigrate', or in a copy"
      )
    },
    Treatment(WrongCount.info, .references) { _ in
      .undecided("nothing says which objects belong together; add or remove some in the app")
    },
    Treatment(WrongStorageClass.info, .values) { _ in
      .undecided("nothing in the store says which value is right; convert it in a copy")
    },
  ]

  /// The rules of `untreated`.
  static let untreatedRules = Set(untreated.map(\.rule.id))

  private static func none(_ rule: RuleInfo, _ text: String) -> Treatment {
    Treatment(rule, .files) { _ in .none(text) }
  }
}
