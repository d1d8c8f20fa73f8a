public import StoreEngine

/// What `plan` and `migrate` find on the way from a store's version to another.
public enum MigrationRules {
  public static let all: [RuleInfo] = [migrationRefused, notInferrable, noPath]

  public static let migrationRefused = RuleInfo(
    id: "migration-refused", severity: .error,
    summary: "a stage is not carried out",
    why:
      "either Core Data refuses it as well, with the code given, or it is not known how Core Data "
      + "does it",
    fix: "change the model as the message says, or migrate this part in the app itself")

  public static let notInferrable = RuleInfo(
    id: "not-inferrable", severity: .error,
    summary: "a stage has changes that cannot be inferred",
    why: "Core Data reports 134140 and the store does not open",
    fix: "write a custom stage (SwiftData) or a mapping model (Core Data) for these changes",
    explanation: "cocoa-134140")

  public static let noPath = RuleInfo(
    id: "no-migration-path", severity: .error,
    summary: "no stage leads from the store's version to the target",
    why: "the container does not open: staged migration reports 134504 to 134506, Core Data 134130",
    fix: "add the store's version and a stage from it to the plan")

  /// The finding for an error that ends a plan or a migration.
  public static func finding(_ error: MigrationError) -> Finding {
    switch error {
    case .notInferrable(let stage, let changes):
      let list = changes.map { "'\($0.path)'" }
      let shown = list.prefix(3).joined(separator: ", ")
      let rest = list.count > 3 ? " and \(list.count - 3) more" : ""
      return notInferrable.finding(
        "the stage '\(stage)' cannot be inferred: \(shown)\(rest) (134140)")
    case .backwards:
      return noPath.finding("\(error)", help: "name a newer version with --to, or restore a backup")
    case .targetNotInPlan, .unknownVersion, .noCachedModel, .sourceModelNotFound:
      return noPath.finding("\(error)")
    default: return migrationRefused.finding("\(error)")
    }
  }
}
