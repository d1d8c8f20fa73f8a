public import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
public import StoreEngine

/// A command of the command line and the shell. It reads, decides, and returns a report; it never
/// prints and never exits.
protocol DoctorCommand: ParsableCommand {
  var common: CommonOptions { get }
  /// Options that the shell also takes as bare words: `rows Note limit 5`.
  static var wordOptions: [String] { get }
  /// The forms its report can be written in.
  static var formats: [OutputFormat] { get }
  /// Common options that are accepted and do nothing for it; its help leaves them out.
  static var idleOptions: Set<String> { get }
  /// Its report is rows, which `--format` takes in every form that `--mode` has.
  static var writesRows: Bool { get }
  /// Whether it does so with what it was given, so that the shell's `last` repeats it.
  func givesRows(_ settings: Session.Settings) -> Bool
  /// It can be run again when a store changed under it: it writes nothing, and reads nothing that is
  /// gone once it was read. Any other asks its stores by `oneState`.
  static var isRepeatable: Bool { get }
  /// As it was called, it writes a file that --force lets it replace; a trace does not count.
  var replacesFile: Bool { get }
  /// What `--timestamp` gives; nil without it.
  var timestamp: String? { get }
  /// The files that get its answer in other forms.
  var reportFiles: [ReportFile] { get }
  /// The first of the inputs that it is about, apart from the session's models and store.
  var subject: String? { get }
  /// The command of a path alone, where it has one without asking the parser.
  static func plain(_ path: String) -> Self?
  func run(in session: Session) throws -> Report
}

extension DoctorCommand {
  static var name: String { configuration.commandName ?? "" }
  static var summary: String { configuration.abstract }
  static var usage: String { configuration.usage ?? "storedoctor \(name)" }
  static var wordOptions: [String] { [] }
  static var formats: [OutputFormat] { [.text, .json] }
  static var writesRows: Bool { false }
  func givesRows(_ settings: Session.Settings) -> Bool { Self.writesRows }
  /// What `--format` may be.
  static var formatNames: [String] {
    let names = formats.map(\.rawValue)
    let rows = writesRows ? RowFormat.allCases.map(\.rawValue).filter { !names.contains($0) } : []
    return names + rows
  }

  static var idleOptions: Set<String> { [] }

  /// What `--help` says, with the formats that this command has, without the options that do nothing
  /// for it.
  static var helpText: String {
    let own = formatNames.joined(separator: "|")
    let text = helpMessage().replacing(#/--format <text\|json> +Write text or one JSON object\./#) {
      match in
      own == "text|json"
        ? String(match.output)
        : "--format <\(own)>\n" + String(repeating: " ", count: 26)
          + "Write the answer in this form."
    }
    var isIdle = false
    return withOwnFiles(text).split(separator: "\n", omittingEmptySubsequences: false).filter {
      line in
      if line.hasPrefix("  -") {
        isIdle = idleOptions.contains {
          line.hasPrefix("  --\($0)") && !line.hasPrefix("  --\($0)-")
        }
      } else if !line.hasPrefix("   ") {
        isIdle = false
      }
      return !isIdle
    }.joined(separator: "\n")
  }

  /// `--force` names the files that this command writes, and no others.
  private static func withOwnFiles(_ text: String) -> String {
    let files =
      [
        ("-o, --output", "-o"), ("--also", "--also"), ("--trace <", "--trace=FILE"),
        ("--update-baseline", "--update-baseline"),
      ]
      .filter { text.contains("\n  " + $0.0) }.map(\.1)
    return text.replacing(#/( --force +)Replace\s+the\s+file\s+of[\s\S]*?never\s+are\./#) { match in
      let indent = String(repeating: " ", count: match.output.1.count + 1)
      let lines = TextWrap.lines(
        "Replace the file of \(files.joined(separator: " or ")) if it exists; SQLite files never "
          + "are.",
        width: 54)
      return match.output.1 + lines.joined(separator: "\n" + indent)
    }
  }

