internal import ArgumentParser
internal import Diagnostics
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct MigrateCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "migrate", abstract: "Migrate a copy of a store, stage by stage.",
    usage: "storedoctor migrate STORE --model PATH [--to VERSION] -o NEW",
    discussion: """
      Takes a copy of the store through the stages that lead to the target, each in one \
      exclusive transaction, and says what it did to rows and links. The store itself is only \
      read. The new file appears under its name when it is complete; until then it lies in a \
      private folder '.partial-…' beside it. A SQLite file is never replaced; --force replaces \
      other files. With --trace every statement is shown under its stage.

      Closures of custom stages are the app's own code. The parts of the Swift files that the \
      plan needs are compiled (and kept for the next run) and run in a process of their own, \
      within --timeout and --memory and without network, other files and other programs, as far \
      as the system can enforce that. A closure that throws, crashes or does not end stops the \
      migration with exit code 1 and its place in the source; nothing is written then.

      Data that the newer version has no place for are counted and reported first. The copy is \
      written all the same, but the exit code is 1 unless the loss is acknowledged as for \
      'verify'. Rows that the plan's own code deletes are counted, and are not a loss.

      --to also takes a copy back to an older version, which Core Data never does: for people \
      who have installed a test build. Each step is inferred backwards, so that what was renamed \
      gets its old name back. Nothing is written if it would lose data without an \
      acknowledgement. What closures have changed stays changed; the report says so.

      With --compare the rows of the store and of the new one are compared afterwards, as by \
      'diff --rows' along the stages: which rows came and went, which values and links differ, and \
      what was put into new properties. That shows what closures did; the exit code does not depend \
      on it. Where a mapping model makes rows anew, --key Note.id says what tells them apart.

      --in-place replaces the store itself, after a backup was written beside it and checked; \
      not if data would be lost without an acknowledgement.

      Examples:
        storedoctor migrate notes.store --model Sources/Models -o new.store --trace
        storedoctor migrate notes.store --model Sources/Models --to 1.1.0 -o new.store --verify
        storedoctor migrate notes.store --model Sources/Models -o new.store --compare --show-values
        storedoctor migrate beta.store --model Sources/Models --to 1.0.0 -o old.store --allow-loss Note.color
        storedoctor migrate old.sqlite --model Notes.xcdatamodeld --in-place
      """)
  static let wordOptions =
    ["to", "output", "key"] + ClosureOptions.wordOptions + LossOptions.wordOptions

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Option(
    help: "The version to migrate to, which may be an older one; the current one if left out.")
  var to: String?

  @Flag(help: ChainOption.help)
  var chain = false

  @Option(name: .shortAndLong, help: "The store to make.", completion: .file())
  var output: String?

  @Flag(help: "Migrate the store itself, after writing and checking a backup beside it.")
  var inPlace = false

  @Flag(
    help:
      "Compare the data that both versions share before and after each stage, however large the store."
  )
  var verify = false

  @OptionGroup var comparison: CompareOptions

  @Option(
    help: ArgumentHelp(
      "With --compare: what tells rows of an entity apart; repeatable.",
      valueName: "entity.attribute"))
  var key: [String] = []

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
        "give either -o NEW or --in-place", help: "usage: \(Self.usage)")
    }
    guard key.isEmpty || comparison.compare else {
      throw Failure.usage("--key goes with --compare")
    }
    let keys = try CompareOptions.keys(key)
    let start = try start(path, session)
    let way: MigrationPath
    switch start.way {
    case .success(let found): way = found
    case .failure(let error): return try report(error, start, path)
    }
    let policy = try session.lossPolicy(losses)
    // There is nothing to do in the store's place.
    guard !way.steps.isEmpty || !inPlace else {
      var answer = MigrationAnswer(way)
      answer.add(start.remarks.map { $0.placed(in: path) })
      return report(
        answer, LossText.headlines(answer.headlines) + [.lines([PathText.title(way)])])
    }
    var migration = MigrationRun(path, along: way, policy: policy)
    migration.hashesContent = verify || start.size <= Self.hashedBytes
    migration.isLive = session.settings.isLive
    migration.isConfined = ConfinementLevel.available(session.console.environment) != .none
    migration.models = session.settings.models
    migration.skipsClosures = closures.skipClosures
    if comparison.compare {
      migration.comparison = .init(keys: keys, showsValues: session.settings.showsValues)
    }
    let progress = MigrationProgress(session)
    migration.progress = { progress.show($0) }
    defer { progress.finish() }
    if !closures.skipClosures {
      migration.runner = try session.closureRunner(
        for: way, limits: closures.limits(), trust: closures.trust)
    }
    defer { migration.runner?.finish() }
    migration.runner?.onProgress = { progress.show($0) }
    var wrote = ""
    var answer: MigrationAnswer
    do {
      answer = try migration.run {
        let sink = MigrationSink(session, store: path)
        guard inPlace else {
          let target = try newFile(beside: path)
          wrote = "'\(target.path)'; the original is unchanged"
          return (.file(target), sink)
        }
        if session.storePath == path { session.close() }
        let backup = try backup(of: path)
        wrote = "'\(path)' in place; the backup is '\(backup.path)'"
        return (.inPlace(backup: backup), sink)
      }
    } catch let error as MigrationError where error.status == .found {
      return try report(error, start, path)
    }
    answer.add(start.remarks.map { $0.placed(in: path) })
    answer.file = output ?? store
    answer.showsCosts = session.trace != nil
    if let isUnchanged = answer.storeIsUnchanged {
      let state = isUnchanged ? "is unchanged" : "HAS CHANGED since the closures began"
      let line = "nothing was written, and '\(VisibleText(path).text)' \(state)"
      return report(answer, [.lines([line])])
    }
    let log = answer.bytesRead == "main" ? [] : ["read \(answer.bytesRead)"]
    let last = Report.Section.lines(["wrote \(wrote)"] + log)
    return report(answer, StageText.sections(answer) + [last])
  }

  /// What is known of a migration before it begins.
  private struct Start {
    let way: Result<MigrationPath, MigrationError>
    let identification: Identification?
    /// What is to be said of the store itself.
    let remarks: [Finding]
    /// Of the store, in bytes.
    let size: Int64
  }

  /// The way is found before anything is written; the store is closed again then, because a process
  /// loses its locks on a file with any descriptor it closes.
  private func start(_ path: String, _ session: Session) throws -> Start {
    guard session.isStore(path) else {
      // What is no SQLite file says here what it is instead.
      _ = try session.namedCoreDataStore(path)
      throw Failure.unreadable("'\(VisibleText(path).text)' is not a store")
    }
    // What is read of it from here on is read by the migration, which may have to lock it.
    defer { session.releaseStores() }
    var question = try session.question(from: path, to: to)
    question.isChained = chain
    question.goesBack = to != nil
    let pages = try question.store?.connection.value("PRAGMA page_count")?.integer ?? 0
    let way: Result<MigrationPath, MigrationError>
    do throws(MigrationError) {
      way = .success(try question.path())
    } catch {
      guard error.status == .found else { throw error }
      way = .failure(error)
    }
    return Start(
      way: way, identification: question.identification,
      remarks: (try? way.get()).map { question.findings(along: $0) } ?? [], size: pages * 4096)
  }

  /// A migration that ends, or does not begin, for a reason in the store or the models.
  private func report(_ error: MigrationError, _ start: Start, _ path: String) throws -> Report {
    var answer = MigrationAnswer(
      ended: error, start.identification, along: try? start.way.get(), at: path)
    answer.add(start.remarks.map { $0.placed(in: path) })
    let line = "nothing was written, and '\(VisibleText(path).text)' is unchanged"
    return report(answer, [.lines([line])])
  }

  private func report(_ answer: MigrationAnswer, _ sections: [Report.Section]) -> Report {
    var report = Report(command: Self.name, answer, sections: sections)
    report.order = .severity
    return report
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
}
