internal import Diagnostics
internal import ModelInputs
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What it takes to try migrations.
struct RehearsalSetup {
  let work: FleetOptions
  let losses: LossOptions
  /// For one store, unless something else is said.
  static let seconds = 300

  init(_ work: FleetOptions, _ losses: LossOptions) { (self.work, self.losses) = (work, losses) }

  /// Gives a scanner what runs migrations.
  func prepare(_ scanner: inout StoreScanner, in session: Session) throws {
    var rehearsal = Verification(scanner.histories)
    rehearsal.target = scanner.target
    rehearsal.policy = scanner.policy
    rehearsal.skipsClosures = work.skipClosures
    var limits = PlanLimits()
    limits.seconds = work.timeout ?? Self.seconds
    // With less no program that runs closures even starts.
    if let memory = work.memory { limits.memory = Int64(max(memory, 512)) << 20 }
    let memory = PlanMemory()
    let progress = MigrationProgress(session)
    rehearsal.runner = { [limits, trust = work.trust] path in
      let runner = try session.closureRunner(
        for: path, limits: limits, trust: trust, memory: memory)
      runner?.onProgress = {
        if case .running = $0 { return }
        progress.show($0)
      }
      return runner
    }
    scanner.rehearsal = rehearsal
    let files = try memory.files { try ModelLoader.swiftFiles(session.settings.models) }
    scanner.plan = Verification.name(
      of: files, askedFor: [String(work.skipClosures)] + losses.allowLoss.sorted())
  }
}
