public import Diagnostics
public import StoreEngine
public import StoreModel

/// What `plan` and `migrate` find on the way from a store's version to another.
public enum MigrationRules {
  /// Every such rule, sorted by id.
  public static let all: [RuleInfo] = [
    migrationFailed, migrationNotRun, migrationRefused, notInferrable, noPath, unaskedLoss,
  ]

  static let unaskedLoss = RuleInfo(
    id: "unasked-loss", severity: .error,
    summary: "rows or links are gone although neither the schema nor the plan's code asked for it",
    why: "nothing explains the loss, so nobody may call the migration done",
    fix: "keep the old store, and report this with the two versions and the plan")

  static let migrationFailed = RuleInfo(
    id: "migration-failed", severity: .error,
    summary: "a migration of 'verify' failed, or its result is not what it should be",
    why: "users with such a store lose data, or their app does not open it",
    fix: "run 'migrate' on a store of that version to see each stage")

  static let migrationNotRun = RuleInfo(
    id: "migration-not-run", severity: .warning,
    summary: "a migration of 'verify' was not run to its end",
    why: "what was not run has not passed",
    fix: "run it where the plan's closures can be compiled: a Swift compiler and the installed "
      + "module are needed")

  static let migrationRefused = RuleInfo(
    id: "migration-refused", severity: .error,
    summary: "a stage is not carried out",
    why:
      "either Core Data refuses it as well, with the code given, or it is not known how Core Data "
      + "does it",
    fix: "change the model as the message says, or migrate this part in the app itself")

  static let notInferrable = RuleInfo(
    id: "not-inferrable", severity: .error,
    summary: "a stage has changes that cannot be inferred",
    why: "Core Data reports 134140 and the store does not open",
    fix: "write a custom stage (SwiftData) or a mapping model (Core Data) for these changes",
    explanation: "cocoa-134140")

  static let noPath = RuleInfo(
    id: "no-migration-path", severity: .error,
    summary: "no stage leads from the store's version to the target",
    why: "the container does not open: staged migration reports 134504 to 134506, Core Data 134130",
    fix: "add the store's version and a stage from it to the plan")

  /// The finding for an error that ends a plan or a migration.
  ///
  /// - Parameter store: the store it starts from, with the versions it was compared with: names why
  ///   none of them fits.
  public static func finding(
    _ error: MigrationError, store: Store? = nil, among histories: [SchemaHistory] = []
  ) -> Finding {
    switch error {
    case .notInferrable(let stage, let changes):
      let shown = changes.map(\.path).quotedList(atMost: 3)
      return notInferrable.finding("the stage '\(stage)' cannot be inferred: \(shown) (134140)")
    case .backwards:
      return noPath.finding("\(error)", help: "name a newer version with --to, or restore a backup")
    case .unknownVersion, .noCachedModel, .sourceModelNotFound:
      let mismatch = store.flatMap {
        Identifier.identify(StoreSchema($0), among: histories).mismatch
      }
      return noPath.finding(
        "\(error)" + (mismatch?.text.map { "; \($0)" } ?? ""), help: mismatch?.help)
    case .customPolicy:
      return migrationNotRun.finding(
        "\(error)", help: "migrate such stores with the app itself; only it has that class")
    case .targetNotInPlan: return noPath.finding("\(error)")
    default: return migrationRefused.finding("\(error)")
    }
  }
}
