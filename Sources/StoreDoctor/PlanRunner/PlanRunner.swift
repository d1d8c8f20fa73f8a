public import ModelSource
public import StoreEngine
public import StoreModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Runs the closures of a plan's custom stages: compiles what the plan needs of the app's source and
/// runs it as a process of its own, so that no code of the app can harm this one.
public final class PlanRunner: CustomStageRunner {
  public struct Options: Sendable {
    public var limits = PlanLimits()
    /// Whether bound values are part of the events.
    public var showsValues = false
    /// Whether there is somebody to report statements to.
    public var traces = true
    /// Where compiled plans are kept.
    public var cache: String

    public init(cache: String) { self.cache = cache }
  }

  /// A closure that came to its end.
  public struct Run: Sendable, Hashable {
    public var stage: String
    /// `willMigrate` or `didMigrate`.
    public var closure: String
    public var work: ClosureWork
    public var nanoseconds: Int64
    /// What the code printed.
    public var output: [String]
  }

  /// What is going on, for those who wait.
  public enum Progress: Sendable, Hashable {
    case compiling
    case running(closure: String, stage: String)
    case idle
  }

  /// The closures that ran, in order.
  public private(set) var runs: [Run] = []
  /// What was found on the way and did not end the migration.
  public private(set) var findings: [Finding] = []
  public var onProgress: ((Progress) -> Void)?
  /// Called with true before, and with false after, anything runs that `interrupt` stops.
  public var onBusy: ((Bool) -> Void)?

  private let plan: String
  private let closures: [Location]
  private let files: [SourceFile]
  private let toolchain: PlanToolchain
  private let options: Options
  private var process: PlanProcess?
  private var home: String?
  private let stopper = Stopper()

  /// - Parameters:
  ///   - path: the stages to run.
  ///   - files: the Swift files given.
  public init(
    _ path: MigrationPath, files: [SourceFile], toolchain: PlanToolchain, options: Options
  ) {
    plan = path.history.name
    closures = path.steps.flatMap(\.closures)
    self.files = files
    self.toolchain = toolchain
    self.options = options
  }

  deinit { finish() }

  /// Compiles the plan, or finds it compiled. Running the first closure does so, too.
  ///
  /// - Throws: `PlanFailure`.
  public func prepare() throws(PlanFailure) {
    guard process == nil else { return }
    onBusy?(true)
    defer { onBusy?(false) }
    var compiler = PlanCompiler(toolchain: toolchain, cache: PlanCache(folder: options.cache))
    compiler.onCompile = { [weak self] in self?.onProgress?(.compiling) }
    compiler.onStart = { [stopper] in stopper.watch($0) }
    let program = try compiler.program(of: plan, in: files, running: closures)
    onProgress?(.idle)
    let home = try makeHome()
    self.home = home
    process = try PlanProcess(
      program: program, symbolizer: toolchain.symbolizer, home: home, limits: options.limits,
      showsValues: options.showsValues, traces: options.traces, files: Set(files.map(\.path))
    ) { [stopper] in stopper.watch($0) }
  }

  /// Ends the process and removes what it wrote outside of the store.
  public func finish() {
    process?.finish()
    process = nil
    stopper.watch(nil)
    if let home { try? FileManager.default.removeItem(atPath: home) }
    home = nil
  }

  /// Stops whatever runs. May be called from any thread; the call that runs throws
  /// `PlanFailure.interrupted`.
  public func interrupt() { stopper.stop() }

  public func willMigrate(_ step: MigrationStep, store path: String, trace: MigrationTrace) throws {
    guard case .custom(let closure?, _) = step.kind else { return }
    try run("willMigrate", step, closure, path, trace)
  }

  public func didMigrate(_ step: MigrationStep, store path: String, trace: MigrationTrace) throws {
    guard case .custom(_, let closure?) = step.kind else { return }
    try run("didMigrate", step, closure, path, trace)
  }

  public func defaults(of step: MigrationStep) throws -> [String: DefaultValue] {
    try prepare()
    guard let process else { return [:] }
    let end = try process.run("defaults", from: step.from.name, to: step.to.name, store: "") { _ in
    }
    guard case .defaults(let lines) = end else { return [:] }
    return lines.compactMapValues { DefaultValue(line: $0) }
  }

  private func run(
    _ side: String, _ step: MigrationStep, _ closure: Location, _ path: String,
    _ trace: MigrationTrace
  ) throws {
    try prepare()
    guard let process else { return }
    onProgress?(.running(closure: side, stage: step.name))
    onBusy?(true)
    defer {
      onBusy?(false)
      onProgress?(.idle)
    }
    let start = ContinuousClock.now
    let end = try process.run(
      side, from: step.from.name, to: step.to.name, store: PlanToolchain.real(path)
    ) { try trace.record($0) }
    let time = (ContinuousClock.now - start).components
    let judgement = ClosureJudgement(
      side: side, step: step, closure: closure, limits: options.limits)
    if case .done(let unsaved, let caught, let work) = end {
      runs.append(
        Run(
          stage: step.name, closure: side, work: work,
          nanoseconds: time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000,
          output: process.takeOutput()))
      if unsaved > 0 { findings.append(judgement.unsaved(unsaved)) }
      if let caught { findings += judgement.caught(caught) }
    } else {
      throw PlanFailure.findings(judgement.findings(end))
    }
  }

  private func makeHome() throws(PlanFailure) -> String {
    let name = "storedoctor-plan-\(UInt64.random(in: 0...UInt64.max))"
    let folder = FileManager.default.temporaryDirectory.path.appending(component: name)
    do {
      // Every app has a folder for documents.
      for path in [folder, folder.appending(component: "Documents")] {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      }
    } catch {
      throw .system("the folder '\(folder)' cannot be made")
    }
    return folder
  }
}
