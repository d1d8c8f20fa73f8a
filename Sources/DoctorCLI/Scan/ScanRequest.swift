internal import Diagnostics
internal import PlanExecution
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What a command line asks `scan` for, with what is wrong with it said before anything is read.
struct ScanRequest {
  let command: ScanCommand
  let scanner: StoreScanner
  let groupBy: [ScanKey]
  /// Verdicts that end with 1; nil for all that are not good.
  let failing: Set<String>?
  let jobs: Int
  /// The name of the models, which takes a while to find.
  private let models: String?

  init(_ command: ScanCommand, in session: Session) throws {
    self.command = command
    try Self.check(command, in: session)
    groupBy = try Self.words(command.groupBy).map { word in
      guard let key = ScanKey(rawValue: word) else {
        throw Failure.usage(
          "'\(VisibleText(word).text)' is nothing to count by",
          help: "there are \(ScanKey.allCases.map(\.rawValue).quotedList())")
      }
      return key
    }
    let known = Verdict.allCases.map(\.rawValue) + ["failed", "never"]
    let verdicts = Self.words(command.failOn)
    for word in verdicts where !known.contains(word) {
      let nearest = NameDistance.nearest(to: word, in: known)
      throw Failure(
        status: .usage, message: "there is no verdict '\(VisibleText(word).text)'",
        help: [nearest.map { "did you mean '\($0)'?" } ?? "there are \(known.quotedList())"])
    }
    failing = command.failOn == nil ? nil : Set(verdicts)
    jobs = command.jobs ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let histories = try command.merge ? [] : session.histories()
    var scanner = StoreScanner(command.checks ?? (histories.isEmpty ? .full : .preflight))
    scanner.histories = histories
    if !histories.isEmpty {
      scanner.target = try session.target(command.to)
      scanner.policy = try session.lossPolicy(command.losses)
    }
    scanner.isLive = session.settings.isLive
    if let budget = try DiagnosisQuestion.time(command.budget) { scanner.budget = budget }
    self.scanner = scanner
    models = scanner.models
  }

  private static func words(_ list: String?) -> [String] {
    (list ?? "").split(separator: ",").map { word in word.filter { $0 != " " } }
  }

  private static func check(_ command: ScanCommand, in session: Session) throws {
    func refuse(_ text: String, _ help: String...) throws -> Never {
      throw Failure(status: .usage, message: text, help: help)
    }
    if command.paths.contains("") { throw Failure.emptyPath }
    if command.paths.isEmpty, !command.worker {
      try refuse(
        command.merge ? "no file of lines given" : "no file or folder given",
        "see 'storedoctor help scan'")
    }
    if session.isShell, command.paths.contains("-") {
      try refuse("in the shell, standard input is the shell's: name files and folders")
    }
    if command.null, !command.paths.contains("-") {
      try refuse("-0 says how names on standard input end; add '-' to read them")
    }
    if let jobs = command.jobs, !(0...512).contains(jobs) { try refuse("--jobs takes 0 to 512") }
    if let timeout = command.timeout, !(1...86_400).contains(timeout) {
      try refuse("--timeout takes 1 to 86400 seconds")
    }
    if let memory = command.memory, !(16...1_048_576).contains(memory) {
      try refuse("--memory takes 16 to 1048576 megabytes")
    }
    if command.jobs == 0, command.timeout != nil || command.memory != nil {
      try refuse("--jobs 0 works without limits: leave out --timeout and --memory")
    }
    if command.resume != nil, command.output != nil || command.summaryOnly || command.merge {
      try refuse("--resume goes on with its own file: leave out -o, --summary-only and --merge")
    }
    if command.output != nil, command.summaryOnly {
      try refuse("-o is for the lines, and --summary-only writes none")
    }
    if command.checks == .preflight, session.settings.models.isEmpty {
      try refuse("--checks preflight needs the app's models: add --model PATH")
    }
  }

  /// The line of a store that nobody has looked at yet.
  func line(_ path: String) -> ScannedStore {
    ScannedStore(path: path, checks: scanner.checks, models: models)
  }

  /// Processes of this program that work like it.
  func pool(in session: Session) -> WorkerPool {
    var arguments = ["scan", "--worker", "--checks", scanner.checks.rawValue]
    for model in session.settings.models { arguments += ["--model", model] }
    for loss in command.losses.allowLoss { arguments += ["--allow-loss", loss] }
    if let to = command.to { arguments += ["--to", to] }
    if let budget = command.budget { arguments += ["--budget", String(budget)] }
    if session.settings.isLive { arguments.append("--live") }
    var environment = session.console.environment
    if let folder = getenv("TMPDIR") { environment["TMPDIR"] = String(cString: folder) }
    var pool = WorkerPool(ToolPath.current, arguments, environment: environment)
    pool.workers = jobs
    if let timeout = command.timeout { pool.time = .seconds(timeout) }
    if let memory = command.memory { pool.memory = Int64(memory) << 20 }
    return pool
  }
}
