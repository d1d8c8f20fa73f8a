internal import Diagnostics
internal import Lint
internal import StoreEngine
internal import StoreModel

/// What the way from a store's version to the app's means for an app.
struct MigrationCauses {
  let diagnoser: Diagnoser
  /// Nil for a store that has none of the app's versions, and carries its model.
  let match: VersionMatch?
  /// What comes nearest to such a store, where the models have no version that it ought to have.
  private let nearest: String?
  /// Whether a plan has the stages.
  private let isPlanned: Bool
  /// Whether the way leads back to what the store was before.
  private let isNewer: Bool

  init(_ diagnoser: Diagnoser, _ identification: Identification) {
    self.diagnoser = diagnoser
    match = identification.match
    // What is wrong with the models has a verdict of its own.
    let cause = match == nil ? identification.mismatch : nil
    nearest = cause?.isOpen == true && !identification.isVersioned ? cause?.text : nil
    isPlanned = identification.isPlanned
    isNewer = if case .newer = identification.mismatch { match == nil } else { false }
  }

  var version: String {
    guard let match else { return "none of the app's versions" }
    return match.versions.map(\.title).joined(separator: " + ")
  }
  /// Core Data may go by the model that a store carries (Documentation/Format/ModelFiles.md, 1).
  var certainty: Certainty {
    match?.certainty
      ?? Mismatch.carriedModel
  }
  var start: String {
    match.map { "the store has \(version) by \($0.by.words)" }
      ?? "the store has \(version), but carries its own"
  }

  /// Rules about rows, which the rows themselves have to be mended for.
  private static let rows: Set<String> = Set(
    PreflightRules.rows.map { type(of: $0).info.id } + [
      PreflightRules.duplicatesUnderUniqueness.id, PreflightRules.severalForNewInverse.id,
      DanglingReference.info.id, DanglingJoinRow.info.id, PrimaryKeyBehind.info.id,
      LeftoverMigrationFile.info.id,
    ])
  private static let surroundings: Set = [
    PreflightRules.storeInUse.id, PreflightRules.notEnoughSpace.id,
  ]
  /// That the store has none of the app's versions, which is a verdict of its own.
  static let ofTheStore: Set = [
    StoreRules.newerStore.id, StoreRules.noMatchingVersion.id,
  ]
  /// What `check` has said already, with its own verdict.
  private static let health = Set(PreflightRules.health.map { type(of: $0).info.id })

  var outOfTime: Diagnosis.Cause {
    Diagnosis.Cause(
      verdict: .notExamined,
      what: "whether the rows fit the app's version was not examined in time",
      because: ["the store has \(version)"], certainty: .unknown("the time was up"),
      treatment: [step("look at every row, however long it takes", "preflight")])
  }

  /// Which version the app has cannot be told, so that what becomes of the store cannot either.
  func unclear(_ error: MigrationError) -> Diagnosis.Cause {
    var cause = Diagnosis.Cause(
      verdict: .notExamined, what: "the store has \(version); \(error)",
      treatment: [Diagnosis.Treatment("give the models of one app only")])
    let known: [String]
    switch error {
    case .noTarget(let history, let names):
      known = names
      cause.what =
        "the store has \(version), and '\(history)' does not say which version the app has"
    case .unreadModels(let what):
      cause.what = "the store has \(version); what the app does with it cannot be told: \(what)"
      cause.treatment = [
        Diagnosis.Treatment("correct the source, or give all files of the app's models")
      ]
      known = []
    case .noCurrent(_, _, let names): known = names
    default: known = []
    }
    if let newest = Self.newest(of: known) {
      cause.treatment = [
        Diagnosis.Treatment(
          "say which version the app has: \(known.quotedList(atMost: 5, separator: " or "))",
          diagnoser.command("diagnose", "--to", newest.shellWord))
      ]
    }
    return cause
  }

  /// By the numbers in the names, since a bundle's versions have no order.
  private static func newest(of names: [String]) -> String? {
    names.max { $0.numbersInName.lexicographicallyPrecedes($1.numbersInName) }
  }

