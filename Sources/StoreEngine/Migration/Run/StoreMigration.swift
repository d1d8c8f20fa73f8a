internal import StoreModel

/// Takes a copy of a store along a path, stage by stage.
public struct StoreMigration {
  /// What a migration does besides migrating.
  public struct Options {
    /// What `Date()` and `UUID()` as defaults stand for.
    public var facts: StageFacts
    /// What to do with closures when there is no runner for them.
    public var closures = ClosurePolicy.refuse
    /// Runs the closures of custom stages.
    public var runner: (any CustomStageRunner)?
    /// Whether each stage hashes what both versions share, which reads the store twice more.
    public var hashesContent = false
    /// Whether the summaries say how many rows and links there were before and after each stage.
    public var countsRows = true
    /// Read the store while another process writes it.
    public var isLive = false
    /// Asked with what the stages did, before a file is made of it or the store is replaced; throwing
    /// keeps everything as it is.
    public var approve: (([StageSummary]) throws -> Void)?
    /// Told again and again how far the copy is, then the stages.
    public var progress: ((Progress) -> Void)?
    /// Told the number of each stage before anything of it runs, its closures included.
    package var began: ((Int) -> Void)?
    /// Plans of stores alike that were migrated before.
    package var plans: StagePlanMemo?
    /// By stage and then by the path of a loss, the property in which a larger store has all its values.
    package var carriers: [String: [String: String]] = [:]

    /// - Parameter facts: what defaults of the newer versions rest on.
    public init(facts: StageFacts) { self.facts = facts }
  }

  /// How far a migration is.
  public enum Progress: Sendable, Hashable {
    case copying(pages: Int, of: Int)
    /// - Parameter done: the part of the stage that is done, from 0 to 1.
    case stage(String, index: Int, of: Int, done: Double)
  }

  /// What came out.
  public struct Result {
    /// In their order.
    public var stages: [StageSummary]
    /// What is likely rather than known about the new store.
    public var notes: [String]
    /// Which bytes of the source were read.
    public var bytesRead: String
    /// Files of external data that the source names and does not have: the new store lacks them too.
    public var missingFiles: [MissingFiles] = []
    /// Files of external data that the new store does not have, because a mapping model made its
    /// objects and none of their values names them.
    public var filesLeftBehind = 0
  }

  /// The path of the store.
  public let store: String
  /// The stages to carry out.
  public let path: MigrationPath
  /// To be set before it runs.
  public var options: Options

  /// Nothing is read yet.
  public init(store: String, path: MigrationPath, options: Options) {
    self.store = store
    self.path = path
    self.options = options
  }

  /// Migrates into a new file; the store is only read.
  ///
  /// - Throws: `MigrationError`, `StoreFileError`, `StoreOutputError`, `SQLiteError`, or what the
  ///   trace's sink throws. Then there is no new file.
  public func run(to output: StoreOutput, trace: MigrationTrace) throws -> Result {
    let copy = try makeCopy(for: output)
    let result = try run(on: copy, trace: trace)
    try options.approve?(result.stages)
    try copy.finish()
    return result
  }

  /// Migrates a copy and puts its content in the place of the store's, after a backup was made of
  /// that and read again.
  ///
  /// - Parameter backup: where the backup goes; it stays.
  public func runInPlace(backup: StoreOutput, trace: MigrationTrace) throws -> Result {
    let work = try StoreOutput(beside: store)
    let copy = try makeCopy(for: work)
    let result = try run(on: copy, trace: trace)
    try options.approve?(result.stages)
    let kept = try WorkCopy(of: store, for: backup, now: options.facts.now)
    try kept.check()
    try kept.finish()
    do {
      try copy.replaceContent(of: store)
    } catch let error as StoreOutputError where error.isUnfinished {
      throw error
    } catch {
      // The store is what it was, and the backup would only be in the way of the next attempt.
      backup.withdraw()
      throw error
    }
    return result
  }

