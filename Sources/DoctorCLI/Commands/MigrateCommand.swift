internal import ArgumentParser
internal import Diagnostics
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct MigrateCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Migrate a copy of a store, stage by stage.",
    usage: "storedoctor migrate STORE --model PATH [--to VERSION] -o NEW",
    discussion: """
      Takes a copy of the store through the stages that lead to the target, each in one exclusive \
      transaction, and says what it did to rows and links. The store itself is only read. The new \
      file appears under its name when it is complete; until then it lies in a private folder \
      '.partial-…' beside it. No SQLite file is ever replaced, with --force only others are. With \
      --trace every statement is shown under its stage.

      Closures of custom stages are the app's own code: what the plan needs of the Swift files is \
      compiled (and kept for the next time) and run as a process of its own, within --timeout and \
      --memory: without network, other files and other programs, as far as the system can do that. \
      A closure that throws, crashes or does not end ends the migration with exit code 1 \
      and its place in the source; nothing is written then.

      What the newer version has no place for is counted before it goes, said first, and ends with \
      exit code 1 unless it is acknowledged as for 'verify'; the copy is written all the same. Rows \
      that the plan's own code deletes are counted and are no fault.

      --in-place puts the result in the place of the store, after a backup was written beside it \
      and checked; not when anything is lost that is not acknowledged.

      Examples:
        storedoctor migrate notes.store --model Sources/Models -o new.store --trace
        storedoctor migrate notes.store --model Sources/Models --to 1.1.0 -o new.store --verify
        storedoctor migrate old.sqlite --model Notes.xcdatamodeld --in-place
      """)
  static let wordOptions =
    ["to", "output"] + ClosureOptions.wordOptions + LossOptions.wordOptions

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Option(help: "The version to end with; without it the current one.")
  var to: String?

  @Option(name: .shortAndLong, help: "The store to make.", completion: .file())
  var output: String?

  @Flag(help: "Migrate the store itself, after a checked backup was written beside it.")
  var inPlace = false

  @Flag(help: "Hash what both versions share before and after each stage, at any size.")
  var verify = false

  @OptionGroup var closures: ClosureOptions
  @OptionGroup var losses: LossOptions
  @OptionGroup var common: CommonOptions

  var replacesFile: Bool { true }

  /// Stores up to this size are hashed without being asked to: it takes less than a second.
  private static let hashedBytes: Int64 = 64 << 20

  func run(in session: Session) throws -> Report {
    guard let path = store ?? session.storePath else {
      throw Failure.usage("no store given", help: "usage: \(Self.usage)")
    }
    guard (output != nil) != inPlace else {
      throw Failure.usage(
        "a new file or --in-place is needed, and not both", help: "usage: \(Self.usage)")
    }
    var original: OriginalStore?
    do {
      return try migrate(path, &original, session)
    } catch PlanFailure.findings(let findings) {
      let isKept = original?.isUnchanged ?? true
      let state = isKept ? "is unchanged" : "HAS CHANGED since the closures began"
      return Report(
        command: Self.name, findings: findings,
        sections: [.lines(["nothing was written, and '\(VisibleText(path).text)' \(state)"])],
        status: .found)
    }
  }

  private func migrate(
    _ path: String, _ original: inout OriginalStore?, _ session: Session
  ) throws -> Report {
    let (way, size) = try way(path, session)
    let policy = try session.lossPolicy(losses)
    guard !way.steps.isEmpty else {
      return Report(
        command: Self.name, sections: [.lines([PlanText.title(way)])], body: PlanText.json(way))
    }
    var options = StoreMigration.Options(facts: StageFacts.current)
    options.closures = closures.skipClosures ? .skip : .refuse
    options.hashesContent = verify || size <= Self.hashedBytes
    options.isLive = session.settings.isLive
    let progress = MigrationProgress(session)
    options.progress = { progress.show($0) }
    defer { progress.finish() }
    let runner =
      closures.skipClosures
      ? nil
      : try session.closureRunner(
        for: way, limits: closures.limits(), trust: closures.trust)
    defer { runner?.finish() }
    runner?.onProgress = { progress.show($0) }
    // Reading all of a store takes its time, so only where code will run that could reach it.
    let level = ConfinementLevel.available(session.console.environment)
    let before = runner.map { _ in OriginalStore(path, hashes: level == .none) }
    original = before
    // What does not compile is said before anything is copied.
    try runner?.prepare()
    options.runner = runner
    var migration = StoreMigration(store: path, path: way, options: options)
    let sink = MigrationSink(session, store: path, way)
    let trace = MigrationTrace(sink)
    if inPlace {
      if session.storePath == path { session.close() }
      let backup = try backup(of: path)
      migration.options.approve = { stages in
        guard isKept(before, runner) else {
          throw Failure(
            status: .found,
            message:
              "'\(VisibleText(path).text)' changed while the closures ran, and is left as it is")
        }
        let lost = LossReport(stages, way.steps, policy).findings
        if !lost.isEmpty { throw PlanFailure.findings(lost) }
      }
      let result = try migration.runInPlace(backup: backup, trace: trace)
      return report(
        result, way, policy, runner, sink, session,
        wrote: "'\(path)' in place, backup '\(backup.path)'")
    }
    let target = try newFile(beside: path)
    let result = try migration.run(to: target, trace: trace)
    guard isKept(before, runner) else {
      throw Failure(
        status: .found,
        message: "'\(VisibleText(path).text)' changed while the closures ran; the new store is "
          + "'\(VisibleText(target.path).text)'")
    }
    return report(result, way, policy, runner, sink, session, wrote: "'\(target.path)'")
  }

  /// Code that was not confined may have reached the original.
  private func isKept(_ original: OriginalStore?, _ runner: PlanRunner?) -> Bool {
    runner?.confinement != ConfinementLevel.none || original?.isUnchanged != false
  }

  /// The way is found before anything is written; the store is closed again then, because a
  /// process loses its locks on a file with any descriptor it closes.
  private func way(_ path: String, _ session: Session) throws -> (MigrationPath, Int64) {
    guard session.isStore(path) else {
      throw Failure.unreadable("'\(VisibleText(path).text)' is not a store")
    }
    // What is read of it from here on is read by the migration, which may have to lock it.
    defer { session.releaseStores() }
    let question = try MigrationQuestion(session, start: path, to: to)
    let pages = try question.store?.connection.value("PRAGMA page_count")?.integer ?? 0
    do throws(MigrationError) {
      return (try question.path(), pages * 4096)
    } catch {
      guard error.code != nil else { throw error }
      let finding = MigrationRules.finding(
        error, store: question.store, among: question.histories)
      var failure = Failure(error)
      failure.message = VisibleText(finding.message).text
      failure.help.insert(contentsOf: finding.help.map { [$0] } ?? [], at: 0)
      throw failure
    }
  }

  private func newFile(beside path: String) throws -> StoreOutput {
    let output = output ?? ""
    guard !FileIdentity.isSame(path, output) else {
      throw Failure.usage(
        "'\(VisibleText(output).text)' is the store itself",
        help: "choose another name, or --in-place")
    }
    return try StoreOutput(path: output, replaces: common.force, stores: [path])
  }

  private func backup(of path: String) throws -> StoreOutput {
    do throws(StoreOutputError) {
      return try StoreOutput(path: path + ".backup", replaces: common.force, stores: [path])
    } catch {
      var failure = Failure(error)
      switch error {
      case .exists, .store, .dataExists, .inTheWay:
        failure.help = [
          "if it is the backup of an earlier migration, move it away, or remove it when the store "
            + "is as it should be",
          "or leave the store as it is: '-o NEW' writes the result to a new file",
        ]
      default: break
      }
      throw failure
    }
  }

  private func report(
    _ result: StoreMigration.Result, _ way: MigrationPath, _ policy: LossPolicy,
    _ runner: PlanRunner?, _ sink: MigrationSink?, _ session: Session, wrote: String
  ) -> Report {
    let lost = LossReport(result.stages, way.steps, policy)
    let skipped = zip(result.stages, way.steps).filter(\.0.skippedClosures).map { _, step in
      var finding = MigrationRules.migrationNotRun.finding(
        "the closures of '\(step.name)' were not run; what they do is missing in the new store",
        help: "leave --skip-closures out")
      finding.location = step.codeLocation ?? step.location
      return finding
    }
    var report = Report(
      command: Self.name,
      findings: lost.findings + result.missingFiles.map { Finding($0, path: store ?? "") } + skipped
        + LaunchFaults.findings(way) + (runner?.findings ?? [])
        + (sink?.findings() ?? []))
    if !report.findings.isEmpty { report.status = .found }
    report.sections = lost.sections + [.lines([PlanText.title(way)])]
    for (index, stage) in result.stages.enumerated() {
      report.sections += MigrationText.sections(
        stage, step: way.steps[index], title: "Stage \(index + 1) of \(result.stages.count)",
        showsCosts: session.trace != nil)
      report.sections += ClosureText.sections(
        runner, stage: stage.stage, showsCosts: session.trace != nil)
    }
    report.sections += lost.closingSections
    if !result.notes.isEmpty {
      report.sections.append(.lines(result.notes, title: "Likely, not certain"))
    }
    if let level = runner?.confinement {
      report.sections.append(.lines([ConfinementText.sentence(level)]))
    }
    report.sections.append(.lines(["wrote \(wrote), read \(result.bytesRead)"]))
    report.body = PlanText.json(way)
    report.body["stages"] = .array(
      result.stages.map { MigrationText.json($0, showsCosts: session.trace != nil) })
    report.body["closures"] = ClosureText.json(runner, showsCosts: session.trace != nil)
    if let level = runner?.confinement { report.body["confinement"] = ConfinementText.json(level) }
    report.body["losses"] = lost.json
    report.body["notes"] = .strings(result.notes)
    report.body["bytesRead"] = .string(result.bytesRead)
    report.body["path"] = .optional(output ?? store)
    return report
  }
}
