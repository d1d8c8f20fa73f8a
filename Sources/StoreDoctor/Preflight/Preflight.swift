internal import Diagnostics
internal import Lint
package import StoreEngine
internal import StoreModel

/// Asks, before anything is migrated, whether a migration will succeed on the rows there are.
///
/// No table is read more than twice: once for everything a row shows by itself, with what would be
/// dropped, and once where new uniqueness makes rows comparable with each other. What a mapping model
/// makes of the rows shows only when it runs: then the way is tried on a private copy.
public struct Preflight {
  /// The store, and the versions it may be migrated along.
  public let inspection: StoreInspection
  /// The target's name; nil for the current version.
  public var target: String?
  /// Whether the app goes through its mapping models one after the other by its own code; Core Data
  /// takes one alone.
  public var isChained = false
  /// What may be lost.
  public var policy = LossPolicy()
  /// Whether the rows are held against the way, or only the way is found.
  package var examinesRows = true
  /// Whether the pages are looked at first; not where a check has done it.
  package var examinesPages = true
  /// Told of the connection to a private copy while a migration is tried on it; then with nil.
  package var onTrial: ((Connection?) -> Void)?

  /// A preflight of a store to a version by name; nil for the current one.
  public init(_ inspection: StoreInspection, target: String? = nil) {
    self.inspection = inspection
    self.target = target
  }

  /// Looks at the store's surroundings, the way to the target, and the rows.
  ///
  /// - Parameters:
  ///   - freeSpace: bytes left on the disk; nil when it is not known.
  ///   - progress: told, again and again, what runs: steps done, steps in all, and its name.
  /// - Throws: `MigrationError` for a target that the models do not have; `SQLiteError`.
  public func run(
    freeSpace: Int64?, progress: @escaping (Int, Int, String) -> Void = { _, _, _ in }
  ) throws -> Result {
    var run = PreflightRun(inspection: inspection, onTrial: onTrial)
    let path = try run.findPath(target: target, isChained: isChained)
    run.checkSurroundings(freeSpace: freeSpace)
    guard let path else { return run.finished }
    if !path.steps.isEmpty, examinesRows {
      let steps = Steps(progress)
      try inspection.store.connection.ticking(steps.show) {
        if examinesPages { try run.examinePages() }
        try run.examineStore()
        try run.examine(path, steps, policy)
      }
    }
    return run.finished
  }
}

/// One preflight in progress.
struct PreflightRun {
  let inspection: StoreInspection
  let onTrial: ((Connection?) -> Void)?
  var result: Preflight.Result

  init(inspection: StoreInspection, onTrial: ((Connection?) -> Void)?) {
    self.inspection = inspection
    self.onTrial = onTrial
    result = Preflight.Result(
      store: inspection.path, walFrames: inspection.state?.log?.committed ?? 0)
  }

  private var connection: Connection { inspection.store.connection }

  var finished: Preflight.Result {
    var result = result
    result.problems.sort { Finding.isWorse($0.finding, $1.finding) }
    return result
  }

  /// Puts what it means for the migration behind what is wrong.
  mutating func add(_ finding: Finding, _ hits: RowHits? = nil) {
    var finding = finding
    var code: Int?
    // Where nothing is migrated, no migration fails.
    if !result.isUnneeded, let consequence = PreflightRules.consequences[finding.rule] {
      code = consequence.code
      // What a closure may still change has no certain consequence.
      if finding.severity > .note {
        if !finding.isLeftToClosures { finding.severity = consequence.severity }
        finding.message += "; " + consequence.text
      }
    }
    result.problems.append(StoreCheck.Problem(finding: finding, rows: hits, code: code))
  }

  /// Other processes, and room on the disk.
  mutating func checkSurroundings(freeSpace: Int64?) {
    guard let state = inspection.state else { return }
    // What is not migrated needs neither.
    guard !result.isUnneeded else { return }
    result.neededSpace = Int64(state.pageSize) * Int64(state.pageCount)
    if state.users != .none {
      let what = state.users == .writing ? "is writing to" : "has"
      add(
        inspection.finding(
          PreflightRules.storeInUse,
          "another process \(what) the store\(what == "has" ? " open" : "")"
        ))
    }
    if let freeSpace, freeSpace < result.neededSpace {
      add(
        inspection.finding(
          PreflightRules.notEnoughSpace,
          "a migration writes about \(DataKind.sizeText(result.neededSpace)), and the disk has "
            + "\(DataKind.sizeText(freeSpace)) left"))
    }
  }

  /// Nil, and a finding, when Core Data would find no way either.
  mutating func findPath(target: String?, isChained: Bool) throws -> MigrationPath? {
    var question = MigrationQuestion(
      inspection.store, among: inspection.histories, to: target)
    question.isChained = isChained
    do throws(MigrationError) {
      let path = try question.path()
      result.path = path
      for fault in LaunchFaults.findings(path) { add(fault) }
      for finding in question.findings(along: path) { add(finding) }
      for fault in ClosureCode.faults(path) { add(fault) }
      return path
    } catch {
      guard error.status == .found else { throw error }
      if case .anotherApp = error { result.isOfAnotherApp = true }
      let identification = question.identification
      for fault in identification?.launchFaults ?? [] { add(fault) }
      for finding in MigrationRules.findings(error, identification) {
        add(finding.placed(in: inspection.path))
      }
      return nil
    }
  }

  /// What is wrong with the store whatever the target.
  mutating func examineStore() throws {
    for rule in PreflightRules.health {
      var found: [(Finding, RowHits?)] = []
      try rule.examine(inspection) { found.append(($0, $1)) }
      for (finding, hits) in found { add(finding, hits) }
    }
  }

