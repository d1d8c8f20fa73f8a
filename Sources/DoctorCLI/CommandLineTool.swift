internal import ArgumentParser
internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine

/// The whole program as a function of its arguments, so that tests can call it.
struct CommandLineTool {
  let console: Console
  /// Where shell commands are read from when none are given with -c or -f.
  let input: any LineSource

  func run(_ arguments: [String]) -> ExitStatusCode {
    var code = ExitStatus.done.rawValue
    var failure: Failure?
    var place = ""
    do {
      code = try dispatch(Self.commandFirst(arguments))
    } catch {
      let located = error as? LocatedFailure
      failure = located?.failure ?? Failure(error)
      place = located.map { "\($0.place): " } ?? ""
    }
    // An answer that did not arrive is no answer, whatever it was.
    if let lost = console.outputFailure { (failure, place) = (lost, "") }
    if let failure {
      console.report(failure, prefix: "storedoctor: \(place)", color: Self.color(in: arguments))
      code = failure.status.rawValue
    }
    return console.hasLostMessages ? ExitStatus.unreadable.rawValue : code
  }

  private func dispatch(_ arguments: [String]) throws -> ExitStatusCode {
    guard let first = arguments.first else { return try openShell([]) }
    switch first {
    case "--help", "-h": return try printed(CommandParser.overview())
    case "--version": return try dispatch(["version"])
    case "help": return try help(Array(arguments.dropFirst()))
    default: break
    }
    if let type = CommandCatalog.command(named: first) {
      return try run(type, Array(arguments.dropFirst()))
    }
    if first.hasPrefix("-") || access(first, F_OK) == 0 { return try openShell(arguments) }
    if first.contains("/") || first.contains(".") {
      throw Failure.unreadable("there is no file '\(VisibleText(first).text)'")
    }
    let nearest = NameDistance.nearest(to: first, in: CommandCatalog.names + ["help"])
    throw Failure(
      status: .usage, message: "there is no command or file '\(VisibleText(first).text)'",
      help: [nearest.map { "did you mean '\($0)'?" } ?? "see 'storedoctor --help'"])
  }

  private func printed(_ text: String) throws -> ExitStatusCode {
    try Presenter(console: console).present(text: text)
    return ExitStatus.done.rawValue
  }

  private func help(_ words: [String]) throws -> ExitStatusCode {
    guard let word = words.first else { return try printed(CommandParser.overview()) }
    return try printed(HelpTopics.text(for: word, isShell: false))
  }

  private func run(_ type: any DoctorCommand.Type, _ words: [String]) throws -> ExitStatusCode {
    switch try CommandParser.parse(type, words) {
    case .help(let text): return try printed(text)
    case .command(let command):
      let session = Session(console: console)
      return try session.perform(command, with: Presenter(console: console)).rawValue
    }
  }

  private func openShell(_ arguments: [String]) throws -> ExitStatusCode {
    let options: ShellOptions
    do {
      options = try ShellOptions.parse(CommandParser.normalized(arguments))
    } catch {
      guard ShellOptions.exitCode(for: error) != .success else {
        return try printed(CommandParser.overview())
      }
      throw Failure.usage(
        CommandParser.sentence(ShellOptions.message(for: error)), help: "see 'storedoctor --help'")
    }
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
    return try Shell(session: session, input: input).start(options)
  }

  /// Options may come before the command: `storedoctor --format json info STORE`.
  private static func commandFirst(_ arguments: [String]) -> [String] {
    let withValue: Set = ["--format", "--model", "--color"]
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("--"), arguments[index] != "--" {
      index += withValue.contains(arguments[index]) ? 2 : 1
    }
    guard index > 0, index < arguments.count,
      CommandCatalog.command(named: arguments[index]) != nil
    else { return arguments }
    return [arguments[index]] + arguments[..<index] + arguments[(index + 1)...]
  }

  private static func color(in arguments: [String]) -> ColorChoice {
    for (index, argument) in arguments.enumerated() {
      if argument == "--color", index + 1 < arguments.count {
        return ColorChoice(rawValue: arguments[index + 1]) ?? .auto
      }
      if argument.hasPrefix("--color=") {
        return ColorChoice(rawValue: String(argument.dropFirst("--color=".count))) ?? .auto
      }
    }
    return .auto
  }
}

/// The number a process ends with; the shell's `quit CODE` may choose any.
typealias ExitStatusCode = Int32

/// What `storedoctor` takes when it is not given a command.
struct ShellOptions: ParsableArguments {
  @OptionGroup var common: CommonOptions

  @Argument(help: "The store to open.")
  var store: String?

  @Option(name: .short, help: "Run a shell command and leave; repeatable.")
  var c: [String] = []

  @Option(name: .short, help: "Run the shell commands of a file and leave.")
  var f: String?
}
