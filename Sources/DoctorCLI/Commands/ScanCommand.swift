public import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct ScanCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "scan",
    abstract: "Examine many stores: one line of JSON for each, and a summary.",
    usage: """
      storedoctor scan PATH… [--model PATH…] [--checks quick|full|preflight|migrate] [--jobs N] [-o FILE]
             storedoctor scan --merge FILE… [--group-by KEY,…] [--fail-on VERDICT,…]
      """,
    discussion: """
      PATH is a file, a folder, which is searched for stores by content and not by name, or '-' for \
      names on standard input, one a line, or with -0 a zero byte behind each. In folders links are \
      not followed, and files that are no stores are passed by; a file that is named always gets a \
      line. The lines come in the order of the input, folders sorted by name, and hold names and \
      counts, no values; their keys are in Documentation/Fleet.md. They go to standard output with \
      the summary on standard error, or to the file of -o with the summary on standard output; \
      --format json writes the summary alone, as one object, and --format html as a page. Archives (zip, \
      tar, and tar in gzip or zstd) are looked into.

      --checks quick says what each file is and which version it has; full examines the rows, as \
      'check'; preflight, what there is with --model unless something else is said, also whether \
      the rows bear the migration, as 'diagnose'; migrate carries it out on a copy, as 'rehearse' does. \
      What was not asked is never called sound.

      Each store is looked at by one of N worker processes, which take many stores each and are \
      limited in time and memory. A store that ends its worker is a line with the reason, and costs \
      its neighbours nothing; lines and order do not depend on N. --jobs 0 works in this process, \
      without these limits. After an interruption, --resume FILE takes up what the same command \
      has begun to write, or begins it. --merge reads lines of several runs instead of stores; a \
      store that is in them twice counts once.

      --git REPO searches the history of the app's repository for the releases that write each version; \
      without --model the models are those of the revision that is checked out.

      Exit code 0 when every store is good, which without --model none is known to be; 1 otherwise, \
      and 3 when an input could not be read. --fail-on names the verdicts that end with 1, 'failed' \
      for stores without one, or 'never'.

      Examples:
        storedoctor scan ~/stores --model Sources/Models -o fleet.jsonl
        storedoctor scan ~/stores --model Sources/Models --resume fleet.jsonl
        find . -name '*.sqlite' -print0 | storedoctor scan -0 - --checks quick --summary-only
        storedoctor scan stores --group-by systems,verdict --fail-on damaged,failed
        storedoctor scan bucket.tar.zst --git ~/App --format html > fleet.html
        storedoctor scan --merge part-*.jsonl --format json
      """)
  static let formats: [OutputFormat] = [.text, .json, .html]
  static let wordOptions =
    ["checks", "group-by", "fail-on"] + FleetOptions.wordOptions + LossOptions.wordOptions

  @Argument(
    help: "Files and folders; '-' for names on standard input; with --merge, files of lines.",
    completion: .file())
  var paths: [String] = []

  @Option(help: ArgumentHelp("How deep to look.", valueName: "quick|full|preflight|migrate"))
  var checks: ScannedStore.Checks?

  @Flag(help: "Sum up files of lines instead of stores.")
  var merge = false

  @Flag(help: "Write the summary alone.")
  var summaryOnly = false

  @Option(
    help: ArgumentHelp(
      "Count by these, in one table: \(ScanKey.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "key,…"))
  var groupBy: String?

  @Option(
    help: ArgumentHelp(
      "Verdicts that end with exit code 1, 'failed', or 'never'.", valueName: "verdict,…"))
  var failOn: String?

  @Flag(help: .hidden)
  var worker = false

  @OptionGroup var work: FleetOptions
  @OptionGroup var losses: LossOptions
  @OptionGroup var common: CommonOptions

  var replacesFile: Bool { work.output != nil }

  func run(in session: Session) throws -> Report {
    try check(in: session)
    let failing = try failingVerdicts()
    var request = try ScanRequest(
      work, losses, checks: checks, needsModels: !merge, in: session)
    request.groupBy = try groupKeys()
    request.showsLines = !summaryOnly
    if worker {
      try ScanWorker(request.scanner).run()
      return Report(command: Self.name)
    }
    let run = ScanRun(request, in: session)
    let summary = try merge ? run.merge(paths) : run.scan(paths)
    var report = Report(
      command: Self.name, summary,
      sections: ScanText.sections(summary, passedBy: run.passedBy))
    report.findings += run.findings
    report.page = { FleetPage.html(summary, passedBy: run.passedBy) }
    if let failing {
      report.status =
        summary.unread > 0 ? .unreadable : summary.has(failing) ? .found : .done
    }
    // The lines are there already, and whoever reads them expects nothing else.
    if run.ownsStandardOutput { run.show(&report) }
    return report
  }

  private func check(in session: Session) throws {
    try work.check(paths: paths, in: session)
    if paths.isEmpty, !worker {
      throw Failure.usage(
        merge ? "no file of lines given" : "no file or folder given",
        help: "see 'storedoctor help scan'")
    }
    if work.resume != nil, summaryOnly || merge {
      throw Failure.usage(
        "--resume goes on with its own file: leave out --summary-only and --merge")
    }
    if work.output != nil, summaryOnly {
      throw Failure.usage("-o is for the lines, and --summary-only writes none")
    }
  }

  private func groupKeys() throws -> [ScanKey] {
    try ScanRequest.words(groupBy).map { word in
      guard let key = ScanKey(rawValue: word) else {
        throw Failure.usage(
          "'\(VisibleText(word).text)' is nothing to count by",
          help: "there are \(ScanKey.allCases.map(\.rawValue).quotedList())")
      }
      return key
    }
  }

  /// Verdicts that end with 1; nil for all that are not good.
  private func failingVerdicts() throws -> Set<String>? {
    let known = Verdict.allCases.map(\.rawValue) + ["failed", "never"]
    let verdicts = ScanRequest.words(failOn)
    for word in verdicts where !known.contains(word) {
      let nearest = NameDistance.nearest(to: word, in: known)
      throw Failure(
        status: .usage, message: "there is no verdict '\(VisibleText(word).text)'",
        help: [nearest.map { "did you mean '\($0)'?" } ?? "there are \(known.quotedList())"])
    }
    return failOn == nil ? nil : Set(verdicts)
  }
}

extension ScannedStore.Checks: ExpressibleByArgument {}
