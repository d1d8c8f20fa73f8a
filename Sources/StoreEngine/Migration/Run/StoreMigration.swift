internal import StoreModel

/// Takes a copy of a store along a path, stage by stage.
public struct StoreMigration {
  public struct Options {
    /// What `Date()` and `UUID()` as defaults stand for.
    public var facts: StageFacts
    /// What to do with closures when there is no runner for them.
    public var closures = ClosurePolicy.refuse
    /// Runs the closures of custom stages.
    public var runner: (any CustomStageRunner)?
    /// Whether each stage hashes what both versions share, before and after it. It reads the store
    /// twice more.
    public var hashesContent = false
    /// Read the store while another process writes it.
    public var isLive = false
    /// Gets the part of the copy that is done, from 0 to 1, then stages as they begin.
    public var progress: ((Progress) -> Void)?

    public init(facts: StageFacts) { self.facts = facts }
  }

  public enum Progress: Sendable, Hashable {
    case copying(pages: Int, of: Int)
    case stage(String, index: Int, of: Int)
  }

  /// What came out.
  public struct Result {
    public var stages: [StageSummary]
    /// What is likely rather than known about the new store.
    public var notes: [String]
    /// Which bytes of the source were read.
    public var bytesRead: String
  }

  public let store: String
  public let path: MigrationPath
  public var options: Options

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
    try copy.finish()
    return result
  }

  /// Migrates a copy and puts its content in the place of the store's, after a backup was made and
  /// read again.
  ///
  /// - Parameter backup: where the backup goes; it stays.
  public func runInPlace(backup: StoreOutput, trace: MigrationTrace) throws -> Result {
    let work = try StoreOutput(path: store, replaces: true)
    let copy = try makeCopy(for: work)
    let kept = try WorkCopy(of: store, for: backup, now: options.facts.now)
    try kept.check()
    try kept.finish()
    let result = try run(on: copy, trace: trace)
    try copy.replaceContent(of: store)
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
  public func run(on copy: WorkCopy, trace: MigrationTrace) throws -> Result {
    var result = Result(stages: [], notes: [], bytesRead: copy.bytesRead)
    try trace.opened(copy.path)
    for (index, step) in path.steps.enumerated() {
      options.progress?(.stage(step.name, index: index, of: path.steps.count))
      let isRun = step.hasClosures && options.runner != nil
      try trace.begin(step.name)
      if isRun {
        copy.close()
        try options.runner?.willMigrate(step, store: copy.path, trace: trace)
      }
      var (summary, notes) = try stage(step, on: copy, trace: trace)
      if isRun {
        copy.close()
        try options.runner?.didMigrate(step, store: copy.path, trace: trace)
      }
      summary.skippedClosures = step.hasClosures && !isRun
      try trace.end()
      result.stages.append(summary)
      result.notes += notes.filter { !result.notes.contains($0) }
    }
    return result
  }

  private func stage(
    _ step: MigrationStep, on copy: WorkCopy, trace: MigrationTrace
  ) throws -> (StageSummary, [String]) {
    do {
      return try lightweightPart(of: step, on: copy, trace: trace)
    } catch let error as SQLiteError where error.lacksObject {
      throw MigrationError.halfMigrated(error.message)
    }
  }

  private func lightweightPart(
    of step: MigrationStep, on copy: WorkCopy, trace: MigrationTrace
  ) throws -> (StageSummary, [String]) {
    let start = ContinuousClock.now
    let connection = try copy.open()
    let plan = try StagePlan(
      step, stored: try? ModelCache.read(connection, name: step.from.name),
      schema: TableSchema(connection), metadata: StoreMetadata(connection: connection),
      facts: options.facts)
    let pages = connection.pagesWritten
    let before = try StageCounts(connection, layout: plan.source)
    let shared = options.hashesContent ? SharedContent(plan) : nil
    let hashBefore = try shared?.hash(connection, isAfter: false)
    let runner = StageRunner(connection, trace: trace)
    // The connection's observer refers to it weakly.
    let work = try withExtendedLifetime(runner) { try runner.run(plan) }
    let hashAfter = try shared?.hash(connection, isAfter: true)
    let counts = try StageSummary.counts(
      before, StageCounts(connection, layout: plan.target), plan)
    let elapsed = (ContinuousClock.now - start).components
    var summary = StageSummary(
      stage: step.name, work: work, entities: counts.entities, relationships: counts.relationships,
      content: nil, pages: connection.pagesWritten - pages,
      nanoseconds: elapsed.seconds * 1_000_000_000 + elapsed.attoseconds / 1_000_000_000,
      skippedClosures: false)
    if let hashBefore, let hashAfter { summary.content = (hashBefore, hashAfter) }
    guard summary.keepsContent else { throw MigrationError.contentChanged(stage: step.name) }
    return (summary, plan.notes)
  }
}
