internal import ArgumentParser
internal import Diagnostics
internal import Lint
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct FreezeCommand: FindingsCommand {
  static let idleOptions = CommonOptions.ofStores
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "freeze", abstract: "Lock shipped versions, or check that none was edited.",
    usage: "storedoctor freeze --model PATH [--check] | --git REPO [--tags PATTERN]",
    discussion: """
      Writes 'storedoctor.lock': identifier, checksum, entity hashes and the shape of every version, \
      to be committed when a version ships. With --check nothing is written, and every property that \
      was edited in a shipped version is named; exit code 1. 'lint' does the same where it finds the \
      lock.

      --git writes the lock from the releases themselves: the models of every tag are read from \
      the repository, without a checkout, and each version is locked as the first release shipped \
      it. A version that a later release changed is named, with exit code 1: there are stores of \
      both. Models without versions are locked as the newest release has them.

      Examples:
        storedoctor freeze --model Sources
        storedoctor freeze --git . --tags 'v*'
        storedoctor freeze --check --model Sources
      """)

  @Flag(help: "Compare with the lock instead of writing it.")
  var check = false

  @Flag(help: "Overwrite versions that were edited since they were locked.")
  var replace = false

  @Option(help: ArgumentHelp("The lock file.", valueName: "file"), completion: .file())
  var lock: String = SchemaLock.fileName

  @Option(
    help: ArgumentHelp("The repository whose releases have shipped.", valueName: "repo"),
    completion: .directory)
  var git: String?

  @Option(help: ArgumentHelp("The tags that are releases; all if left out.", valueName: "pattern"))
  var tags: String?

  @Option(
    help: ArgumentHelp(
      "Only models below this folder of the repository; repeatable.", valueName: "path"))
  var paths: [String] = []

  @OptionGroup var reports: ReportOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    if let git { return try released(git, session) }
    guard tags == nil, paths.isEmpty else {
      throw Failure.usage("--tags and --paths go with --git", help: "add --git REPO")
    }
    let paths = session.settings.models
    guard !paths.isEmpty else {
      throw Failure.usage("no model given", help: "usage: \(Self.usage)")
    }
    for path in paths where !session.isStore(path) { _ = try? session.load(path) }
    // To write one there would be two, and the nearer one would hide the other.
    let above = check && lock == SchemaLock.fileName ? LintProject.lock(above: ".") : nil
    let lock = above ?? lock
    guard let freeze = try FreezeRun(models: paths, lock: lock) else {
      throw Failure.unreadable(
        "no model is in " + paths.map { "'\(VisibleText($0).text)'" }.joined(separator: ", "))
    }
    // What was misread is not what ships.
    if !check, session.sourceFaults.contains(where: { $0.rule == SourceFaults.syntaxError.id }) {
      throw Failure.unreadable("no lock is written from source that does not parse")
    }
    guard TextFile.exists(lock) else {
      guard !check else {
        throw Failure.unreadable(
          "there is no lock '\(VisibleText(lock).text)'", help: "write it without --check")
      }
      return try Self.report(freeze.create())
    }
    let bytes = try TextFile.bytes(of: lock)
    let shipped = try SchemaLock(String(decoding: bytes, as: UTF8.self), path: lock)
    let comparison = freeze.check(against: shipped)
    return try check || (!comparison.findings.isEmpty && !replace)
      ? Self.report(comparison)
      : Self.report(freeze.update(shipped, bytes, replacing: replace))
  }

  private func released(_ git: String, _ session: Session) throws -> Report {
    guard session.settings.models.isEmpty, !check else {
      throw Failure.usage(
        "--git reads the releases, not '--model' or '--check'",
        help: "write the lock with --git first, then check the models against it without")
    }
    let progress = Progress("reading", session)
    defer { progress.finish() }
    let paths = paths.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    let released = try ReleasedVersions(
      of: GitRepository(git), tags: tags ?? "*", below: paths,
      cache: ToolPath.revisionCache(session.console.environment, repository: git, below: paths)
    ) { progress.advance(Double($0), of: $1, "releases") }
    progress.finish()
    guard !released.tags.isEmpty || tags != nil else {
      throw Failure.usage(
        "'\(VisibleText(git).text)' has no tags, and only what is tagged is taken for released: "
          + "nothing was read, and nothing is locked",
        help: "'git fetch --tags' gets those of the server; 'git tag NAME COMMIT' marks a release; "
          + "without --git the models are locked as they are")
    }
    guard !released.tags.isEmpty else {
      throw Failure.usage(
        "no tag of '\(VisibleText(git).text)' is like '\(VisibleText(tags ?? "*").text)'",
        help: "'git tag' lists them; 'git fetch --tags' gets those of the server")
    }
    guard let freeze = FreezeRun(released, lock: lock) else {
      throw Failure.unreadable(
        "no model is in the \(released.tags.count) releases of '\(VisibleText(git).text)'")
    }
    guard TextFile.exists(lock) else { return try Self.report(freeze.create()) }
    let bytes = try TextFile.bytes(of: lock)
    let locked = try SchemaLock(String(decoding: bytes, as: UTF8.self), path: lock)
    let disagreements = freeze.disagreements(with: locked)
    guard disagreements.isEmpty || replace else {
      throw Failure.usage(
        disagreements.joined(separator: "; "),
        help: "use '--replace' to lock what was released, or '--lock FILE' to write another file")
    }
    return try Self.report(freeze.update(locked, bytes, replacing: replace))
  }

  private static func report(_ check: LockCheck) throws -> Report {
    var sections: [Report.Section] = []
    if check.verdict == .done {
      let count = check.locked - check.changed
      var lines: [String] = []
      if count > 0 || check.changed == 0 {
        lines.append("\(count) locked version\(count == 1 ? "" : "s") unchanged")
      }
      if check.changed > 0 {
        lines.append(
          "the unversioned models have changed, and the stores of the locked ones migrate")
      }
      if !check.elsewhere.isEmpty {
        lines.append(
          "not looked at, because its files were not given: " + check.elsewhere.quotedList())
      }
      sections.append(.lines(lines))
    }
    if !check.unknown.isEmpty {
      sections.append(
        .lines(check.unknown, title: "Unknown whether these versions are as they shipped"))
    }
    return Report(command: name, check, sections: sections)
  }

  private static func report(_ frozen: FrozenVersions) throws -> Report {
    let rows = frozen.schemas.flatMap { schema in
      schema.versions.map { version in
        [schema.name, version.name, version.identifier ?? "", version.checksum ?? "unknown"]
      }
    }
    let table = Report.Table(
      [.init("schema"), .init("version"), .init("identifier"), .init("checksum")], rows: rows)
    let section: Report.Section =
      rows.isEmpty && frozen.replaced.isEmpty
      ? .lines(["'\(frozen.lock)' holds every version already"])
      : .table(table, title: "Locked in '\(frozen.lock)'")
    let more = [
      ("Replaced", frozen.replaced), ("Edited after they shipped", frozen.edits),
      ("Limits", frozen.limits),
    ]
    .filter { !$0.1.isEmpty }.map { Report.Section.lines($0.1, title: $0.0) }
    return Report(
      command: name, frozen,
      sections: (rows.isEmpty && !frozen.replaced.isEmpty ? [] : [section]) + more)
  }
}
