internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// The interactive front end and the one for scripts: reads lines, runs them in one session.
final class Shell {
  let session: Session
  let input: any LineSource
  let completion: Completion
  /// Where output goes until changed again (`output FILE`).
  var outputTarget: (any OutputTarget)?
  /// Where the next command's output goes (`once FILE`).
  var onceTarget: (any OutputTarget)?
  var showsTime = false
  var endsAtError = true
  var keepsHistory = true
  /// What gave the last rows, for `last`.
  var lastCommands: [any DoctorCommand] = []
  /// Where settings come from that are not the usual ones, by their names.
  var origins: [String: String] = [:]
  private(set) var entries: [String] = []
  private let typed = SQLCommand.Typed()
  /// Files being read by `read`, so that a file that reads itself ends.
  private var readDepth = 0
  /// The worst that commands reported, and the exit code of a script that ran to its end.
  private var worst = ExitStatus.done

  init(session: Session, input: any LineSource) {
    self.session = session
    self.input = input
    completion = Completion {
      Completion.Names(
        properties: session.propertyNames(), versions: session.versionNames(),
        readables: session.readables(), parameters: session.settings.parameters.keys.sorted())
    }
    session.isShell = true
  }

  enum Flow: Hashable {
    case goOn
    case quit(ExitStatusCode?)
  }

  /// Runs -c and -f when given, otherwise the input, and gives the process's exit code.
  func start(_ options: ShellOptions) throws -> ExitStatusCode {
    let isScript = options.f != nil || !options.c.isEmpty
    session.isInteractive = input.isInteractive && !isScript
    session.isStoppable = session.isInteractive
    try configure(options)
    if let store = options.store { try session.use(store) }
    if let file = options.f {
      guard case .goOn = try read(file: file) else { return try end() }
    }
    for command in options.c {
      guard case .goOn = try run(GivenLines(command), name: nil) else { return try end() }
    }
    guard !isScript else { return try end() }
    if input.isInteractive { greet() }
    let history = keepsHistory ? ShellHistory(environment: session.console.environment) : nil
    input.start(completion, history: history)
    let flow = try run(input, name: "line")
    if flow == .goOn && input.isInteractive { session.console.out.newLine() }
    if !input.isInteractive && entries.isEmpty {
      guard options.store != nil else {
        throw Failure.usage("no command given", help: "see 'storedoctor --help'")
      }
      // A store and no question: what is the matter with it.
      _ = try run(GivenLines("diagnose"), name: nil)
    }
    return try end()
  }

  /// The usual settings, then those of the file, then those of the command line.
  private func configure(_ options: ShellOptions) throws {
    guard !options.noConfig else { return }
    for failure in ShellConfiguration.apply(to: self) {
      guard session.isInteractive else { throw failure }
      report(failure, prefix: failure.place)
    }
    session.settings.apply(options.common)
    session.settings.trace = nil
    if options.common.color != nil { origins["color"] = ShellSetting.Origin.line }
    if options.common.showValues { origins["values"] = ShellSetting.Origin.line }
    if options.common.quiet { origins["quiet"] = ShellSetting.Origin.line }
    if case .rows? = options.common.format { origins["mode"] = ShellSetting.Origin.line }
  }

  /// What was written to a file or a program is complete.
  private func end() throws -> ExitStatusCode {
    let target = outputTarget
    outputTarget = nil
    try target?.finish()
    return exitCode
  }

  private var quitCode: ExitStatusCode?
  private var exitCode: ExitStatusCode { quitCode ?? worst.rawValue }

  private func greet() {
    guard !session.settings.isQuiet else { return }
    let out = session.console.out
    out.write(
      line: "storedoctor \(VersionCommand.number); 'help' lists the commands, Ctrl-D leaves")
    if session.storePath == nil { out.write(line: "no store is open; 'open STORE' opens one") }
    out.flush()
  }

  /// The store, how it is read, and its version: nobody has to wonder whether a statement writes.
  private var prompt: String {
    guard let path = session.storePath else { return "storedoctor> " }
    let name = VisibleText(String(path.split(separator: "/").last ?? "")).text
    let parts = [name, session.settings.isLive ? "(copy)" : "(ro)", session.versionLabel]
    return parts.compactMap(\.self).joined(separator: " ") + "> "
  }

