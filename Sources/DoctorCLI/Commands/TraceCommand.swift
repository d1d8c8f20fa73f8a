internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import TraceAnalysis

struct TraceCommand: FindingsCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "trace",
    abstract: "Find N+1 queries and other costly access patterns in a log or trace.",
    usage: """
      storedoctor trace LOG… [--store STORE] [--model PATH…] [--top N] [--follow]
             storedoctor trace BEFORE AFTER [--max-queries N]
      """,
    discussion: """
      Reads what an app logs with '-com.apple.CoreData.SQLDebug 1' (better 2 or 3), from a file or \
      '-', in every form that Xcode, 'log show' and 'log stream' give it; traces of this tool; \
      output of the sqlite3 shell's .trace; and SQL files. Two logs are compared. With --model the \
      findings say where a relationship is declared and where its objects are fetched; with --store \
      they include filters and sorts without an index. Exit code 1 with findings.

      In the shell, 'trace on', 'trace FILE' and 'trace off' show or write the shell's own \
      statements, and 'trace' alone looks at what was traced last.

      Examples:
        storedoctor trace app.log --model Sources
        log stream --style compact --predicate 'subsystem == "com.apple.coredata"' | \
      storedoctor trace - --follow
        storedoctor trace before.log after.log --max-queries 40
        storedoctor trace app.log --ignore n-plus-one:Note.tags --fail-on warning
      """)
  static let wordOptions = ["store", "top", "compare", "follow", "ignore", "timeline"]

  @Argument(help: "Logs or traces; '-' is standard input.", completion: .file())
  var logs: [String] = []

  @Option(
    help: "The store the log is about, to ask for query plans; in the shell, the open one.",
    completion: .file())
  var store: String?

  @Option(help: "How many statements to list; 0 lists none.")
  var top = 10

  @Flag(inversion: .prefixedNo, help: "Compare two logs; the default when two are given.")
  var compare: Bool?

  @Option(help: "Report a finding when there are more queries than this.")
  var maxQueries: Int?

  @Option(
    help: ArgumentHelp("Exit with 1 at this severity or above.", valueName: "note|warning|error"))
  var failOn = FindingThreshold.note

  @Option(
    help: ArgumentHelp(
      "Leave out a rule, or a rule on an entity or relationship; repeatable.",
      valueName: "rule[:entity.relationship]"))
  var ignore: [String] = []

  @Flag(help: "Keep reading as the log grows; Ctrl-C stops and prints the report.")
  var follow = false

  @Flag(help: "Show activity over time.")
  var timeline = false

  @OptionGroup var reports: ReportOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    if let report = try ShellTrace.command(logs, in: session) { return report }
    try checkOptions(session)
    let reader = try TraceLogs(
      TraceLogs.Question(
        store: store, suppressions: suppressions, isFollowed: follow, showsTimeline: timeline),
      in: session)
    let isComparison = compare ?? (logs.count == 2)
    if isComparison, logs.count != 2 {
      throw Failure.usage(
        "two logs are needed to compare", help: "usage: storedoctor trace BEFORE AFTER")
    }
    let read = try logs.isEmpty ? [reader.lastTrace()] : logs.map { try reader.read($0) }
    let limits = TraceAnswer.Limits(maxQueries: maxQueries, failOn: failOn.severity)
    let answer =
      isComparison
      ? TraceAnswer(before: read[0], after: read[1], limits) : TraceAnswer(read, limits)
    var report = Report(
      command: Self.name, answer, sections: TraceText.sections(answer, top: top))
    report.order = .given
    report.failing = limits.failOn
    return report
  }

  var subject: String? { logs.first }
  var suppressions: [AccessPattern.Suppression] { ignore.map(AccessPattern.Suppression.init) }

  private func checkOptions(_ session: Session) throws {
    if top < 0 { throw Failure.usage("--top must not be negative") }
    if let maxQueries, maxQueries < 0 { throw Failure.usage("--max-queries must not be negative") }
    if logs.isEmpty, !session.isShell {
      throw Failure.usage("no log given", help: "usage: \(CommandParser.synopsis(of: Self.self))")
    }
    if logs.count(where: { $0 == "-" }) > 1 {
      throw Failure.usage("standard input can be read only once")
    }
    if logs.contains("-"), session.isInteractive {
      throw Failure.usage("standard input is where the commands come from", help: "name a file")
    }
    if follow, logs.count != 1 { throw Failure.usage("--follow takes one log") }
    // Which rules there are is known before any model is read.
    _ = try TraceSubject(ignoring: suppressions)
  }
}

/// From which severity on a finding makes the command fail.
enum FindingThreshold: String, ExpressibleByArgument, CaseIterable {
  case note, warning, error

  var severity: Severity { Severity(rawValue: rawValue) ?? .note }
}
