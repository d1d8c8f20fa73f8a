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
      storedoctor scan PATH… [--model PATH…] [--checks quick|full|preflight] [--jobs N] [-o FILE]
             storedoctor scan --merge FILE… [--group-by KEY,…] [--fail-on VERDICT,…]
      """,
    discussion: """
      PATH is a file, a folder, which is searched for stores by content and not by name, or '-' for \
      names on standard input, one a line, or with -0 a zero byte behind each. In folders links are \
      not followed, and files that are no stores are passed by; a file that is named always gets a \
      line. The lines come in the order of the input, folders sorted by name, and hold names and \
      counts, no values; their keys are in Documentation/Fleet.md. They go to standard output with \
      the summary on standard error, or to the file of -o with the summary on standard output; \
      --format json writes the summary alone, as one object.

      --checks quick says what each file is and which version it has; full examines the rows, as \
      'check'; preflight, what there is with --model unless something else is said, also whether \
      the rows bear the migration, as 'diagnose'. What was not asked is never called sound.

      Each store is looked at by one of N worker processes, which take many stores each and are \
      limited in time and memory. A store that ends its worker is a line with the reason, and costs \
      its neighbours nothing; lines and order do not depend on N. --jobs 0 works in this process, \
      without these limits. After an interruption, --resume FILE takes up what the same command \
      has begun to write, or begins it. --merge reads lines of several runs instead of stores; a \
      store that is in them twice counts once.

      Exit code 0 when every store is good, which without --model none is known to be; 1 otherwise, \
      and 3 when an input could not be read. --fail-on names the verdicts that end with 1, 'failed' \
      for stores without one, or 'never'.

      Examples:
        storedoctor scan ~/stores --model Sources/Models -o fleet.jsonl
        storedoctor scan ~/stores --model Sources/Models --resume fleet.jsonl
        find . -name '*.sqlite' -print0 | storedoctor scan -0 - --checks quick --summary-only
        storedoctor scan stores --group-by systems,verdict --fail-on damaged,failed
        storedoctor scan --merge part-*.jsonl --format json
      """)
  static let wordOptions =
    [
      "checks", "jobs", "output", "resume", "group-by", "fail-on", "to", "timeout", "memory",
      "budget",
    ]
    + LossOptions.wordOptions

  @Argument(
    help: "Files and folders; '-' for names on standard input; with --merge, files of lines.",
    completion: .file())
  var paths: [String] = []

  @Option(help: ArgumentHelp("How deep to look.", valueName: "quick|full|preflight"))
  var checks: ScannedStore.Checks?

  @Option(
    help: ArgumentHelp("Worker processes; as many as processors if left out.", valueName: "n"))
  var jobs: Int?

  @Option(name: .shortAndLong, help: "The file for the lines.", completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("Go on with the lines of a run that was stopped.", valueName: "file"),
    completion: .file())
  var resume: String?

  @Flag(help: "Sum up files of lines instead of stores.")
  var merge = false

  @Flag(name: .customShort("0"), help: "Names on standard input end with a zero byte.")
  var null = false

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

  @Option(help: "The version the app has; the current one if left out.")
  var to: String?

  @Option(help: ArgumentHelp("Give a store up after this time (120).", valueName: "seconds"))
  var timeout: Int?

  @Option(
    help: ArgumentHelp("Give a store up that needs more memory (2048).", valueName: "mb"))
  var memory: Int?

  @Option(
    help: ArgumentHelp(
      "Time for the rows of a store (10), and as much for its migration; what was left out is named.",
      valueName: "seconds"))
  var budget: Double?

  @Flag(help: .hidden)
  var worker = false

  @OptionGroup var losses: LossOptions
  @OptionGroup var common: CommonOptions

  var replacesFile: Bool { output != nil }

  func run(in session: Session) throws -> Report {
    let request = try ScanRequest(self, in: session)
    if worker {
      try ScanWorker(request.scanner).run()
      return Report(command: Self.name)
    }
    let run = ScanRun(request, in: session)
    let summary = try merge ? run.merge(paths) : run.scan(paths)
    var report = Report(
      command: Self.name, summary,
      sections: ScanText.sections(summary, passedBy: run.passedBy))
    if let failing = request.failing {
      report.status =
        summary.unread > 0 ? .unreadable : summary.has(failing) ? .found : .done
    }
    // The lines are there already, and whoever reads them expects nothing else.
    if run.ownsStandardOutput { run.show(&report) }
    return report
  }
}

extension ScannedStore.Checks: ExpressibleByArgument {}