  mutating func examine(
    _ path: MigrationPath, _ steps: Steps, _ policy: LossPolicy
  ) throws {
    let isPlanned = try checkPlans(path)
    var path = path
    // What comes before code of the app's own is known; what the rows are after it is not.
    if let place = path.steps.firstIndex(where: { $0.mapping?.ownCode != nil }) {
      note(unknownFrom: place, of: path)
      guard place > 0 else { return }
      path.steps.removeSubrange(place...)
    }
    let stages = PreflightStage.all(of: path, inspection.store, path: inspection.path)
    var conditions: [RowCondition] = []
    var searches: [UniqueSearch] = []
    if path.steps.contains(where: { $0.mapping != nil }) {
      // A mapping that is not carried out loses nothing, and why it is not has been said.
      guard isPlanned else { return }
      try attempt("the store") { run in try run.tryOut(path, steps) }
    } else {
      conditions = try PreflightRules.health.flatMap { try $0.conditions(in: inspection) }
      for stage in stages {
        let found = PreflightRules.rows.flatMap { $0.conditions(of: stage) }
        conditions += StageCondition.merged(found, stage)
        searches += UniqueSearch.all(of: stage, inspection)
      }
    }
    let losses = try stages.flatMap { stage in
      try stage.losses(connection) { policy.mayGrow($0, along: path.steps) }
    }
    var tallies: [String: [(loss: Int, tally: RowTally)]] = [:]
    for (index, loss) in losses.enumerated() {
      for tally in loss.tallies ?? [] { tallies[tally.table, default: []].append((index, tally)) }
    }
    let grouped = Dictionary(grouping: conditions, by: \.table)
    let scans = Set(grouped.keys).union(tallies.keys).sorted().map { table in
      TableScan(
        table: table, conditions: grouped[table] ?? [], tallies: tallies[table]?.map(\.tally) ?? [])
    }
    let unique = Dictionary(grouping: searches, by: \.table).sorted { $0.key < $1.key }
    steps.total = scans.count + unique.count
    var sums = losses.map { $0.tallies == nil ? nil : Int64(0) }
    for scan in scans {
      steps.begin(scan.table)
      var found: [Int64]?
      try attempt("the rows of '\(scan.table)'") { run in found = try run.perform(scan) }
      for (index, entry) in (tallies[scan.table] ?? []).enumerated() {
        sums[entry.loss] = found.flatMap { found in sums[entry.loss].map { $0 + found[index] } }
      }
    }
    for (table, searches) in unique {
      steps.begin(table)
      try attempt("the rows of '\(table)'") { run in try run.perform(searches, on: table) }
    }
    note(zip(losses, sums).map { $0.counted($1) }, policy, path)
    result.tables = Set(scans.map(\.table)).union(unique.map(\.key)).count
  }

  /// What would go, in numbers. Values that do not fit have been found with their rows already.
  private mutating func note(
    _ losses: [SchemaLoss], _ policy: LossPolicy, _ path: MigrationPath
  ) {
    result.losses = LossReport(losses, policy, along: path.steps)
    for dropped in result.losses.dropped
    where dropped.loss.kind == .conversion && dropped.acknowledgement != nil {
      result.problems.removeAll {
        $0.finding.rule == ValueDoesNotConvert.info.id && $0.finding.entity == dropped.loss.entity
          && $0.finding.property == dropped.loss.property
      }
    }
    result.losses.dropped.removeAll { $0.loss.kind == .conversion && $0.acknowledgement == nil }
  }

  /// What the models alone forbid, and what is not known: planned, not run.
  ///
  /// - Returns: whether every stage can be carried out, as far as the models tell.
  private mutating func checkPlans(_ path: MigrationPath) throws -> Bool {
    var preview = try MigrationPreview(inspection.store)
    for step in path.steps {
      do {
        _ = try preview.next(step)
      } catch let error as MigrationError {
        guard error.status == .found else { throw error }
        report(error, in: step)
        // The steps before it can be carried out.
        if case .customPolicy = error { return true }
        return false
      }
    }
    return true
  }

  private mutating func report(_ error: MigrationError, in step: MigrationStep) {
    // The rules about the store have said it already, if it is so.
    if case .halfMigrated = error, !result.problems.isEmpty { return }
    for finding in MigrationRules.findings(error, in: step) {
      let placed = finding.placed(in: inspection.path)
      if placed.certainty.isUnknown {
        // What is unknown has no certain consequence.
        result.problems.append(StoreCheck.Problem(finding: placed, rows: nil, code: nil))
      } else {
        add(placed)
      }
    }
  }

  /// Rows that cannot be reached are lost to a migration.
  mutating func examinePages() throws {
    if let damage = try DamagedFile.finding(of: inspection, isFull: false) { add(damage) }
  }

  /// Damage is a finding and not the end.
  private mutating func attempt(
    _ what: String, _ body: (inout PreflightRun) throws -> Void
  ) throws {
    do {
      try body(&self)
    } catch let error as SQLiteError where error.isDamage || error.lacksObject {
      add(inspection.finding(DamagedFile.info, "\(what) cannot be read: \(error.message)"))
    }
  }

  /// The sums of what is added up in the same pass.
  private mutating func perform(_ scan: TableScan) throws -> [Int64] {
    let found = try scan.run(connection, showsValues: inspection.showsValues)
    for (hits, condition) in zip(found.hits, scan.conditions) {
      if let hits { add(condition.finding(hits), hits) }
    }
    return found.sums
  }

  private mutating func perform(_ searches: [UniqueSearch], on table: String) throws {
    let found = try Duplicates(table: table, keys: searches.map(\.keys)).find(connection)
    for (duplicates, search) in zip(found, searches) where duplicates.groups > 0 {
      add(
        search.finding(duplicates.text(showsValues: inspection.showsValues)), duplicates.hits)
    }
  }
}
