public import Diagnostics
public import StoreEngine
internal import StoreModel

/// What `plan` and `migrate` find on the way from a store's version to another.
public enum MigrationRules {
  /// Every such rule, sorted by id.
  public static let all: [RuleInfo] = [
    migrationFailed, migrationNotRun, migrationRefused, notInferrable, noPath, unaskedLoss,
  ]

  static let unaskedLoss = RuleInfo(
    id: "unasked-loss", severity: .error,
    summary: "rows or links are gone although neither the schema nor the plan's code asked for it",
    why: "nothing explains the loss, so the migration cannot be trusted",
    fix: "keep the old store, and report this with the two versions and the plan")

  static let migrationFailed = RuleInfo(
    id: "migration-failed", severity: .error,
    summary: "a migration of 'verify' failed, or its result is not what it should be",
    why: "users with such a store lose data, or their app does not open it",
    fix: "run 'migrate' on a store of that version to see each stage")

  static let migrationNotRun = RuleInfo(
    id: "migration-not-run", severity: .warning,
    summary: "a migration, or code of it, was not run",
    why: "what was not run has not passed",
    fix: "run it where the plan's closures can be compiled: a Swift compiler and the installed "
      + "module are needed")

  /// What to do where a class that nobody was given carries out a part.
  static let ownClass = "migrate such stores with the app itself; only it has that class"

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

  /// The findings for an error that ends a plan or a migration.
  ///
  /// - Parameters:
  ///   - identification: of the store it starts from: names why no version fits.
  ///   - step: the stage it ends in, where there is one.
  public static func findings(
    _ error: MigrationError, _ identification: Identification? = nil, in step: MigrationStep? = nil
  ) -> [Finding] {
    switch error {
    case .notInferrable(let stage, let changes):
      return changes.map { notInferrable($0, stage: stage, isCustom: step?.isCustom ?? false) }
    case .backwards(_, let target, _):
      return [
        noPath.finding(
          "\(error)",
          help: "open it with the newer version of the app, or restore a backup; 'storedoctor "
            + "migrate STORE --model PATH --to \(target) -o NEW' takes a copy back where that loses nothing"
        )
      ]
    case .planGap(_, let help, _, _, let code):
      var finding = noPath.finding("\(error)", help: help)
      if code == nil {
        finding.certainty = .inferred("what the framework reports of such a plan is not known")
      }
      return [finding]
    case .severalWays(_, let ends, _):
      var finding = migrationRefused.finding(
        "\(error)",
        help: "say which: add --to with \(ends.quotedList(atMost: 5, separator: " or "))")
      finding.certainty = .unknown("which way the app's code takes")
      return [finding]
    case .unlistedVersion(let version, let plan):
      return [noPath.finding("\(error)", help: "add '\(version)' and a stage from it to '\(plan)'")]
    case .unknownVersion, .noCachedModel, .sourceModelNotFound:
      return [unknownVersion(error, identification)]
    case .anotherApp:
      var finding = StoreRules.noMatchingVersion.finding(
        "\(error)", help: identification?.help)
      finding.certainty = identification?.mismatch?.certainty ?? .certain
      return [finding]
    case .targetNotInPlan:
      return [
        noPath.finding("\(error)", help: "add the version and a stage that leads to it to the plan")
      ]
    case .halfMigrated:
      let contradiction = identification?.contradictions.first { $0.kind == .tables }
      var finding = HalfMigrated.info.finding(contradiction?.text ?? "\(error)")
      finding.certainty = contradiction?.certainty ?? .certain
      return [finding]
    case .customPolicy:
      return [
        migrationNotRun.finding(
          "\(error)", help: ownClass
        ).at(step?.mapping?.location)
      ]
    case .unsupported:
      var finding = migrationRefused.finding(
        "\(error)", help: "storedoctor does not guess here; migrate such stores with the app itself"
      )
      finding.certainty = .unknown("what Core Data itself does with such a store")
      return [finding]
    default: return [rows(error, in: step) ?? migrationRefused.finding("\(error)")]
    }
  }