  /// - Throws: `MigrationError.closures` before anything is written.
  private func makeCopy(for output: StoreOutput) throws -> WorkCopy {
    if options.runner == nil, options.closures == .refuse,
      let stage = path.steps.first(where: \.hasClosures)
    {
      throw MigrationError.closures(stage: stage.name)
    }
    return try WorkCopy(of: store, for: output, live: options.isLive, now: options.facts.now) {
      options.progress?(.copying(pages: $0, of: $1))
    }
  }

  /// Carries out the stages on a copy.
  package func run(on copy: WorkCopy, trace: MigrationTrace) throws -> Result {
    do {
      return try stages(on: copy, trace: trace)
    } catch let error as SQLiteError where error.lacksObject {
      throw MigrationError.halfMigrated(error.message)
    } catch {
      throw WorkCopy.translated(error, path: copy.finalPath)
    }
  }

  private func stages(on copy: WorkCopy, trace: MigrationTrace) throws -> Result {
    var result = Result(stages: [], notes: [], bytesRead: copy.bytesRead)
    result.missingFiles = try MissingFiles.find(
      in: Store(
        connection: copy.open(), path: copy.path, model: path.steps.first?.from ?? path.source))
    try trace.opened(copy.path)
    // As the stage before has left them.
    var known: StageCounts?
    var hasRun = false
    for (index, step) in path.steps.enumerated() {
      let isRun = step.hasClosures && options.runner != nil
      options.began?(index)
      try trace.begin(step.name, index: index)
      var first: StageCounts?
      var willRows: ClosureRows?
      var had: [SchemaLoss] = []
      var carried: CarriedValues?
      let isTouched = isRun && step.willMigrate != nil
      if options.countsRows, hasRun || isTouched {
        (had, carried) = try losses(before: step, on: copy, areCounted: isTouched)
      }
      hasRun = hasRun || isRun
      if isTouched {
        if options.countsRows { first = try known ?? counts(before: step, on: copy) }
        known = nil
        copy.close()
        try options.runner?.willMigrate(step, store: copy.path, trace: trace)
        willRows = options.runner?.lastRows
      }
      var (summary, plan, counts) = try stage(index, known, on: copy, trace: trace)
      var last: StageCounts?
      if isRun, step.didMigrate != nil {
        copy.close()
        try options.runner?.didMigrate(step, store: copy.path, trace: trace)
        if options.countsRows { last = try StageCounts(copy.open(), layout: plan.target) }
      }
      for index in summary.losses.indices where had.indices.contains(index) {
        summary.losses[index].had = had[index].count
      }
      for (index, place) in try carried?.found(
        copy.open(), plan.target, shown: options.carriers[step.name] ?? [:]) ?? [:]
      {
        summary.losses[index].carriedTo = place.name
        summary.losses[index].isCarriedAnew = place.isAnew
      }
      if let counts {
        if let first { summary.settle("willMigrate", first, counts.before, plan.source, willRows) }
        summary.settle(counts.before, counts.after, plan)
        if let last {
          summary.settle("didMigrate", counts.after, last, plan.target, options.runner?.lastRows)
        }
        summary.count(first ?? counts.before, last ?? counts.after, plan)
        known = last ?? counts.after
      }
      summary.skippedClosures = step.hasClosures && !isRun
      try trace.end()
      result.stages.append(summary)
      result.notes += plan.notes.filter { !result.notes.contains($0) }
    }
    if let last = path.steps.last, path.steps.contains(where: { $0.mapping != nil }) {
      let store = try Store(connection: copy.open(), path: copy.path, model: last.to)
      result.filesLeftBehind = try store.removeUnnamedFiles()
    }
    return result
  }

  private func counts(before step: MigrationStep, on copy: WorkCopy) throws -> StageCounts {
    let connection = try copy.open()
    return try StageCounts(connection, layout: plan(of: step, on: connection).source)
  }

