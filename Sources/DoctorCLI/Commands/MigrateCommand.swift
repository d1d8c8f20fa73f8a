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
      --trace every statement is shown under its stage. Closures of custom stages are the app's \
      own code: a stage with closures is refused unless --skip-closures leaves them out.

      --in-place puts the result in the place of the store, after a backup was written beside it \
      and checked.

      Examples:
        storedoctor migrate notes.store --model Sources/Models -o new.store --trace
        storedoctor migrate notes.store --model Sources/Models --to 1.1.0 -o new.store --verify
        storedoctor migrate old.sqlite --model Notes.xcdatamodeld --in-place
      """)
  static let wordOptions = ["to", "output"]

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

  @Flag(help: "Run only the lightweight part of custom stages; their closures are left out.")
  var skipClosures = false

  @Flag(help: "Hash what both versions share before and after each stage, at any size.")
  var verify = false

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
    options.closures = skipClosures ? .skip : .refuse
    options.hashesContent = verify || size <= Self.hashedBytes
    options.isLive = session.settings.isLive
    let progress = MigrationProgress(session)
    options.progress = { progress.show($0) }
    defer { progress.finish() }
    let migration = StoreMigration(store: path, path: way, options: options)
    let trace = MigrationTrace(session.trace)
    if inPlace {
      if session.storePath == path { session.close() }
      let backup = try backup(of: path)
      let result = try migration.runInPlace(backup: backup, trace: trace)
      return report(result, way, session, wrote: "'\(path)' in place, backup '\(backup.path)'")
    }
    let target = try newFile(beside: path)
    let result = try migration.run(to: target, trace: trace)
    return report(result, way, session, wrote: "'\(target.path)'")
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
    _ result: StoreMigration.Result, _ way: MigrationPath, _ session: Session, wrote: String
  ) -> Report {
    var report = Report(command: Self.name)
    report.sections = [.lines([PlanText.title(way)])]
    for (index, stage) in result.stages.enumerated() {
      report.sections += MigrationText.sections(
        stage, step: way.steps[index], title: "Stage \(index + 1) of \(result.stages.count)",
        showsCosts: session.trace != nil)
    }
    if !result.notes.isEmpty {
      report.sections.append(.lines(result.notes, title: "Likely, not certain"))
    }
    report.sections.append(.lines(["wrote \(wrote), read \(result.bytesRead)"]))
    report.body = PlanText.json(way)
    report.body["stages"] = .array(
      result.stages.map { MigrationText.json($0, showsCosts: session.trace != nil) })
    report.body["notes"] = .strings(result.notes)
    report.body["bytesRead"] = .string(result.bytesRead)
    report.body["path"] = .optional(output ?? store)
    return report
  }
}
