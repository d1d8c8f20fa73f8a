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
      "what the log has lost is in no file; the new store has all that can be read"),
    none(
      DanglingCloudRecord.info,
      "how CloudKit's tables hang together is not known; let the app sync from this store"),
    Treatment(ImplausibleDate.info, .values) { _ in
      .undecided("no value is changed, since what it counts from is a guess")
    },
    none(
      LargeHistory.info,
      "only the app knows which changes its readers have seen; let it delete them"),
    Treatment(MalformedValue.info, .values) { _ in
      .undecided("the store does not say which value is meant; correct it in a copy")
    },
    none(
      MissingExternalFile.info,
      "the data are in no file beside the store; copy the folder from where the store came from"),
    none(
      MissingTable.info,
      "the rows are in no table; restore a backup, or name the version that the tables are of with "
        + "--model"),
    Treatment(WrongCount.info, .references) { _ in
      .undecided("which objects belong together is not known; add or remove some in the app")
    },
    Treatment(WrongStorageClass.info, .values) { _ in
      .undecided("the store does not say which value is meant; convert it in a copy")
    },
  ]

  /// The rules of `untreated`.
  static let untreatedRules = Set(untreated.map(\.rule.id))

  private static func none(_ rule: RuleInfo, _ text: String) -> Treatment {
    Treatment(rule, .files) { _ in .none(text) }
  }
}
