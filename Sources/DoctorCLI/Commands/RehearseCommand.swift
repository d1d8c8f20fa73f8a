internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct RehearseCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "rehearse",
    abstract: "Migrate a copy of every store there is to the app's version, before a release.",
    usage: """
      storedoctor rehearse --model NEW --stores PATH… [--to VERSION] [--jobs N] [-o FILE]
      """,
    discussion: """
      PATH is what it is for 'scan': a store, a folder, an archive, or '-' for names on standard input. \
      Each store is copied into the temporary folder, taken through the stages to the version that the \
      models call current, closures included, compared with what it was and examined as by 'check'; \
      the copy is removed, and the store itself is only read. The plan's code is compiled once for all \
      stores, and runs confined as by 'migrate'. What is wrong with a store already is not held against \
      the migration.

      Each store is counted once: migrated, unneeded, losesData, failed, notRun, or why none was \
      tried: unknownVersion, damaged, time, memory and so on. Rows and values that the version has no \
      place for are an error unless that is acknowledged as for 'verify'. Stores that fail alike are \
      one line, with the smallest of them to look at.

      Stores are worked on as by 'scan': by worker processes with limits, so that one that hangs or \
      crashes costs no other. -o FILE writes the lines of JSON that 'scan --checks migrate' writes, \
      and --resume FILE goes on with them after an interruption. In --format junit each store is a \
      test case; --format markdown is for a job's summary.

      Exit code 0 when every store would have the version with all its data, 3 when an input could not \
      be read, and otherwise 1.

      Examples:
        storedoctor rehearse --model Sources/Models --stores ~/stores
        storedoctor rehearse --model Sources/Models --stores stores.zip --format markdown
        storedoctor rehearse --model App.xcdatamodeld --stores beta/ -o fleet.jsonl --format junit
        find . -name '*.store' -print0 | storedoctor rehearse --model Sources/Models -0 --stores -
      """)
  static let wordOptions = ["stores"] + FleetOptions.wordOptions + LossOptions.wordOptions
  static let formats: [OutputFormat] = [.text, .json, .junit, .markdown, .html]

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Files, folders and archives; '-' for names on standard input.", valueName: "path…"),
    completion: .file())
  var stores: [String] = []

  @OptionGroup var work: FleetOptions
  @OptionGroup var losses: LossOptions
  @OptionGroup var reports: ReportOptions
  @OptionGroup var common: CommonOptions

  var replacesFile: Bool { work.output != nil }
  var timestamp: String? { reports.timestamp }
  var reportFiles: [ReportFile] { reports.also }

  func run(in session: Session) throws -> Report {
    try work.check(paths: stores, in: session)
    guard !stores.isEmpty else {
      throw Failure.usage(
        "no stores given", help: "name files and folders with --stores PATH…")
    }
    _ = try session.givenHistories()
    let request = try ScanRequest(work, losses, checks: .migrate, in: session)
    let run = ScanRun(request, in: session)
    var cases: [Report.Case] = []
    // Only this form names every store.
    if session.settings.format == .junit || reports.also.contains(where: { $0.format == .junit }) {
      run.onLine = { cases.append($0.rehearsalCase) }
    }
    let summary = try run.scan(stores)
    let result = RehearsalResult(summary, findings: run.findings)
    var report = Report(
      command: Self.name, result, sections: RehearsalText.sections(summary.rehearsal))
    if summary.stores == 0 {
      report.sections = [.lines(["there is no store in \(stores.quotedList())"])]
    }
    report.cases = cases
    report.page = { FleetPage.html(summary, passedBy: run.passedBy) }
    report.markdown = RehearsalMarkdown.document(summary.rehearsal, run.findings)
    return report
  }
}

extension ScannedStore {
  /// The store as a test case: skipped where nothing of it could be tried.
  fileprivate var rehearsalCase: Report.Case {
    if isRehearsed { return Report.Case(name, .passed) }
    let stage = migration?.stage.map { "stage '\($0)': " } ?? ""
    let reason =
      "\(outcome): \(stage)\(migration?.reason ?? failure?.text ?? what ?? "unknown")"
    let open: Set = ["notRun", "partial", "notAStore"]
    let isOpen = open.contains(outcome)
    return Report.Case(name, isOpen ? .skipped : .failed, reason: reason)
  }
}
