public import StoreEngine
internal import StoreModel

/// Asks, before anything is migrated, whether a migration will succeed on the rows there are.
///
/// No table is read more than twice: once for everything a row shows by itself, and once more where
/// new uniqueness makes rows comparable with each other.
public struct Preflight {
  public struct Result: Sendable {
    public var problems: [StoreCheck.Problem] = []
    /// Nil when there is no way to the target.
    public var path: MigrationPath?
    /// Tables whose rows were looked at.
    public var tables = 0
    /// About how many bytes a migration writes: as many as the store has.
    public var neededSpace: Int64 = 0

    public var findings: [Finding] { problems.map(\.finding) }
    /// Whether the migration would fail.
    public var fails: Bool { problems.contains { $0.finding.severity == .error } }
    /// Whether it would fail, or leave data that are wrong or that the newer version cannot save.
    public var isRefused: Bool { problems.contains { $0.finding.severity > .note } }
  }

  public let inspection: StoreInspection
  /// The target's name; nil for the current version.
  public var target: String?

  public init(_ inspection: StoreInspection, target: String? = nil) {
    self.inspection = inspection
    self.target = target
  }

  /// - Parameters:
  ///   - freeSpace: bytes left on the disk; nil when it is not known.
  ///   - progress: told, again and again, what runs: steps done, steps in all, and its name.
  /// - Throws: `MigrationError` for a target that the models do not have; `SQLiteError`.
  public func run(
    freeSpace: Int64?, progress: @escaping (Int, Int, String) -> Void = { _, _, _ in }
  ) throws -> Result {
    var run = PreflightRun(inspection: inspection)
    run.checkSurroundings(freeSpace: freeSpace)
    guard let path = try run.findPath(target: target) else { return run.finished }
    if !path.steps.isEmpty {
      let steps = Steps(progress)
      try inspection.store.connection.ticking(steps.show) {
        try run.examineStore()
        try run.examine(path, steps)
      }
    }
    return run.finished
  }
}

/// One preflight in progress.
private struct PreflightRun {
  let inspection: StoreInspection
  private var result = Preflight.Result()

  init(inspection: StoreInspection) { self.inspection = inspection }

  private var connection: Connection { inspection.store.connection }

  var finished: Preflight.Result {
    var result = result
    result.problems.sort { Finding.precedes($0.finding, $1.finding) }
    return result
  }

  /// Puts what it means for the migration behind what is wrong.
  private mutating func add(_ finding: Finding, _ hits: RowHits? = nil) {
    var finding = finding
    var code: Int?
    if let consequence = PreflightRules.consequences[finding.rule] {
      code = consequence.code
      // What a closure may still change has no certain consequence.
      if finding.severity > .note {
        finding.severity = consequence.severity
        finding.message += "; " + consequence.text
      }
    }
    result.problems.append(StoreCheck.Problem(finding: finding, rows: hits, code: code))
  }

  /// Other processes, and room on the disk.
  mutating func checkSurroundings(freeSpace: Int64?) {
    guard let state = inspection.state else { return }
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
  mutating func findPath(target: String?) throws -> MigrationPath? {
    do throws(MigrationError) {
      let path = try MigrationPath.find(
        from: StoreVersion(inspection.store), in: inspection.histories, to: target)
      result.path = path
      return path
    } catch {
      // Without a code it is a question that nobody answered, not Core Data's refusal.
      guard error.code != nil else { throw error }
      var finding = MigrationRules.finding(error)
      finding.location = Location(path: inspection.path)
      add(finding)
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

  mutating func examine(_ path: MigrationPath, _ steps: Steps) throws {
    let stages = stages(of: path)
    for fault in LaunchFaults.findings(path) { add(fault) }
    try checkPlans(path)
    var conditions = try PreflightRules.health.flatMap { try $0.conditions(in: inspection) }
    var searches: [UniqueSearch] = []
    for stage in stages {
      let found = PreflightRules.rows.flatMap { $0.conditions(of: stage) }
      conditions += StageCondition.merged(found, stage)
      searches += UniqueSearch.all(of: stage, inspection)
    }
    let scans = Dictionary(grouping: conditions, by: \.table)
      .map { TableScan(table: $0, conditions: $1) }.sorted { $0.table < $1.table }
    let unique = Dictionary(grouping: searches, by: \.table).sorted { $0.key < $1.key }
    steps.total = scans.count + unique.count
    for scan in scans {
      steps.begin(scan.table)
      try attempt(scan.table) { run in try run.perform(scan) }
    }
    for (table, searches) in unique {
      steps.begin(table)
      try attempt(table) { run in try run.perform(searches, on: table) }
    }
    result.tables = Set(scans.map(\.table)).union(unique.map(\.key)).count
  }

  private func stages(of path: MigrationPath) -> [PreflightStage] {
    var projection = Projection(inspection.store)
    var closures: [String] = []
    return path.steps.map { step in
      if case .custom(.some, _) = step.kind { closures.append(step.name) }
      let stage = PreflightStage(
        step: step, comparison: ModelDiff.compare(from: step.from, to: step.to),
        before: projection, closures: closures, path: inspection.path)
      projection = projection.after(stage.pairing)
      if case .custom(_, .some) = step.kind { closures.append(step.name) }
      return stage
    }
  }

  /// What the models alone forbid, and what is not known: planned, not run.
  private mutating func checkPlans(_ path: MigrationPath) throws {
    var preview = try MigrationPreview(inspection.store)
    for step in path.steps {
      do {
        _ = try preview.next(step)
      } catch let error as MigrationError {
        report(error)
        return
      }
    }
  }

  private mutating func report(_ error: MigrationError) {
    switch error {
    case .notInferrable(let stage, let differences):
      for difference in differences {
        var finding = inspection.finding(
          MigrationRules.notInferrable,
          "'\(difference.path)' cannot be inferred in '\(stage)': \(difference.why)",
          entity: difference.entity, property: difference.property,
          certainty: difference.certainty)
        if let hint = difference.hint { finding.help = hint }
        add(finding)
      }
    case .halfMigrated:
      // The rules about the store have said it already, if it is so.
      if result.problems.isEmpty {
        add(inspection.finding(MigrationRules.migrationRefused, error.description))
      }
    default: add(inspection.finding(MigrationRules.migrationRefused, error.description))
    }
  }

  /// Damage is a finding and not the end.
  private mutating func attempt(
    _ table: String, _ body: (inout PreflightRun) throws -> Void
  ) throws {
    do {
      try body(&self)
    } catch let error as SQLiteError where error.isDamage || error.lacksObject {
      add(
        inspection.finding(
          DamagedFile.info, "the rows of '\(table)' cannot be read: \(error.message)"))
    }
  }

  private mutating func perform(_ scan: TableScan) throws {
    let hits = try scan.run(connection, showsValues: inspection.showsValues)
    for (hits, condition) in zip(hits, scan.conditions) {
      if let hits { add(condition.finding(hits), hits) }
    }
  }

  private mutating func perform(_ searches: [UniqueSearch], on table: String) throws {
    let found = try Duplicates(table: table, keys: searches.map(\.keys)).find(connection)
    for (duplicates, search) in zip(found, searches) where duplicates.groups > 0 {
      add(
        search.finding(duplicates.text(showsValues: inspection.showsValues)), duplicates.hits)
    }
  }
}