  /// What the store has of all that the stage drops, in the order of its losses, and the values to look
  /// for afterwards.
  private func losses(
    before step: MigrationStep, on copy: WorkCopy, areCounted: Bool
  ) throws -> ([SchemaLoss], CarriedValues?) {
    let comparison = ModelDiff.compare(from: step.from, to: step.to)
    let losses = SchemaLoss.all(of: step, comparison)
    guard !losses.isEmpty else { return ([], nil) }
    let connection = try copy.open()
    let layout = try plan(of: step, on: connection).source
    return (
      areCounted ? try losses.map { try $0.counted(connection, layout) } : [],
      try CarriedValues(losses, comparison.pairing, connection, layout)
    )
  }

  private func plan(of step: MigrationStep, on connection: Connection) throws -> StagePlan {
    guard let plans = options.plans else { return try makePlan(of: step, on: connection) }
    return try plans.plan(of: step, on: connection, facts: options.facts) {
      try makePlan(of: step, on: connection)
    }
  }

  private func makePlan(of step: MigrationStep, on connection: Connection) throws -> StagePlan {
    func plan(_ facts: StageFacts) throws -> StagePlan {
      try StagePlan(
        step, stored: try? ModelCache.read(connection, name: step.from.name),
        schema: TableSchema(connection), metadata: StoreMetadata(connection: connection),
        facts: facts)
    }
    do {
      return try plan(options.facts)
    } catch let error as MigrationError {
      guard case .unknownDefault = error, let runner = options.runner else { throw error }
      var facts = options.facts
      facts.defaults = try runner.defaults(of: step)
      return try plan(facts)
    }
  }

  /// The lightweight part of a stage.
  ///
  /// - Parameter known: what the store has before it, if that was counted already.
  private func stage(
    _ index: Int, _ known: StageCounts?, on copy: WorkCopy, trace: MigrationTrace
  ) throws -> (StageSummary, StagePlan, (before: StageCounts, after: StageCounts)?) {
    let isCounted = options.countsRows
    let step = path.steps[index]
    let connection = try copy.open()
    // It may have to wait for a compiler, which has nothing to do with the stage.
    let plan = try plan(of: step, on: connection)
    let start = ContinuousClock.now
    let pages = connection.pagesWritten
    let written = try WrittenTables(plan, connection)
    let shared = options.hashesContent ? SharedContent(plan, written: written) : nil
    let runner = StageRunner(connection, trace: trace)
    let steps =
      plan.statements.count(where: \.action.isLong) + (shared == nil ? 0 : 2) + (isCounted ? 2 : 0)
    var done = 0
    func show() {
      options.progress?(
        .stage(
          step.name, index: index, of: path.steps.count, done: Double(done) / Double(max(1, steps)))
      )
    }
    func passed<T>(_ value: T) -> T {
      done += 1
      show()
      return value
    }
    // The connection's observer refers to the runner weakly.
    let (work, losses, counts, content) = try withExtendedLifetime(runner) {
      try connection.ticking(show) {
        let before =
          try known ?? (isCounted ? StageCounts(connection, layout: plan.source) : nil)
        passed(())
        let losses =
          isCounted
          ? try SchemaLoss.all(of: step, plan.comparison).map {
            try $0.counted(connection, plan.source)
          } : []
        let old = try shared.map { passed(try $0.hash(connection, isAfter: false)) }
        let work = try runner.run(plan) { passed(()) }
        let new = try shared.map { passed(try $0.hash(connection, isAfter: true)) }
        let counts = try before.map { before in
          let known = StageCounts.Known(counts: before, layout: plan.source, written: written)
          return passed(
            (
              before: before,
              after: try StageCounts(connection, layout: plan.target, known: known)
            ))
        }
        return (work, losses, counts, old.flatMap { old in new.map { (before: old, after: $0) } })
      }
    }
    let elapsed = (ContinuousClock.now - start).components
    var summary = StageSummary(
      stage: step.name, work: work, entities: [], relationships: [], content: content,
      pages: connection.pagesWritten - pages,
      nanoseconds: elapsed.seconds * 1_000_000_000 + elapsed.attoseconds / 1_000_000_000,
      skippedClosures: false)
    summary.losses = losses
    guard summary.keepsContent else { throw MigrationError.contentChanged(stage: step.name) }
    return (summary, plan, counts)
  }
}