  func causes(of result: Preflight.Result) -> [Diagnosis.Cause] {
    let problems = result.problems.map(\.finding)
    let faults = problems.filter { $0.severity > .note }
    var causes: [Diagnosis.Cause] = []
    func add(
      _ verdict: Verdict, _ findings: [Finding], _ text: String, _ command: String
    ) {
      guard let first = findings.first else { return }
      causes.append(
        Diagnosis.Cause(
          verdict: verdict, what: first.message,
          because: findings.dropFirst().map(\.message)
            + [
              "the store has \(version)" + (causes.isEmpty ? nearest.map { "; \($0)" } ?? "" : "")
            ],
          certainty: first.certainty, location: first.location?.line == nil ? nil : first.location,
          treatment: findings.compactMap(\.help).unique().prefix(2).map { Diagnosis.Treatment($0) }
            + [step(text, command)]))
    }
    let blocking = faults.filter { $0.severity == .error }
    let mendable: Set = [
      PreflightRules.duplicatesUnderUniqueness.id, RowsWithoutRequiredValue.info.id,
    ]
    add(
      .blockedHere, blocking.filter { Self.surroundings.contains($0.rule) },
      "then ask once more", "diagnose")
    add(
      .dataBlocksMigration,
      blocking.filter { Self.rows.contains($0.rule) && !isLoss($0) },
      "see which rows these are", "preflight")
    // A property that the store's version does not have cannot be filled in a copy.
    let isMendable = blocking.contains {
      mendable.contains($0.rule) && result.path?.source.has($0.property, of: $0.entity) == true
    }
    if diagnoser.target == nil, isMendable {
      causes[causes.count - 1].treatment.append(
        Diagnosis.Treatment(
          "see how the rows of a copy can be repaired", command("repair", "--dry-run")))
    }
    let open = problems.filter {
      $0.rule == MigrationRules.migrationNotRun.id
        || $0.rule == MigrationRules.migrationRefused.id && $0.certainty.isUnknown
    }
    add(.notExamined, open, "see the stages", "plan")
    causes += leftToClosures(faults.filter(\.isLeftToClosures))
    causes += atLaunch(faults.filter(LaunchFaults.stopsApp))
    add(.newerThanApp, faults.filter(\.leadsBack), "see the stages there are", "plan")
    add(
      .planIncomplete,
      faults.filter { fault in
        !fault.leadsBack && !Self.rows.contains(fault.rule)
          && !Self.surroundings.contains(fault.rule)
          && !Self.health.contains(fault.rule) && !open.contains(fault)
          && !Self.ofTheStore.contains(fault.rule) && !LaunchFaults.stopsApp(fault)
          && !ClosureFaults.isOne(fault)
          && (fault.severity == .error || result.path == nil)
      }, isPlanned ? "see the stages there are" : "see what stands in the way", "plan")
    add(
      .migrationFails, blocking.filter(ClosureFaults.isOne), "see what else is in the way",
      "preflight")
    let losses = result.losses.findings
    let certain = losses.filter { $0.severity == .error } + blocking.filter(isLoss)
    add(
      .losesData, certain + losses.filter { $0.severity < .error },
      "see what goes, and where it is meant, say so with --allow-loss", "preflight")
    if isNewer, let index = causes.firstIndex(where: { $0.verdict == .losesData }) {
      // Nobody means such a loss: the newer app has a place for all of it.
      causes[index].treatment = [
        Diagnosis.Treatment("keep this version of the app away from it until the user has updated"),
        step("see what would go", "preflight"),
      ]
    }
    if certain.isEmpty, let index = causes.firstIndex(where: { $0.verdict == .losesData }) {
      causes[index].isUpToCode = true
      causes[index].certainty = .inferred(
        "unless the plan's code carries it on, which was read and not run")
      causes[index].treatment.insert(
        step("run it on a copy", "migrate", "-o", "migrated.store"), at: 0)
    }
    if open.contains(where: { $0.rule == MigrationRules.migrationRefused.id }),
      let index = causes.firstIndex(where: { $0.verdict == .losesData })
    {
      causes[index].certainty = causes[index].certainty.weaker(
        .inferred("whether Core Data carries the migration out is not known"))
    }
    if let ways = result.path?.ways, let first = ways.to.first {
      let ends = ways.to.quotedList(atMost: 5, separator: " or ")
      for index in causes.indices where Self.ofTheWay.contains(causes[index].verdict) {
        causes[index].treatment.insert(
          Diagnosis.Treatment(
            "mapping models begin at '\(ways.from)': \(ways.mappings.quotedList(atMost: 5)); where the "
              + "app's own code goes by them, ask about that way: to \(ends)",
            diagnoser.command("preflight", "--chain", "--to", first.shellWord)), at: 0)
      }
    }
    if result.path?.chain.isEmpty == false {
      for index in causes.indices where Self.ofTheWay.contains(causes[index].verdict) {
        causes[index].treatment.insert(
          step(
            "no mapping model leads there in one step; where the app's own code goes through several, "
              + "ask about that way", "preflight", "--chain"), at: 0)
      }
    }
    let known = Set(causes.map(\.verdict))
    add(
      .faultyData,
      faults.filter {
        $0.severity == .warning && Self.rows.contains($0.rule) && !isHealth($0)
          && !$0.isLeftToClosures
      },
      "see which rows these are", "preflight")
    if let unused = withoutPlan(result) {
      // What the plan's stages and their code would do to the rows happens to none.
      let ofStages: Set<Verdict> = [.losesData, .migrationFails, .planIncomplete]
      return causes.filter { !ofStages.contains($0.verdict) } + [unused]
    }
    return known.isEmpty ? causes + [good(result)].compactMap(\.self) : causes
  }

