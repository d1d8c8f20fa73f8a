public import ArgumentParser
internal import Diagnostics
public import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct LintCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Find mistakes in models, versions and migration plans.",
    usage: "storedoctor lint [PATH…]",
    discussion: """
      PATH is Swift source, a folder, an .xcdatamodeld, a .momd or a store; without one, the paths \
      of .storedoctor.yml, which is looked for in the folder and above. 'rules' lists what is looked \
      for, 'explain RULE' says why. Exit code 1 when something is found.

      In source, '// storedoctor:ignore[rule] reason' leaves a rule out for the next declaration, \
      '// storedoctor:ignore-file[rule] reason' for the file.

      Formats: text, json, sarif, github, gitlab, junit, markdown.

      Examples:
        storedoctor lint Sources
        storedoctor lint Sources --since origin/main --format github
        storedoctor lint Sources --baseline known.txt --update-baseline
      """)
  static let formats = OutputFormat.allCases

  @Argument(help: "Swift files, folders, model files, stores.", completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Configuration to use instead of the nearest.", valueName: "file"),
    completion: .file())
  var config: String?

  @Option(
    help: ArgumentHelp("Report only what this file does not list.", valueName: "file"),
    completion: .file())
  var baseline: String?

  @Flag(help: "Write all findings to the baseline, and leave out what is gone.")
  var updateBaseline = false

  @Option(help: ArgumentHelp("Report only what a git revision did not have.", valueName: "ref"))
  var since: String?

  @Option(
    help: ArgumentHelp("Lowest severity that ends with 1.", valueName: "note|warning|error"))
  var failOn: Severity?

  @Option(help: ArgumentHelp("Whether the models are mirrored.", valueName: "auto|on|off"))
  var cloudkit: LintSettings.CloudKit?

  @Flag(help: "Make the changes that are safe, and report the rest.")
  var fix = false

  @Flag(help: "Show what --fix would change.")
  var diff = false

  @Flag(help: "Neither use nor keep what earlier runs read.")
  var noCache = false

  @Option(
    help: ArgumentHelp(
      "For build plugins: absolute paths, and a Swift file without code as the step's output.",
      valueName: "file"), completion: .file())
  var buildStep: String?

  @OptionGroup var common: CommonOptions

  var replacesFile: Bool { updateBaseline }

  func run(in session: Session) throws -> Report {
    let project =
      try config.map { try LintProject.read($0, rules: RuleCatalog.index) }
      ?? .find(from: paths.first ?? ".", rules: RuleCatalog.index)
    let paths = try paths.isEmpty ? configuredPaths(project) : paths
    var settings = project.configuration.settings
    if let cloudkit { settings.cloudKit = cloudkit }
    let linter = Linter(settings: settings)
    var input = try LintReader.read(paths, isExcluded: project.isExcluded)
    input.lock = try lock(of: project)
    let cache = { noCache ? nil : ToolPath.lintCache(session.console.environment, subject: $0) }
    let subject = [LintProject.absolute(".")] + paths
    var (findings, unread) = linter.run(input, cache: cache(subject))
    if let buildStep { return try buildReport(findings, project, output: buildStep) }
    if let since {
      let old = try GitRevision(since).findings(paths, project) {
        linter.lint($0, cache: cache(subject + ["since"]))
      }
      findings = Baseline.added(findings, since: old)
    }
    if diff { return try difference(findings, input) }
    if fix { findings = try fixed(findings, input, session) }
    findings = try withoutKnown(findings, project, session)
    let failOn = failOn ?? project.configuration.failOn
    var report = Report(command: Self.name, findings: findings)
    report.body = [
      "files": .integer(Int64(input.files.count)), "models": .integer(Int64(input.models.count)),
      "errors": count(.error, findings), "warnings": count(.warning, findings),
      "notes": count(.note, findings),
    ]
    report.status =
      findings.contains { $0.severity >= failOn } ? .found : unread.isEmpty ? .done : .unreadable
    say(unread, session)
    for text in input.notes { note(text, session) }
    note("\(FindingCount.text(findings)) in \(files(input))", session)
    return report
  }

  /// Compilers name files by their whole paths, and build systems find the lines by them.
  private func buildReport(
    _ findings: [Finding], _ project: LintProject, output: String
  ) throws -> Report {
    let failOn = failOn ?? project.configuration.failOn
    let located = findings.map { finding in
      var finding = finding
      let path = finding.location?.path ?? "."
      finding.location?.path = LintProject.absolute(path)
      return finding
    }
    let text = "// linted by storedoctor\n"
    try FileOutput.write(Array(text.utf8), to: output, replaces: .file(beginning: text))
    var report = Report(command: Self.name, findings: located)
    report.status = findings.contains { $0.severity >= failOn } ? .found : .done
    return report
  }

  private func configuredPaths(_ project: LintProject) throws -> [String] {
    let paths = project.configuration.paths.map { project.resolved($0) }
    guard !paths.isEmpty else {
      throw Failure.usage(
        "no path given, and none in '\(LintConfiguration.fileName)'", help: "usage: \(Self.usage)")
    }
    return paths
  }

  /// The lock the configuration names, or the one in its folder.
  private func lock(of project: LintProject) throws -> SchemaLock? {
    let path = try project.confined(project.configuration.lock ?? SchemaLock.fileName)
    guard project.configuration.lock != nil || TextFile.exists(path) else { return nil }
    return try SchemaLock(TextFile.read(path), path: path)
  }

  private func withoutKnown(
    _ findings: [Finding], _ project: LintProject, _ session: Session
  ) throws -> [Finding] {
    guard let path = try baseline ?? project.configuration.baseline.map(project.confined) else {
      guard !updateBaseline else {
        throw Failure.usage("--update-baseline needs a file", help: "add '--baseline FILE'")
      }
      return findings
    }
    if updateBaseline {
      let known = Baseline(of: findings)
      try FileOutput.write(
        Array(known.text.utf8), to: path,
        replaces: common.force ? .anyFile : .file(beginning: Baseline.heading))
      note("'\(path)' lists \(known.lines.count) findings", session)
      return []
    }
    let known = try Baseline(TextFile.read(path), path: path)
    let (new, unused) = known.filter(findings)
    if unused > 0 {
      note(
        "\(unused) of \(known.lines.count) lines of '\(path)' find nothing any more; "
          + "'--update-baseline' removes them", session)
    }
    return new
  }

  private func difference(_ findings: [Finding], _ input: LintInput) throws -> Report {
    let plans = plans(findings, input)
    var report = Report(command: Self.name, sections: [.lines(plans.flatMap(\.diff))])
    report.body = ["diff": .strings(plans.flatMap(\.diff))]
    report.status = plans.isEmpty ? .done : .found
    return report
  }

  private func fixed(
    _ findings: [Finding], _ input: LintInput, _ session: Session
  ) throws -> [Finding] {
    let plans = plans(findings, input)
    var count = 0
    for plan in plans {
      try FileOutput.write(plan.result, to: plan.path, replaces: .content(plan.original))
      count += plan.edits.count
    }
    if count > 0 { note("\(count) changes in \(plans.count) files", session) }
    let made = Set(plans.flatMap(\.edits))
    return findings.filter { $0.edits.isEmpty || !$0.edits.allSatisfy(made.contains) }
  }

  private func plans(_ findings: [Finding], _ input: LintInput) -> [EditPlan] {
    EditPlan.plans(for: findings, text: input.bytes)
  }

  private func count(_ severity: Severity, _ findings: [Finding]) -> JSONValue {
    .integer(Int64(findings.count { $0.severity == severity }))
  }

  private func files(_ input: LintInput) -> String {
    let swift = "\(input.files.count) Swift file\(input.files.count == 1 ? "" : "s")"
    let models = "\(input.models.count) model\(input.models.count == 1 ? "" : "s")"
    return input.models.isEmpty ? swift : input.files.isEmpty ? models : "\(swift), \(models)"
  }

  /// What was not read is said in every case: nothing found there means nothing.
  private func say(_ unread: [ModelProblem], _ session: Session) {
    for problem in unread {
      session.console.note("storedoctor: \(problem.location?.path ?? ""): \(problem.message)")
    }
  }

  /// Counts go to standard error, so that standard output is the report and nothing else.
  private func note(_ text: String, _ session: Session) {
    guard !session.settings.isQuiet else { return }
    session.console.note("storedoctor: \(text)")
  }
}

extension Severity: ExpressibleByArgument {}
extension LintSettings.CloudKit: ExpressibleByArgument {}
