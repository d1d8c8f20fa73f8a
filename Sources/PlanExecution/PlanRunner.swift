package import Diagnostics
package import ModelSource
internal import PlatformFoundation
internal import PlatformLibc
package import StoreEngine
package import StoreModel

/// Runs the closures of a plan's custom stages: compiles what the plan needs of the app's source and
/// runs it as a process of its own, so that no code of the app can harm this one.
package final class PlanRunner: CustomStageRunner {
  package struct Options {
    package var limits = PlanLimits()
    /// Whether bound values are part of the events.
    package var showsValues = false
    /// Whether there is somebody to report statements to.
    package var traces = true
    /// Where compiled plans are kept; nil keeps none.
    package var cache: String?
    /// How far the code is kept from what is not its own.
    package var confinement: ConfinementLevel
    /// Plans that may run with all of the user's rights where they cannot be confined.
    package var trust: PlanTrust
    /// Shared by the runners of one command, while the files stay the same.
    package var memory = PlanMemory()

    package init(cache: String?, confinement: ConfinementLevel, trust: PlanTrust = PlanTrust()) {
      self.cache = cache
      self.confinement = confinement
      self.trust = trust
    }
  }

  /// A closure that came to its end.
  package struct Run: Sendable {
    package var stage: String
    /// `willMigrate` or `didMigrate`.
    package var closure: String
    package var work: ClosureWork
    package var nanoseconds: Int64
    /// What the code printed.
    package var output: [String]
  }

  /// What is going on, for those who wait.
  package enum Progress: Sendable, Hashable {
    /// Seconds are what this machine's last compilation lets expect.
    case compiling(models: Int, seconds: Double?)
    case running(closure: String, stage: String)
    case idle
  }

  /// The closures that ran, in order.
  package private(set) var runs: [Run] = []
  /// What was found on the way and did not end the migration.
  package private(set) var findings: [Finding] = []
  package private(set) var lastRows: ClosureRows?
  /// Required attributes that closures saved with NaN, as `Entity.attribute`, each with the first closure
  /// that did.
  package private(set) var notNumbers: [String: String] = [:]
  package var onProgress: ((Progress) -> Void)?
  /// Called with true before, and with false after, anything runs that `interrupt` stops.
  package var onBusy: ((Bool) -> Void)?

  /// How far the code was kept from what is not its own; nil when none of it ran.
  package private(set) var confinement: ConfinementLevel?

  private let plan: String
  private let closures: [Location]
  /// The versions whose models the program must have; nil for all.
  private var versions: Set<String>?
  private let files: [SourceFile]
  private let toolchain: PlanToolchain
  private let options: Options
  private var program: String?
  private var process: PlanProcess?
  private var folder: StoreFolder?
  private var home: WorkFolder?
  private let stopper = Stopper()

  /// - Parameters:
  ///   - path: the stages to run.
  ///   - files: the Swift files given.
  package init(
    _ path: MigrationPath, files: [SourceFile], toolchain: PlanToolchain, options: Options
  ) {
    plan = path.history.name
    closures = path.steps.flatMap(\.closures)
    versions = path.needsCodedDefaults ? nil : path.history.versionsOfClosures
    self.files = files
    self.toolchain = toolchain
    self.options = options
  }

  deinit { finish() }

  /// Compiles the plan, or finds it compiled, and looks whether it may run. Running the first closure
  /// does so, too.
  ///
  /// - Throws: `PlanFailure`.
  package func prepare() throws(PlanFailure) {
    if options.confinement == .none {
      let slice = options.memory.slicer(of: plan, in: files).slice()
      let content = slice?.files.map(\.bytes) ?? []
      guard options.trust.isTrusted(content) else { throw .unconfined }
    }
    try compile()
  }

  /// - Throws: `PlanFailure`.
  package func compile() throws(PlanFailure) {
    guard program == nil else { return }
    onBusy?(true)
    defer { onBusy?(false) }
    var compiler = PlanCompiler(toolchain: toolchain, cache: PlanCache(folder: try cacheFolder()))
    compiler.confinement = options.confinement
    compiler.memory = options.memory
    compiler.onCompile = { [weak self] in
      self?.onProgress?(.compiling(models: $0, seconds: $1))
    }
    compiler.onStart = { [stopper] in stopper.watch($0) }
    program = try compiler.program(of: plan, in: files, running: closures, versions: versions)
    onProgress?(.idle)
  }

  private func cacheFolder() throws(PlanFailure) -> String {
    if let kept = options.cache { return kept }
    return try ProcessFolder.path(in: Self.temporary).appending(component: "plans")
  }

  private static var temporary: String { FileManager.default.temporaryDirectory.path }

  /// Starts the program; one that only answers questions has no store.
  private func start(_ folder: StoreFolder?) throws(PlanFailure) -> PlanProcess {
    try prepare()
    let home = try makeHome()
    let program = program ?? ""
    let writable = [home.path] + (folder.map { [$0.path] } ?? [])
    confinement = options.confinement
    let started = try PlanProcess(
      program: program, symbolizer: toolchain.symbolizer, home: home.path,
      confinement: options.confinement == .none
        ? nil
        : .plan(options.confinement, program: program, toolchain: toolchain, writing: writable),
      limits: options.limits,
      fileLimit: options.limits.file ?? max(1 << 30, (folder?.size ?? 0).multiplied(by: 4)),
      closures: closures.count,
      showsValues: options.showsValues, traces: options.traces, files: Set(files.map(\.path))
    ) { [stopper] in stopper.watch($0) }
    self.home = home
    return started
  }

  /// Ends the process and removes what it wrote outside of the store.
  package func finish() {
    process?.finish()
    process = nil
    stopper.watch(nil)
    for path in [home?.path, folder?.path].compactMap(\.self) { FolderContent.remove(in: path) }
    home?.remove()
    home = nil
    folder = nil
  }

  /// Stops whatever runs. May be called from any thread; the call that runs throws
  /// `PlanFailure.interrupted`.
  package func interrupt() { stopper.stop() }

  package func willMigrate(_ step: MigrationStep, store path: String, trace: MigrationTrace) throws
  {
    guard case .custom(let closure?, _) = step.kind else { return }
    try run(.willMigrate, step, closure, path, trace)
  }

  package func didMigrate(_ step: MigrationStep, store path: String, trace: MigrationTrace) throws {
    guard case .custom(_, let closure?) = step.kind else { return }
    try run(.didMigrate, step, closure, path, trace)
  }

  package func defaults(of step: MigrationStep) throws -> [String: DefaultValue] {
    // A program without the version's models cannot tell.
    let isKnown = versions?.contains(step.to.name) ?? true
    let (running, few) = (isKnown ? process : nil, (program, versions, home))
    if !isKnown { (program, versions) = (nil, nil) }
    let asked = try running ?? start(nil)
    if running == nil { home = few.2 }
    defer {
      if running == nil { asked.finish() }
      if !isKnown, process != nil { (program, versions) = (few.0, few.1) }
    }
    onBusy?(true)
    defer { onBusy?(false) }
    let question = PlanCommand(.defaults, from: step.from.name, to: step.to.name, store: "")
    let end = try asked.run(question) { _ in }
    guard case .defaults(let lines) = end else { return [:] }
    return lines.compactMapValues { DefaultValue(line: $0) }
  }

  private func run(
    _ kind: PlanCommand.Kind, _ step: MigrationStep, _ closure: Location, _ path: String,
    _ trace: MigrationTrace
  ) throws {
    let side = kind.rawValue
    let path = PlanToolchain.real(path)
    let folder = try folder ?? StoreFolder(for: path)
    self.folder = folder
    // Its compilation is over before the time in which it runs begins.
    try prepare()
    onBusy?(true)
    defer {
      onBusy?(false)
      onProgress?(.idle)
    }
    let process = try process ?? start(folder)
    self.process = process
    onProgress?(.running(closure: side, stage: step.name))
    let start = ContinuousClock.now
    let judgement = ClosureJudgement(
      side: side, step: step, closure: closure, limits: options.limits,
      isConfined: options.confinement != .none)
    let end: ClosureEnd
    do {
      try folder.take(path)
      end = try process.run(
        PlanCommand(kind, from: step.from.name, to: step.to.name, store: folder.store(path))
      ) { try trace.record($0) }
    } catch {
      process.finish()
      try? folder.giveBack(path)
      throw error
    }
    let time = (ContinuousClock.now - start).components
    let refused = judgement.refused(
      process.takeRefusals(), paths: options.confinement == .none ? [] : process.refusedPaths)
    do throws(StoreFolder.Misplaced) {
      try folder.giveBack(path)
    } catch {
      throw PlanFailure.findings([judgement.misplaced(error.what)] + refused)
    }
    lastRows = nil
    if case .done(let unsaved, let caught, let work) = end {
      lastRows = work.rows
      runs.append(
        Run(
          stage: step.name, closure: side, work: work,
          nanoseconds: time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000,
          output: process.takeOutput()))
      if unsaved > 0 { findings.append(judgement.unsaved(unsaved)) }
      findings += caught.flatMap(judgement.caught)
      findings += refused + judgement.invented(process.invented)
      for path in process.notNumbers where notNumbers[path] == nil {
        notNumbers[path] = judgement.name
      }
    } else {
      throw PlanFailure.findings([judgement.finding(end)].compactMap(\.self) + refused)
    }
  }

  private func makeHome() throws(PlanFailure) -> WorkFolder {
    let folder = try WorkFolder(ofPlanIn: Self.temporary, for: "plan")
    // Every app has a folder for documents.
    guard mkdir(folder.path.appending(component: "Documents"), 0o700) == 0 else {
      throw .system("the folder '\(folder.path)' cannot be written to: \(ChildProcess.lastError)")
    }
    return folder
  }
}

extension Int64 {
  fileprivate func multiplied(by factor: Int64) -> Int64 {
    let (result, overflows) = multipliedReportingOverflow(by: factor)
    return overflows ? .max : result
  }
}

extension SchemaHistory {
  /// The versions that closures of stages get, for all of which one program does: 'willMigrate' works
  /// with the older one, 'didMigrate' with the newer one.
  fileprivate var versionsOfClosures: Set<String> {
    Set(
      stages.flatMap { stage in
        guard case .custom(let will, let did) = stage.kind else { return [String]() }
        return (will == nil ? [] : [stage.from]) + (did == nil ? [] : [stage.to])
      })
  }
}
