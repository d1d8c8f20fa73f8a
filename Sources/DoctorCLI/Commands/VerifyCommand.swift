internal import ArgumentParser
internal import Diagnostics
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import StoreReport

struct VerifyCommand: FindingsCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "verify",
    abstract: "Migrate data of every version to the latest, and check that nothing is lost.",
    usage: "storedoctor verify --model PATH [--store FIXTURE…] [--chain] [--n-plus-one]",
    discussion: """
      For each version three stores are generated: a few rows, the edge cases of every type, and \
      10000 rows. Each goes through the stages to the latest version; rows, links and every \
      value that both versions share are compared, and the result is examined as by 'check'. \
      Stores of shipped versions given with --store are migrated as well; they are only read. \
      Closures of custom stages are run as by 'migrate'; a stage whose closures cannot be run \
      here never counts as passed. Each migration is a test case in --format junit.

      Rows that the plan's own code deletes are counted, and are not a loss. Data that the newer \
      version has no place for are lost, and fail it unless that is acknowledged: --allow-loss \
      Note.title, 'allow-loss' in .storedoctor.yml, or '// storedoctor:ignore[rule] reason' at \
      the version. Exit code 1 when anything else is lost, or was not run.

      With --compare it says of each migration which rows, values and links differ before and after, \
      as 'diff --rows' does along the stages, and what was put into new properties: what closures \
      did to the rows. The exit code does not depend on it.

      With --n-plus-one each stage runs twice instead, on some rows and on twice as many, and \
      its statements are counted: if their number grows with the data, the stage makes a query \
      for each object, and the command fails.

      Examples:
        storedoctor verify --model Sources/Models
        storedoctor verify --model Notes.xcdatamodeld --store Tests/v1.sqlite --store Tests/v2.sqlite
        storedoctor verify --model Sources/Models --skip-closures --format json
        storedoctor verify --model Sources/Models --compare --show-values
        storedoctor verify --model Sources/Models --n-plus-one
      """)

  @Option(
    help: ArgumentHelp("A store of a shipped version; repeatable.", valueName: "fixture"),
    completion: .file())
  var store: [String] = []

  @Option(
    help: ArgumentHelp(
      "The version to migrate to; the current one if left out.", valueName: "version"))
  var to: String?

  @Flag(help: ChainOption.help)
  var chain = false

  @Flag(
    name: .customLong("n-plus-one"),
    help: "Run each stage on two sizes and find N+1 queries.")
  var nPlusOne = false

  @OptionGroup var comparison: CompareOptions
  @OptionGroup var closures: ClosureOptions
  @OptionGroup var losses: LossOptions
  @OptionGroup var reports: ReportOptions
  @OptionGroup var common: CommonOptions

  private static let patience = Duration.seconds(20)

  func run(in session: Session) throws -> Report {
    // What is no Core Data store is said before minutes of generated data.
    for path in store { _ = try session.namedCoreDataStore(path) }
    session.releaseStores()
    var verification = Verification(try session.givenHistories(samples: true))
    verification.target = try session.target(to)
    verification.isChained = chain
    verification.skipsClosures = closures.skipClosures
    verification.policy = try session.lossPolicy(losses)
    if comparison.compare {
      guard !nPlusOne else { throw Failure.usage("--compare and --n-plus-one do not go together") }
      verification.comparison = .init(showsValues: session.settings.showsValues)
    }
    let limits = try closures.limits()
    let progress = Progress("migrating", session)
    defer { progress.finish() }
    func show(_ done: Int, _ count: Int, _ name: String) {
      progress.advance(Double(done), of: count, name)
    }
    let compiling = MigrationProgress(session)
    let memory = PlanMemory()
    verification.runner = { path in
      let runner = try session.closureRunner(
        for: path, limits: limits, isTraced: nPlusOne, trust: closures.trust, memory: memory)
      runner?.onProgress = {
        if case .running = $0 { return }
        compiling.show($0)
      }
      return runner
    }
    let clock = ContinuousClock()
    let start = clock.now
    verification.ended = { leg in
      // The answer comes at the end, and somebody may not wait so long for it.
      guard start.duration(to: clock.now) > Self.patience, !session.settings.isQuiet else { return }
      progress.finish()
      session.console.note("storedoctor: \(leg.way), \(leg.data.name): \(leg.outcome.words)")
    }
    do {
      if nPlusOne {
        let scale = try verification.scale(progress: show)
        return Report(
          command: Self.name, scale,
          sections: ScaleText.sections(scale) + StageText.confinement(scale.confinement))
      }
      let result = try verification.run(fixtures: store, progress: show)
      var report = Report(
        command: Self.name, result,
        sections: VerificationText.sections(result) + StageText.confinement(result.confinement)
          + ChainOption.hint(result.legs.lazy.map(\.chain).first { !$0.isEmpty } ?? []))
      report.cases = result.cases
      let histories = verification.histories
      report.picture = ModelPictures.picture { StagesDiagram(result, along: histories) }
      return report
    } catch let error as SQLiteError where error.primaryCode == 13 {
      throw Failure.unreadable(
        "the disk is full: the data could not be generated",
        help: "free some space, or set TMPDIR to a folder on another disk")
    }
  }
}