  /// Runs lines until their end or `quit`. Someone typing sees an error and goes on; a script
  /// ends at the first one, which then carries the place: `-f` gives `FILE:3`.
  func run(_ source: any LineSource, name: String?) throws -> Flow {
    var number = 0
    while true {
      var entry = ""
      reading: while true {
        session.console.out.flush()
        completion.entry = entry
        let read = source.read(
          prompt: entry.isEmpty
            ? prompt : String(repeating: " ", count: max(0, prompt.count - 5)) + "...> ")
        switch read {
        case .end:
          if entry.isEmpty { return .goOn }
          break reading
        case .interrupted:
          entry = ""
          continue
        case .line(let line):
          number += 1
          entry += entry.isEmpty ? line : "\n" + line
          let read = ShellLine(entry)
          if read.parts.isEmpty, read.isComplete {
            entry = ""
            continue
          }
          if read.isComplete { break reading }
        }
      }
      if source.isInteractive { source.remember(entry, isKept: keepsHistory) }
      entries.append(entry)
      let start = ContinuousClock.now
      do {
        let flow = try execute(entry)
        if let failure = session.console.outputFailure { throw failure }
        if case .quit(let code) = flow {
          quitCode = code
          return flow
        }
      } catch {
        var failure = Failure(error)
        if source.isInteractive {
          // The terminal has put its '^C' there.
          if failure.isInterrupt { session.console.err.newLine() }
          report(failure)
        } else {
          failure.place =
            failure.place.isEmpty ? name.map { "\($0) \(number): " } ?? "" : failure.place
          guard !endsAtError else { throw failure }
          if failure.status.rawValue > worst.rawValue { worst = failure.status }
          report(failure, prefix: "storedoctor: " + failure.place)
        }
      }
      if showsTime { report(time: ContinuousClock.now - start) }
    }
  }

  private func report(_ failure: Failure, prefix: String = "") {
    session.console.report(failure, prefix: prefix, color: session.settings.color)
  }

  /// Runs what one line holds. All of it is understood before any of it runs.
  func execute(_ entry: String) throws -> Flow {
    let steps = try ShellLine(entry).parts.map { try ShellStep($0, typed, note: note) }
    let statements = steps.compactMap(\.statement)
    if steps.count > 1, statements.count == steps.count {
      try session.checking { try SQLCommand.check(statements, in: session) }
    }
    var index = 0
    while index < steps.count {
      switch steps[index] {
      case .own(let command, let words):
        let flow = try command.run(self, words)
        if flow != .goOn { return flow }
        index += 1
      case .help(let text):
        try print(help: text)
        index += 1
      case .shared:
        // What `once` takes is the result of a whole run of them.
        let commands = steps[index...].map(\.command).prefix { $0 != nil }.compactMap(\.self)
        try perform(commands)
        index += commands.count
      }
    }
    return .goOn
  }

  private func note(_ text: String) {
    if session.isInteractive, !session.settings.isQuiet { session.console.note(text) }
  }

  func perform(_ commands: [any DoctorCommand]) throws {
    let givingRows = commands.filter { $0.givesRows(session.settings) }
    if !givingRows.isEmpty { lastCommands = givingRows }
    try present { presenter in
      for command in commands {
        let status = try session.perform(command, with: presenter)
        if status.rawValue > worst.rawValue { worst = status }
      }
    }
  }

  func print(_ text: String) throws {
    try present { try $0.present(text: text, settings: session.settings) }
  }

  /// Help is cut by no pager: it is broken where the terminal ends.
  func print(help text: String) throws {
    try present { try $0.present(help: text, settings: session.settings) }
  }

  /// The file of `once` takes one result, whole or not at all.
  private func present(_ body: (Presenter) throws -> Void) throws {
    let once = onceTarget
    onceTarget = nil
    try body(
      Presenter(
        console: session.console, target: once ?? outputTarget, usesPager: session.isInteractive))
    try once?.finish()
  }

  /// A file for results.
  func file(
    _ path: String, force: Bool, appears: FileOutput.Appearance
  ) throws(StoreOutputError) -> OutputFile {
    try OutputFile(path: path, force: force, stores: session.storesInUse, appears: appears)
  }

  /// Runs the commands of a file in this shell.
  func read(file: String) throws -> Flow {
    guard readDepth < 8 else {
      throw Failure.usage("'\(VisibleText(file).text)' reads itself, or nests too deeply")
    }
    readDepth += 1
    defer { readDepth -= 1 }
    let text = try patiently { try TextFile.read(file, until: $0) }
    return try run(GivenLines(text), name: "\(VisibleText(file).text): line")
  }

  /// Whoever types may give up what never ends; in a script Ctrl-C ends everything.
  private func patiently<Result>(_ work: (InterruptFlag?) throws -> Result) rethrows -> Result {
    guard session.isStoppable else { return try work(nil) }
    let interrupt = InterruptFlag()
    Interrupts.watch(interrupt)
    defer { Interrupts.stopWatching() }
    return try work(interrupt)
  }

  private func report(time: Duration) {
    let (seconds, attoseconds) = time.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    session.console.note("time: \(milliseconds) ms")
  }

  static func withoutDot(_ line: some StringProtocol) -> Substring {
    let trimmed = Substring(line).drop { $0 == " " || $0 == "\t" }
    return trimmed.hasPrefix(".") ? trimmed.dropFirst() : trimmed
  }
}
