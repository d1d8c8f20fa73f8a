internal import Diagnostics
internal import PlanExecution
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What a command line asks of many stores.
struct ScanRequest {
  let work: FleetOptions
  let losses: LossOptions
  let scanner: StoreScanner
  let jobs: Int
  var groupBy: [ScanKey] = []
  /// Whether lines that no file gets go to standard output.
  var showsLines = false
  /// The name of the models, which takes a while to find.
  private let models: String?

  /// - Parameters:
  ///   - checks: how deep to look; nil for what the models allow.
  ///   - needsModels: false where lines are read instead of stores.
  init(
    _ work: FleetOptions, _ losses: LossOptions, checks: ScannedStore.Checks?,
    needsModels: Bool = true, in session: Session
  ) throws {
    (self.work, self.losses) = (work, losses)
    jobs = work.jobs ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let releases = try needsModels ? work.git.map { try Self.releases($0, in: session) } : nil
    let histories = try needsModels ? session.histories() : []
    var scanner = StoreScanner(checks ?? (histories.isEmpty ? .full : .preflight))
    if scanner.checks >= .preflight, histories.isEmpty, needsModels {
      throw Failure.usage(
        "--checks \(scanner.checks.rawValue) needs the app's models: add --model PATH")
    }
    scanner.histories = histories
    scanner.releases = releases
    if !histories.isEmpty {
      scanner.target = try session.target(work.to)
      scanner.policy = try session.lossPolicy(losses)
    }
    scanner.isLive = session.settings.isLive
    if let budget = try DiagnosisQuestion.time(work.budget) { scanner.budget = budget }
    if scanner.checks == .migrate {
      try RehearsalSetup(work, losses).prepare(&scanner, in: session)
    }
    self.scanner = scanner
    models = scanner.models
  }

  /// Searches a repository. Without models, those of the revision that is checked out are taken.
  private static func releases(_ git: String, in session: Session) throws -> ReleaseSearch {
    let repository = try GitRepository(git)
    let cache = ToolPath.revisionCache(session.console.environment, repository: git, below: [])
    session.takeModels(of: git)
    if let cache {
      // Once for all workers.
      let progress = Progress("reading revisions", session)
      defer { progress.finish() }
      try RevisionSearch.prepare(in: repository, cache: cache) { done, count in
        progress.advance(Double(done), of: count, "\(done) of \(count)")
      }
    }
    return ReleaseSearch {
      try RevisionSearch.writtenBy(WantedHashes($0), in: repository, cache: cache)
    }
  }

  /// The words of a list with commas.
  static func words(_ list: String?) -> [String] {
    (list ?? "").split(separator: ",").map { word in word.filter { $0 != " " } }
  }

  /// The line of a store that nobody has looked at yet.
  func line(_ path: String) -> ScannedStore {
    ScannedStore(path: path, checks: scanner.checks, models: models)
  }

  /// For one store, closures included.
  var seconds: Int { work.timeout ?? (scanner.checks == .migrate ? RehearsalSetup.seconds : 120) }

  /// Processes of this program that work like it.
  func pool(in session: Session) -> WorkerPool {
    var arguments = ["scan", "--worker", "--checks", scanner.checks.rawValue]
    for model in session.settings.models { arguments += ["--model", model] }
    for loss in losses.allowLoss { arguments += ["--allow-loss", loss] }
    if let to = work.to { arguments += ["--to", to] }
    if let git = work.git { arguments += ["--git", git] }
    if let budget = work.budget { arguments += ["--budget", String(budget)] }
    if session.settings.isLive { arguments.append("--live") }
    var environment = session.console.environment
    if let folder = getenv("TMPDIR") { environment["TMPDIR"] = String(cString: folder) }
    let isMigrating = scanner.checks == .migrate
    if isMigrating {
      if work.skipClosures { arguments.append("--skip-closures") }
      if work.trust { arguments.append("--trust") }
      if let timeout = work.timeout { arguments += ["--timeout", String(timeout)] }
      if let memory = work.memory { arguments += ["--memory", String(memory)] }
    }
    var pool = WorkerPool(ToolPath.current, arguments, environment: environment)
    pool.workers = jobs
    // A closure that takes too long is ended by its worker, which can say which one it was.
    pool.time = .seconds(seconds + (isMigrating ? 5 : 0))
    if let memory = work.memory { pool.memory = Int64(memory) << 20 }
    return pool
  }
}
