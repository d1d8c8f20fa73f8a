internal import ArgumentParser
internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// The whole program as a function of its arguments, so that tests can call it.
struct CommandLineTool {
  let console: Console
  /// Where shell commands are read from when none are given with -c or -f.
  let input: any LineSource
  /// Whether an interrupt ends the command and not the process.
  var isStoppable = false

  func run(_ arguments: [String]) -> ExitStatusCode {
    var code = ExitStatus.done.rawValue
    var failure: Failure?
    do { code = try dispatch(arguments) } catch { failure = Failure(error) }
    // An answer that did not arrive is no answer, whatever it was.
    failure = console.outputFailure ?? failure
    if let failure {
      console.report(
        failure, prefix: "storedoctor: \(failure.place)", color: Self.color(in: arguments))
      code = failure.status.rawValue
    }
    return console.hasLostMessages ? ExitStatus.unreadable.rawValue : code
  }

  private func dispatch(_ words: [String]) throws -> ExitStatusCode {
    let arguments = words.map(Self.asPath)
    if let first = arguments.first, !first.hasPrefix("-"), !CommandCatalog.hasCommand(first) {
      try checkExistence(first)
    }
    switch try CommandParser.parse(arguments) {
    case .help(let text):
      try Presenter(console: console).present(help: text)
      return ExitStatus.done.rawValue
    case .document(let text):
      try Presenter(console: console).present(text: text)
      return ExitStatus.done.rawValue
    case .shell(let options): return try openShell(options)
    case .command(let command as any ServerCommand):
      return try command.serve(input.asScript, console: console)
    case .command(let command):
      let session = Session(console: console)
      session.isStoppable = isStoppable
      return try session.perform(command, with: Presenter(console: console)).rawValue
    }
  }

  /// The name of a file that begins with a dash would be taken for options, an 'h' in it for '-h'.
  private static func asPath(_ word: String) -> String {
    guard word.hasPrefix("-"), !word.hasPrefix("--"), word.count > 2, !word.contains("="),
      Double(word) == nil, word.contains(".") || access(word, F_OK) == 0
    else { return word }
    return "./" + word
  }

  /// A word that is no command is a store's path, or a mistake.
  private func checkExistence(_ word: String) throws {
    guard access(word, F_OK) != 0 else { return }
    if word.contains("/") || word.contains(".") {
      throw Failure.unreadable("there is no file '\(VisibleText(word).text)'")
    }
    let nearest = NameDistance.nearest(to: word, in: CommandCatalog.names + ["help"])
    throw Failure(
      status: .usage, message: "there is no command or file '\(VisibleText(word).text)'",
      help: [nearest.map { "did you mean '\($0)'?" } ?? "see 'storedoctor --help'"])
  }

  private func openShell(_ options: ShellOptions) throws -> ExitStatusCode {
    var settings = Session.Settings()
    settings.apply(options.common)
    // One trace for all that the shell does.
    settings.trace = nil
    guard !options.common.force || options.common.tracesToFile else {
      throw Failure.usage(
        "the shell itself has nothing here that --force would replace",
        help: "give --force to the command that writes: 'once FILE --force'")
    }
    let session = Session(console: console, settings: settings)
    if let path = options.common.trace {
      try session.trace(
        to: path, force: options.common.force, stores: [options.store].compactMap(\.self))
    }
    return try Shell(session: session, input: options.batch ? input.asScript : input)
      .start(options)
  }

  /// Read by itself, because a mistake in another option is reported in colour too.
  private static func color(in arguments: [String]) -> ColorChoice {
    (try? ColorOption.parse(arguments))?.color ?? .auto
  }
}

private struct ColorOption: ParsableArguments {
  @Option var color: ColorChoice?
  @Argument(parsing: .allUnrecognized) var rest: [String] = []
}

/// The number a process ends with; the shell's `quit CODE` may choose any.
typealias ExitStatusCode = Int32
