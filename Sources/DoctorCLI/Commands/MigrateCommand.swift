internal import ArgumentParser
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct MigrateCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Migrate a copy of a store, stage by stage.",
    usage: "storedoctor migrate STORE --model PATH [--to VERSION] -o NEW",
    discussion: """
      Takes a copy of the store through the stages that lead to the target, each in one exclusive \
      transaction, and says what it did to rows and links. The store itself is only read. The new \
      file appears under its name when it is complete; until then it is called '.partial-…'. With \
      --trace every statement is shown under its stage.

      Closures of custom stages are the app's own code: what the plan needs of the Swift files is \
      compiled (and kept for the next time) and run as a process of its own, within --timeout and \
      --memory. A closure that throws, crashes or does not end ends the migration with exit code 1 \
      and its place in the source; nothing is written then.

      --in-place puts the result in the place of the store, after a backup was written beside it \
      and checked.

      Examples:
        storedoctor migrate notes.store --model Sources/Models -o new.store --trace
        storedoctor migrate notes.store --model Sources/Models --to 1.1.0 -o new.store --verify
        storedoctor migrate old.sqlite --model Notes.xcdatamodeld --in-place
      """)
  static let wordOptions = ["to", "output"] + ClosureOptions.wordOptions

  @Argument(help: "The store; in the shell, the open one.")
  var store: String?

  @Option(help: "The version to end with; without it the current one.")
  var to: String?

  @Option(name: .shortAndLong, help: "The store to make.")
  var output: String?

  @Flag(help: "Migrate the store itself, after a checked backup was written beside it.")
  var inPlace = false

  @Flag(help: "Replace the file, its side files and its folder of external data.")
  var force = false

  @Flag(help: "Hash what both versions share before and after each stage, at any size.")
  var verify = false

  @OptionGroup var closures: ClosureOptions
  @OptionGroup var common: CommonOptions

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
    do {
      return try migrate(path, session)
    } catch PlanFailure.findings(let findings) {
      return Report(
        command: Self.name, findings: findings,
        sections: [.lines(["nothing was written, and '\(VisibleText(path).text)' is unchanged"])],
        status: .found)
    } catch let error as StoreOutputError {
      var failure = Failure(error)
      failure.status = .unreadable
      throw failure
    }
  }

  private func migrate(_ path: String, _ session: Session) throws -> Report {
    let (way, size) = try way(path, session)
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
      ? nil : try session.closureRunner(for: way, limits: closures.limits())
    defer { runner?.finish() }
    runner?.onProgress = { progress.show($0) }
    // What does not compile is said before anything is copied.
    try runner?.prepare()
    options.runner = runner
    let migration = StoreMigration(store: path, path: way, options: options)
    let sink = MigrationSink(session, store: path, way)
    let trace = MigrationTrace(sink)
    if inPlace {
      if session.storePath == path { session.close() }
      let backup = try backup(of: path)
      let result = try migration.runInPlace(backup: backup, trace: trace)
      return report(
        result, way, runner, sink, session, wrote: "'\(path)' in place, backup '\(backup.path)'")
    }
    let target = try newFile(beside: path)
    let result = try migration.run(to: target, trace: trace)
    return report(result, way, runner, sink, session, wrote: "'\(target.path)'")
  }

  /// The way is found before anything is written; the store is closed again then, because a
  /// process loses its locks on a file with any descriptor it closes.
  private func way(_ path: String, _ session: Session) throws -> (MigrationPath, Int64) {
    guard session.isStore(path) else {
      throw Failure.unreadable("'\(VisibleText(path).text)' is not a store")
    }
    let question = try MigrationQuestion(session, start: path, to: to)
    let pages = try question.store?.connection.value("PRAGMA page_count")?.integer ?? 0
    return (try question.path(), pages * 4096)
  }

  private func newFile(beside path: String) throws -> StoreOutput {
    let output = output ?? ""
    guard !FileIdentity.isSame(path, output) else {
      throw Failure.usage(
        "'\(VisibleText(output).text)' is the store itself",
        help: "choose another name, or --in-place")
    }
    return try StoreOutput(path: output, replaces: force)
  }

  private func backup(of path: String) throws -> StoreOutput {
    try StoreOutput(path: path + ".backup", replaces: force)
  }

  private func report(
    _ result: StoreMigration.Result, _ way: MigrationPath, _ runner: PlanRunner?,
    _ sink: MigrationSink?, _ session: Session, wrote: String
  ) -> Report {
    var report = Report(
      command: Self.name,
      findings: LaunchFaults.findings(way) + (runner?.findings ?? []) + (sink?.findings() ?? []))
    if !report.findings.isEmpty { report.status = .found }
    report.sections = [.lines([PlanText.title(way)])]
    for (index, stage) in result.stages.enumerated() {
      report.sections += MigrationText.sections(
        stage, step: way.steps[index], title: "Stage \(index + 1) of \(result.stages.count)",
        showsCosts: session.trace != nil)
      report.sections += ClosureText.sections(
        runner, stage: stage.stage, showsCosts: session.trace != nil)
    }
    if !result.notes.isEmpty {
      report.sections.append(.lines(result.notes, title: "Likely, not certain"))
    }
    report.sections.append(.lines(["wrote \(wrote), read \(result.bytesRead)"]))
    report.body = PlanText.json(way)
    report.body["stages"] = .array(
      result.stages.map { MigrationText.json($0, showsCosts: session.trace != nil) })
    report.body["closures"] = ClosureText.json(runner, showsCosts: session.trace != nil)
    report.body["notes"] = .strings(result.notes)
    report.body["bytesRead"] = .string(result.bytesRead)
    report.body["path"] = .optional(output ?? store)
    return report
  }
}
