internal import Diagnostics
package import PlanExecution
public import StoreEngine
public import StoreModel

/// Takes a store along a path, into a new file or in its place, with the closures of custom stages.
public struct MigrationRun {
  /// Where the result goes.
  public enum Destination {
    /// To a file of its own.
    case file(StoreOutput)
    /// In the place of the store, after a backup was written and checked.
    case inPlace(backup: StoreOutput)
  }

  /// How the rows before and after are compared.
  public struct Comparison: Sendable {
    /// Attributes that tell the rows of an entity apart, by its name in the newer version; needed where a
    /// mapping model makes all rows anew.
    public var keys: [String: [String]]
    /// Whether samples carry values.
    public var showsValues: Bool

    /// - Parameter keys: see there.
    public init(keys: [String: [String]] = [:], showsValues: Bool = false) {
      (self.keys, self.showsValues) = (keys, showsValues)
    }
  }

  /// Code that nothing confined has changed the store, which is only ever read.
  public struct StoreChanged: ReportableError {
    /// What changed, and what became of the result.
    public let description: String
    /// Always `found`.
    public var status: ExitStatus { .found }
  }

  /// The store's path.
  public let store: String
  /// The way; without stages the store is only copied.
  public let path: MigrationPath
  /// What may be lost.
  public let policy: LossPolicy
  /// Runs the closures; nil where they are left out, or where there are none.
  package var runner: PlanRunner?
  /// Leaves the closures of custom stages out; otherwise a stage with closures needs the runner.
  public var skipsClosures = false
  /// Whether each stage hashes what both versions share, before and after it.
  public var hashesContent = false
  /// Reads the store while another process writes it.
  public var isLive = false
  /// Whether the system keeps closures from the store's own file.
  public var isConfined = true
  /// Where the models' source is, for what the queries of closures cost; `PATH[@VERSION]`.
  public var models: [String] = []
  /// Says what differs between the rows before and after.
  public var comparison: Comparison?
  /// Told again and again how far the copy is, then the stages.
  public var progress: ((StoreMigration.Progress) -> Void)?

  /// A run that may lose what the policy says.
  public init(_ store: String, along path: MigrationPath, policy: LossPolicy) {
    self.store = store
    self.path = path
    self.policy = policy
  }

  /// Compiles what is to run, and migrates.
  ///
  /// - Parameter begin: asked when the code is compiled and nothing is copied yet: where the result
  ///   goes, and who wants to know every statement.
  /// - Returns: what the stages did; or only findings, when closures or their compilation ended it
  ///   and nothing was written.
  /// - Throws: `StoreChanged`, what `begin` throws, `PlanFailure` but for findings, and what
  ///   `StoreMigration` throws.
  public func run(
    _ begin: () throws -> (Destination, (any TraceSink)?)
  ) throws -> MigrationAnswer {
    // Reading all of a store takes its time, so only where code will run that could reach it.
    let original = runner.map { _ in OriginalStore(store, hashes: !isConfined) }
    var answer = MigrationAnswer(path)
    do {
      // What does not compile is said before anything is copied.
      try runner?.prepare()
      let (destination, sink) = try begin()
      let queries = sink.map { StageQueries(path, models: models, passingOn: $0) }
      let result = try migrate(to: destination, MigrationTrace(queries), original)
      answer.take(result, policy, runner, store: store, queries: queries?.findings() ?? [])
      answer.add(try unreadable(destination))
      if let comparison {
        let (before, after) = stores(destination)
        answer.comparison = try RowDifferences(
          before: before, after: after, along: path, isLive: isLive, keys: comparison.keys,
          showsValues: comparison.showsValues
        ).named(store, after)
      }
    } catch PlanFailure.findings(let findings) {
      answer.stop(findings, isUnchanged: original?.isUnchanged ?? true)
    }
    return answer
  }

  /// Rows that went through and cannot be read. What closures would have filled is said already where
  /// they were left out.
  private func unreadable(_ destination: Destination) throws -> [Finding] {
    if skipsClosures, path.steps.contains(where: \.hasClosures) { return [] }
    let (original, result) = stores(destination)
    return try UnreadableRows.findings(in: result, of: path, original: original)
  }

  /// Where the rows are as they were, and where they are now.
  private func stores(_ destination: Destination) -> (before: String, after: String) {
    switch destination {
    case .file(let output): (store, output.path)
    case .inPlace(let backup): (backup.path, store)
    }
  }

  private func migrate(
    to destination: Destination, _ trace: MigrationTrace, _ original: OriginalStore?
  ) throws -> StoreMigration.Result {
    var options = StoreMigration.Options(facts: StageFacts.current)
    options.closures = skipsClosures ? .skip : .refuse
    options.hashesContent = hashesContent
    options.isLive = isLive
    options.progress = progress
    options.runner = runner
    let changed = "'\(store)' changed while the closures ran"
    let watch = DamageWatch(store, isLive: isLive)
    defer { watch.stop() }
    func approve(_ stages: [StageSummary]) throws {
      let lost = LossReport(stages, path.steps, policy).findings
      if !lost.isEmpty { throw PlanFailure.findings(lost) }
    }
    switch destination {
    case .file(let output):
      options.approve = { stages in
        try watch.require()
        // Back goes only who knows what it costs.
        if path.isBackwards { try approve(stages) }
      }
      let result = try StoreMigration(store: store, path: path, options: options)
        .run(to: output, trace: trace)
      guard isKept(original) else {
        throw StoreChanged(description: "\(changed); the new store is '\(output.path)'")
      }
      return result
    case .inPlace(let backup):
      options.approve = { stages in
        try watch.require()
        guard isKept(original) else {
          throw StoreChanged(description: "\(changed), and is left as it is")
        }
        try approve(stages)
      }
      return try StoreMigration(store: store, path: path, options: options)
        .runInPlace(backup: backup, trace: trace)
    }
  }

  /// Code that was not confined may have reached the original.
  private func isKept(_ original: OriginalStore?) -> Bool {
    runner?.confinement != ConfinementLevel.none || original?.isUnchanged != false
  }
}