  static var isRepeatable: Bool { true }
  var replacesFile: Bool { false }
  var timestamp: String? { nil }
  var reportFiles: [ReportFile] { [] }
  var subject: String? { nil }
  static func plain(_ path: String) -> Self? { nil }
}

/// A command that is about one file and has no options of its own.
protocol OneFileCommand: DoctorCommand {
  var path: String? { get set }
  var common: CommonOptions { get set }
}

extension OneFileCommand {
  /// The parser would look at the types of all that might be given, which takes as long as opening a
  /// store and saying what is in it.
  static func plain(_ path: String) -> Self? {
    var command = Self()
    command.path = path
    command.common = .none
    return command
  }
}

extension CommandConfiguration {
  /// Of one of the tool's commands. ArgumentParser would look in the words of every command for
  /// `--generate-completion-script`, which takes longer than all else it does with them; what is under
  /// another name it leaves alone, and `CommandCatalog` knows the option.
  init(command: String, abstract: String, usage: String, discussion: String = "") {
    self.init(
      commandName: command, _superCommandName: "storedoctor", abstract: abstract, usage: usage,
      discussion: discussion)
  }
}

/// Options every command has.
struct CommonOptions: ParsableArguments {
  /// Those about stores and their rows.
  static let ofStores: Set = ["live", "show-values", "trace", "trace-format"]

  // The forms that every command has; `helpText` names those of one.
  @Option(
    name: .long, help: ArgumentHelp("Write text or one JSON object.", valueName: "text|json"),
    completion: .custom { words, _, _ in CommandParser.formatNames(in: words) })
  var format: FormatChoice?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Swift source, .xcdatamodeld, .momd, .mom or store with the models; repeatable.",
      valueName: "path[@version]"), completion: .file())
  var model: [String] = []

  @Option(name: .long, help: ArgumentHelp("Colour the output.", valueName: "auto|always|never"))
  var color: ColorChoice?

  @Flag(name: .long, help: "Leave out titles, hints and progress.")
  var quiet = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write each SQL statement run on a store to standard error or =FILE (JSON lines if it ends in "
        + ".jsonl).", valueName: "file"), completion: .file())
  var trace: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Write the trace as log lines or JSON lines.", valueName: "text|jsonl"))
  var traceFormat: TraceFormat?

  @Flag(
    name: .long,
    help: "Wait longer for a store another process is writing, and read a private copy of it.")
  var live = false

  @Flag(name: .long, help: "Show values of the data, not only their types and sizes.")
  var showValues = false

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Replace the file of -o, --also, --trace=FILE or --update-baseline if it exists; SQLite files never "
        + "are."))
  var force = false

  static let forceHelp = "it goes with -o, --also, --trace=FILE and --update-baseline"

  /// Every option as it is where it is not given; one that is left out here ends the process.
  static var none: CommonOptions {
    var options = CommonOptions()
    (options.format, options.model, options.color) = (nil, [], nil)
    (options.trace, options.traceFormat) = (nil, nil)
    (options.quiet, options.live, options.showValues, options.force) = (false, false, false, false)
    return options
  }

  var tracesToFile: Bool { trace.map { $0 != "-" } ?? false }
}

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, sarif, github, gitlab, junit, markdown
  case mermaid, dot, svg
  case html

  /// The picture that is the whole output; nil for all else.
  var picture: Picture.Form? { Picture.Form(rawValue: rawValue) }

  /// Those that findings can be written in.
  static let ofFindings = allCases.filter { $0.picture == nil && $0 != .html }
}

/// What `--format` names: how a report is written, or for `rows` and `sql` how rows are.
enum FormatChoice: ExpressibleByArgument, Hashable {
  case report(OutputFormat)
  case rows(RowFormat)

  init?(argument: String) {
    if let format = OutputFormat(rawValue: argument) {
      self = .report(format)
    } else if let format = RowFormat(rawValue: argument) {
      self = .rows(format)
    } else {
      return nil
    }
  }

  var name: String {
    switch self {
    case .report(let format): format.rawValue
    case .rows(let format): format.rawValue
    }
  }
}

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

extension RowFormat: ExpressibleByArgument {}

extension TraceFormat: ExpressibleByArgument {}