  private func isHealth(_ finding: Finding) -> Bool { Self.health.contains(finding.rule) }

  /// Values that are cut, without a message and without an error.
  private func isLoss(_ finding: Finding) -> Bool { finding.rule == ValueDoesNotConvert.info.id }

  /// Nothing stands in the way.
  private func good(_ result: Preflight.Result) -> Diagnosis.Cause? {
    guard let path = result.path else { return nil }
    guard !path.steps.isEmpty else {
      return Diagnosis.Cause(
        verdict: .opens,
        what: "the store has the app's version, \(version), by \(match?.by.words ?? "its model")",
        certainty: certainty)
    }
    let stages = path.steps.map { $0.name + ($0.hasClosures ? ", with closures" : "") }
    let meant = result.losses.dropped.filter { $0.isLoss && !$0.isError }.map { dropped in
      dropped.acknowledgement.map { "\(dropped.loss.finding.message); acknowledged: \($0)" }
        ?? "\(dropped.loss.text); \(dropped.evidence ?? "")"
    }
    let isOpen = result.outlook == .open
    let asksClosures = isOpen || path.steps.contains(where: \.hasClosures)
    return Diagnosis.Cause(
      verdict: .opensAfterMigration,
      what: "\(start), and migrates to \(VersionReference(path.target).title)",
      because: [nearest, "stages: \(stages.list(atMost: 5, separator: "; "))"].compactMap(\.self)
        + meant
        + (isOpen ? result.findings.map(\.message) : []),
      certainty: asksClosures
        ? certainty.weaker(.inferred("what the closures do shows when they run"))
        : certainty,
      treatment: [
        Diagnosis.Treatment(
          "try it on a copy", command("migrate", "-o", "migrated.store"))
      ])
  }

  /// What another way to the same version may not come to.
  private static let ofTheWay: Set<Verdict> = [.dataBlocksMigration, .planIncomplete, .losesData]

  func step(_ text: String, _ command: String, _ rest: String...) -> Diagnosis.Treatment {
    Diagnosis.Treatment(text, self.command(command, rest))
  }

  private func command(_ name: String, _ rest: String...) -> String { command(name, rest) }

  /// A command about the same target.
  private func command(_ name: String, _ rest: [String]) -> String {
    let target = diagnoser.target.map { ["--to", $0.shellWord] } ?? []
    return ([diagnoser.command(name)] + target + rest).joined(separator: " ")
  }
}

extension Finding {
  /// Whether it says that the store comes after the version that is asked for.
  fileprivate var leadsBack: Bool {
    rule == MigrationRules.noPath.id && message.contains("does not migrate backwards")
  }
}

extension DataModel {
  /// Whether an entity has a property; an entity by itself has none to be asked for.
  fileprivate func has(_ property: String?, of entity: String?) -> Bool {
    guard let property else { return true }
    let name = property.prefix { $0 != "." }
    guard let entity = entity.flatMap({ self.entity(named: $0) }) else { return false }
    return storedProperties(of: entity).contains { known in
      guard known.name == name else { return false }
      guard name.endIndex < property.endIndex else { return true }
      // A field of a composite that is there may be new.
      guard case .attribute(let attribute) = known.kind else { return false }
      let field = property[name.endIndex...].dropFirst()
      return ModelPairing.leaves(of: attribute).contains { $0.path == field }
    }
  }
}
