public import StoreModel

/// Why a store is not migrated. What Apple's frameworks refuse carries their code; what the format
/// facts leave unknown is refused by name, without a code.
public enum MigrationError: ReportableError, Sendable, Hashable {
  /// The target is in none of the plan's stages (134504 "unknown coordinator model version").
  case targetNotInPlan(target: String, plan: String)
  /// No version of the plan has the store's hashes (134504 "unknown model version").
  case unknownVersion(store: String, plan: String)
  /// The source declares the store's version, and the plan does not list it (134504).
  case unlistedVersion(String, plan: String)
  /// The plan has the store's version and the target, and its stages do not lead from one to the other:
  /// what it lacks, and what to add. With a code where it is known what Core Data reports then.
  case planGap(String, help: String, from: String, to: String, code: Int?)
  /// Several mapping models begin at a version, and the app's own code says which one is taken.
  case severalWays(from: String, to: [String], mappings: [String])
  /// The store carries its model, and the given models have nothing to do with it: an inferred
  /// migration would drop all rows. The text says so.
  case anotherApp(String)
  /// As `unknownVersion`, and the store carries no copy of its model either (134505).
  case noCachedModel(plan: String)
  /// The store comes after the target (134506), by the stages or else the order of the versions.
  case backwards(store: String, target: String, plan: String?)
  /// No version has the store's hashes, and it carries no copy of its model (134130).
  case sourceModelNotFound(store: String)
  /// Nothing says which version to migrate to.
  case noTarget(history: String, known: [String])
  case unknownTarget(String, known: [String])
  /// The models name a current version that is not among them.
  case noCurrent(String, history: String, known: [String])
  /// No given history has the store's version, and there is more than one to choose from.
  case ambiguousHistory([String])
  /// Changes that inference cannot make (134140).
  case notInferrable(stage: String, [ModelDifference])
  /// A required attribute is left without a value (134110); the key of one such row.
  case missingValue(entity: String, attribute: String, key: Int64)
  /// A mapping model gives a required attribute a value that a row of the old store does not have.
  case mappedToNothing(entity: String, attribute: String, expression: String, key: Int64)
  /// A required to-one relationship is left without an object (134110).
  case missingLink(entity: String, relationship: String, key: Int64)
  /// Rows are equal under a uniqueness constraint (134111).
  case duplicates(entity: String, properties: [String])
  /// Two objects would have to share the one place of a link.
  case conflictingLinks(entity: String, relationship: String)
  /// An entity that is abstract now has rows of its own.
  case abstractRows(entity: String, key: Int64)
  /// The tables are not those of the version the store claims to have.
  case halfMigrated(String)
  /// The versions on the way cannot be read from their source; the text says which and where.
  case unreadModels(String)
  /// Not known how Core Data does it, so it is not done; the text says what.
  case unsupported(String)
  /// Existing rows would get a default that only the app's own code can tell.
  case unknownDefault(entity: String, attribute: String, text: String)
  /// A value that both versions share is not what it was: a mistake of this engine.
  case contentChanged(stage: String)
  /// An entity mapping whose work is done by code of the app, which is not run here.
  case customPolicy(stage: String, mapping: String, policy: String)
  /// A custom stage's closures cannot be run here.
  case closures(stage: String)

  /// `NSCocoaErrorDomain`'s code for what Core Data refuses itself.
  public var code: Int? {
    switch self {
    case .targetNotInPlan, .unknownVersion, .unlistedVersion: 134504
    case .planGap(_, _, _, _, let code): code
    case .noCachedModel: 134505
    case .backwards: 134506
    case .sourceModelNotFound: 134130
    case .notInferrable: 134140
    case .missingValue, .mappedToNothing, .missingLink: 134110
    case .duplicates: 134111
    default: nil
    }
  }
}

extension MigrationError {
  /// A target that the models lack is a mistake in the question, and source that cannot be read gives
  /// none. All else is an answer: what Core Data refuses as well, or what is not known of it.
  public var status: ExitStatus {
    switch self {
    case .noTarget, .noCurrent, .unknownTarget, .ambiguousHistory, .closures: .usage
    case .unreadModels: .unreadable
    case .contentChanged: .internalError
    default: .found
    }
  }

  /// Which command shows or explains more, or what to leave out.
  public var help: [String] {
    let explanation = code.map { ["see 'storedoctor explain \($0)'"] } ?? []
    return switch self {
    case .notInferrable: ["'storedoctor plan' shows each change"] + explanation
    case .closures:
      ["add --skip-closures to run only the lightweight part", "or end before it with --to"]
    default: explanation
    }
  }

