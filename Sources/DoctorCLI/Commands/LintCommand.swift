public import ArgumentParser
internal import Diagnostics
internal import Lint
internal import StoreDoctor
internal import StoreModel

struct LintCommand: FindingsCommand {
  static let idleOptions = CommonOptions.ofStores.union(["model"])
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "lint", abstract: "Find mistakes in models, versions and migration plans.",
    usage: "storedoctor lint [PATH…]",
    discussion: """
      PATH is Swift source, a folder, an .xcdatamodeld, a .momd or a store; without one, the paths \
      of .storedoctor.yml, which is looked for in the folder and above. 'rules' lists what is looked \
      for, 'explain RULE' says why. Exit code 1 when a warning or an error is found; '--fail-on note' \
      counts notes, too.

      Code of others (Pods, Carthage, node_modules …), generated files, files that git ignores, code \
      that no target of the Xcode project builds, and tests are left out, unless you name them.

      In source, '// storedoctor:ignore[rule] reason' silences a rule for the next declaration, \
      '// storedoctor:ignore-file[rule] reason' for the file.

      --since reports what is new since a git revision. If that is a tag, the versions of its models \
      count as shipped, as with 'freeze': whoever edits one is told what the next release would break.

      Formats: text, json, sarif, github, gitlab, junit, markdown; the last draws the entities that \
      findings are about, for a pull request.

      Examples:
        storedoctor lint Sources
        storedoctor lint Sources --since origin/main --format github
        storedoctor lint Sources --since v2.3.0
        storedoctor lint Sources --baseline known.txt --update-baseline
      """)

  @Argument(help: "Swift files, folders, model files, stores.", completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Use this configuration file instead of the nearest .storedoctor.yml.", valueName: "file"),
    completion: .file())
  var config: String?

  @Option(
    help: ArgumentHelp(
      "Report only findings that this file does not list; its paths count from its folder.",
      valueName: "file"),
    completion: .file())
  var baseline: String?

  @Flag(help: "Rewrite the baseline's lines about PATH from today's findings.")
  var updateBaseline = false

  @Option(
    help: ArgumentHelp(
      "Report only what is new since this git revision.", valueName: "ref"))
  var since: String?

  @Option(
    help: ArgumentHelp("Exit with 1 at this severity or above.", valueName: "note|warning|error"))
  var failOn: Severity?

  @Option(
    help: ArgumentHelp(
      "Whether CloudKit mirrors the models; auto asks the source.",
      valueName: "auto|on|off"))
  var cloudkit: LintSettings.CloudKit?

  @Flag(help: "Read vendored, generated, git-ignored and test files too.")
  var allFiles = false

  @Flag(help: "Apply the safe fixes and report the rest.")
  var fix = false

  @Flag(help: "Show what --fix would change.")
  var diff = false

  @Flag(help: "Ignore the cache.")
  var noCache = false

  @Option(
    help: ArgumentHelp(
      "For build plugins: print absolute paths, and write an empty Swift file there.",
      valueName: "file"), completion: .file())
  var buildStep: String?

  @OptionGroup var reports: ReportOptions
  @OptionGroup var common: CommonOptions

  var replacesFile: Bool { updateBaseline }
  var subject: String? { paths.first }

  func run(in session: Session) throws -> Report {
    if paths.contains("") { throw Failure.emptyPath }
    guard
      var lint = try LintRun(
        paths, configuration: config, cloudKit: cloudkit, failOn: failOn, allFiles: allFiles,
        usesBaseline: baseline == nil && !updateBaseline, read: TextFile.read)
    else {
      throw Failure.usage(
        "no path given, and none in '\(LintConfiguration.fileName)'", help: "usage: \(Self.usage)")
    }
    let cache = { noCache ? nil : ToolPath.lintCache(session.console.environment, subject: $0) }
    let oldest = cache(lint.subject + ["since"])
    let old = try findings(at: since, &lint, cache: oldest, session)
    try lint.checkLosses()
    let (known, run) = (cache(lint.subject), lint)
    var answer = try patiently(session) { run.answer(cache: known) }
    if let buildStep {
      try answer.finishBuildStep(writing: buildStep)
      return Report(command: Self.name, findings: answer.findings, status: answer.verdict)
    }
    answer.removeFindings(of: old)
    let fixes = fix || diff ? lint.fixes(of: answer) : []
    if diff {
      let difference = LintDifference(fixes)
      return Report(command: Self.name, difference, sections: [.verbatim(difference.diff)])
    }
    try answer.apply(fixes)
    let changes = fixes.reduce(0) { $0 + $1.edits.count }
    if changes > 0 {
      note("\(Self.count(changes, "change")) in \(Self.count(fixes.count, "file"))", session)
    }
    try removeKnown(from: &answer, of: lint, session)
    answer.gather()
    // What was not read is said in every case: nothing found there means nothing.
    for problem in answer.unread {
      session.console.note("storedoctor: \(problem.location?.path ?? ""): \(problem.message)")
    }
    if let text = answer.unseenText { session.console.note("storedoctor: \(text)") }
    for text in lint.input.notes { note(text, session) }
    note("\(FindingCount.text(answer.findings)) in \(Self.files(answer))", session)
    var report = Report(command: Self.name, answer)
    report.failing = answer.failOn
    let (found, input) = (answer.findings, lint.input)
    report.picture = ModelPictures.picture(of: found, in: input)
    return report
  }

  /// What was found at a revision already. If it is a release, what it shipped counts as locked.
  private func findings(
    at since: String?, _ lint: inout LintRun, cache: LintCache?, _ session: Session
  ) throws -> [Finding] {
    guard let revision = try since.map(GitRevision.init) else { return [] }
    let linter = lint.linter
    let (findings, input) = try revision.findings(
      lint.paths, lint.project, lock: lint.lockPath, allFiles: allFiles
    ) { old in
      try patiently(session) { linter.lint(old, cache: cache) }
    }
    if let input { lint.compare(with: input) }
    if let input, try revision.isTag() { lint.lock(shipped: input) }
    return findings
  }

  /// In the shell Ctrl-C ends the work and gives the prompt back.
  private func patiently<Answer: Sendable>(
    _ session: Session, _ work: @escaping @Sendable () -> Answer
  ) throws -> Answer {
    guard session.isStoppable else { return work() }
    let interrupt = InterruptFlag()
    Interrupts.watch(interrupt)
    defer { Interrupts.stopWatching() }
    guard let answer = LintRun.answer(of: work, isStopped: { interrupt.isRaised }) else {
      throw Failure.unreadable("interrupted")
    }
    return answer
  }

  private func removeKnown(
    from answer: inout LintAnswer, of lint: LintRun, _ session: Session
  ) throws {
    guard let path = try lint.baseline(given: baseline) else {
      guard !updateBaseline else {
        throw Failure.usage("--update-baseline needs a file", help: "add '--baseline FILE'")
      }
      return
    }
    if updateBaseline {
      let old = try? Baseline(TextFile.read(path), path: path)
      let count = try answer.moveFindings(
        toBaseline: path, over: old, of: lint.paths, force: common.force)
      return note(
        "'\(path)' lists \(count) finding\(count == 1 ? "" : "s"), each place by itself", session)
    }
    guard TextFile.exists(path) else {
      var failure = Failure.unreadable("there is no baseline '\(VisibleText(path).text)'")
      failure.help = ["write it with '--baseline FILE --update-baseline', and commit it"]
      throw failure
    }
    let known = try Baseline(TextFile.read(path), path: path)
    let unused = answer.removeFindings(knownIn: known)
    guard unused > 0 else { return }
    note(
      "\(unused) of \(known.lines.count) lines of '\(path)' no longer match anything; "
        + "'--update-baseline' removes them", session)
  }

  private static func count(_ number: Int, _ what: String) -> String {
    "\(number) \(what)\(number == 1 ? "" : "s")"
  }

  private static func files(_ answer: LintAnswer) -> String {
    let kinds = [
      (answer.files, "Swift file"), (answer.objectiveC, "Objective-C file"),
      (answer.models, "model"),
    ]
    let named = kinds.filter { $0.0 > 0 }.map { count($0.0, $0.1) }
    return named.isEmpty ? count(0, "Swift file") : named.joined(separator: ", ")
  }

  /// Counts go to standard error, so that standard output is the report and nothing else.
  private func note(_ text: String, _ session: Session) {
    guard !session.settings.isQuiet else { return }
    session.console.note("storedoctor: \(text)")
  }
}

extension Severity: ExpressibleByArgument {}
extension LintSettings.CloudKit: ExpressibleByArgument {}