  /// What 'preflight' would have said of the rows that a migration ends at; nil for any other error.
  private static func rows(_ error: MigrationError, in step: MigrationStep?) -> Finding? {
    func finding(
      _ rule: RuleInfo, _ entity: String, _ property: String?, advice: String? = nil
    ) -> Finding {
      let declared = step?.to.entity(named: entity).flatMap { entity in
        step?.to.storedProperties(of: entity).first {
          guard let property else { return false }
          return $0.name == property || property.hasPrefix("\($0.name).")
        }
      }
      var help = step?.to.advice(rule.fix)
      if let step, rule.id == RowsWithoutRequiredValue.info.id {
        help = RowsWithoutRequiredValue.cure(declared, property ?? "", in: step)
      }
      if let advice { help = advice }
      var finding = rule.finding("\(error)", help: help)
      finding.entity = entity
      finding.property = property
      return finding
    }
    return switch error {
    case .missingValue(let entity, let name, _), .missingLink(let entity, let name, _):
      finding(RowsWithoutRequiredValue.info, entity, name)
    case .mappedToNothing(let entity, let name, _, _):
      finding(
        RowsWithoutRequiredValue.info, entity, name,
        advice: "let the mapping model give such rows a value, or make '\(name)' optional")
    case .duplicates(let entity, let names):
      finding(
        PreflightRules.duplicatesUnderUniqueness, entity, names.count == 1 ? names[0] : nil,
        advice: onNewUnique(entity, names, in: step))
    case .conflictingLinks(let entity, let name):
      finding(PreflightRules.severalForNewInverse, entity, name)
    case .abstractRows(let entity, _): finding(RowsOfAbstractEntity.info, entity, nil)
    default: nil
    }
  }

  /// Rows that are equal only because a property is new are no duplicates of each other.
  private static func onNewUnique(
    _ entity: String, _ names: [String], in step: MigrationStep?
  ) -> String? {
    guard let step else { return nil }
    let fresh = ModelDiff.compare(from: step.from, to: step.to).pairing.pair(to: entity)?
      .fresh(in: names)
    guard let fresh, !fresh.isEmpty else { return nil }
    return step.to.adviceOnNewUnique(fresh, isValued: true)
  }

  private static func unknownVersion(
    _ error: MigrationError, _ identification: Identification?
  ) -> Finding {
    guard let match = identification?.match, match.by == .shape,
      let version = match.versions.first
    else {
      let mismatch = identification?.mismatch
      var finding = noPath.finding(
        "\(error)"
          + [mismatch?.text, identification?.grain].compactMap { $0.map { "; \($0)" } }.joined(),
        help: identification?.help)
      finding.certainty = mismatch?.certainty ?? .certain
      return finding
    }
    var finding = noPath.finding(
      "the store seems to have \(DataModel.inSentence(version.name)), whose hashes are unknown: "
        + match.ignored.quotedReasons,
      help: "correct the types named, or give the files that declare them")
    finding.certainty = match.certainty
    return finding
  }

  private static func notInferrable(
    _ change: ModelDifference, stage: String, isCustom: Bool
  ) -> Finding {
    let isUnknown = change.certainty.isUnknown
    let what = isCustom ? "the automatic part of the custom stage '\(stage)'" : "'\(stage)'"
    var finding = notInferrable.finding(
      isUnknown
        ? "unknown whether '\(change.path)' can be inferred in '\(stage)'"
        : "'\(change.path)' cannot be inferred in \(what) (134140, with 134190 inside): \(change.why)",
      help: change.advised(isCustom: isCustom).hint ?? (isCustom ? ModelDifference.twoStages : nil))
    finding.location = change.location
    finding.entity = change.entity
    finding.property = change.property
    finding.certainty = change.certainty
    return finding
  }
}

extension Finding {
  /// The same, about a whole file where it names no place.
  public func placed(in path: String) -> Finding {
    location == nil ? at(Location(path: path)) : self
  }
}

extension ModelDifference {
  fileprivate static let twoStages =
    "keep the old property in this version, fill a new one in didMigrate, and drop the old one in the "
    + "next version"

  /// The same, without the advice to write a custom stage where it is one.
  func advised(isCustom: Bool) -> ModelDifference {
    guard isCustom, change == .typeChanged, migration == .custom, !isChangeOfKind,
      !certainty.isUnknown
    else { return self }
    var difference = self
    difference.hint = Self.twoStages
    return difference
  }
}

extension [String] {
  /// The first few reasons, as one text.
  fileprivate var quotedReasons: String {
    prefix(3).joined(separator: "; ") + (count > 3 ? "; and \(count - 3) more" : "")
  }
}

extension MigrationPath {
  /// The stage that an error is of: of several stages only some errors say which it was.
  func step(of error: MigrationError) -> MigrationStep? {
    if case .notInferrable(let stage, _) = error { return steps.first { $0.name == stage } }
    return steps.count == 1 ? steps.first : nil
  }
}