  /// The same, said of the row with that key.
  func of(row key: Int64) -> MigrationError {
    switch self {
    case .missingValue(let entity, let attribute, _):
      .missingValue(entity: entity, attribute: attribute, key: key)
    case .mappedToNothing(let entity, let attribute, let expression, _):
      .mappedToNothing(entity: entity, attribute: attribute, expression: expression, key: key)
    case .missingLink(let entity, let relationship, _):
      .missingLink(entity: entity, relationship: relationship, key: key)
    case .abstractRows(let entity, _): .abstractRows(entity: entity, key: key)
    default: self
    }
  }

  public var description: String { text + (code.map { " (\($0))" } ?? "") }

  private var text: String {
    switch self {
    case .targetNotInPlan(let target, let plan):
      "'\(target)' is in no stage of '\(plan)', so Core Data does not know the version to open"
    case .unknownVersion(let store, let plan):
      "no version of '\(plan)' has this store's hashes (it says '\(store)'), so there is no stage "
        + "to start with"
    case .unlistedVersion(let version, let plan):
      "the store has the version '\(version)', which '\(plan)' does not list, so there is no stage "
        + "to start with"
    case .planGap(let gap, _, let from, let to, _):
      "\(gap), so no way leads from '\(from)' to '\(to)'"
    case .severalWays(let from, let ends, _):
      "mapping models lead from '\(from)' to \(ends.quotedNames)"
    case .anotherApp(let what): what
    case .noCachedModel(let plan):
      "no version of '\(plan)' has this store's hashes, and it carries no copy of its model"
    case .backwards(let store, let target, let plan):
      "the store has the version '\(store)', which "
        + (plan.map { "comes after '\(target)' in the stages of '\($0)'" }
          ?? "is newer than '\(target)'") + "; Core Data does not migrate backwards"
    case .sourceModelNotFound(let store):
      "no given version has the hashes of '\(store)', and it carries no copy of its model"
    case .noTarget(let history, let known):
      (history == "versions" ? "no migration plan says" : "'\(history)' does not say")
        + " which version is the current one; add --to with \(known.quotedNames)"
    case .unknownTarget(let name, let known):
      "there is no version '\(name)'; the models have \(known.quotedNames)"
    case .noCurrent(let name, let history, let known):
      "'\(history)' says that its current version is '\(name)', which it does not have; add --to with "
        + known.quotedNames
    case .ambiguousHistory(let names):
      "the store fits none of \(names.quotedNames); give the models of its app only"
    case .notInferrable(let stage, let differences):
      "'\(stage)' cannot be inferred: "
        + differences.map { "\($0.path): \($0.why)" }.joined(separator: "; ")
    case .missingValue(let entity, let attribute, let key):
      "'\(entity).\(attribute)' is required and has no default, and the row \(key) has no value "
        + "for it"
    case .mappedToNothing(let entity, let attribute, let expression, let key):
      "'\(entity).\(attribute)' is required, and '\(expression)', which the mapping model gives it, has "
        + "no value in the row \(key)"
    case .missingLink(let entity, let relationship, let key):
      "'\(entity).\(relationship)' is required, and the row \(key) has no object in it"
    case .duplicates(let entity, let properties):
      "rows of '\(entity)' are equal in \(properties.quotedNames), which has to be unique"
    case .conflictingLinks(let entity, let relationship):
      "several objects lead to the same one through '\(entity).\(relationship)', which holds one"
    case .abstractRows(let entity, let key):
      "'\(entity)' becomes abstract, but the row \(key) is of exactly this entity"
    case .halfMigrated(let what): "the store's tables are not those of its version: \(what)"
    case .unreadModels(let what): what
    case .unsupported(let what): what
    case .unknownDefault(let entity, let attribute, let text):
      "the default of '\(entity).\(attribute)', \(text), is only known when the app runs, so "
        + "existing rows cannot be given it"
    case .contentChanged(let stage):
      "the stage '\(stage)' changed values that both versions share, so nothing was written; please "
        + "report it with both models"
    case .customPolicy(let stage, let mapping, let policy):
      "not run: in '\(stage)' the entity mapping '\(mapping)' is carried out by the app's own class "
        + "'\(policy)', an NSEntityMigrationPolicy"
    case .closures(let stage): "the stage '\(stage)' runs closures, which need the plan's own code"
    }
  }
}
