internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// The interactive front end and the one for scripts: reads lines, runs them in one session.
final class Shell {
  let session: Session
  let input: any LineSource
  let completion = Completion()
  /// Where output goes until changed again (`output FILE`).
  var outputFile: OutputFile?
  /// Where the next command's output goes (`once FILE`).
  var onceFile: OutputFile?
  var showsTime = false
  private(set) var entries: [String] = []
  /// Files being read by `read`, so that a file that reads itself ends.
  private var readDepth = 0
  /// The worst that commands reported, and the exit code of a script that ran to its end.
  private var worst = ExitStatus.done

  init(session: Session, input: any LineSource) {
    self.session = session
    self.input = input
    session.isShell = true
  }

  enum Flow: Hashable {
    case goOn
    case quit(ExitStatusCode?)
  }

  /// Runs -c and -f when given, otherwise the input, and gives the process's exit code.
  func start(_ options: ShellOptions) throws -> ExitStatusCode {
    if let store = options.store { try session.use(store) }
    if let file = options.f {
      guard case .goOn = try read(file: file) else { return exitCode }
    }
    for command in options.c {
      guard case .goOn = try run(GivenLines(command), name: nil) else { return exitCode }
    }
    guard options.f == nil && options.c.isEmpty else { return exitCode }
    session.isInteractive = input.isInteractive
    if input.isInteractive { greet() }
    input.start(completion, history: ShellHistory(environment: session.console.environment))
    refreshCompletion()
    let flow = try run(input, name: "line")
    if flow == .goOn && input.isInteractive { session.console.out.newLine() }
    if !input.isInteractive && entries.isEmpty && options.store == nil {
      throw Failure.usage("no command given", help: "see 'storedoctor --help'")
    }
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

  private var prompt: String {
    guard let path = session.storePath else { return "storedoctor> " }
    let name = VisibleText(String(path.split(separator: "/").last ?? "")).text
    return session.versionLabel.map { "\(name) \($0)> " } ?? "\(name)> "
  }

  /// Runs lines until their end or `quit`. Someone typing sees an error and goes on; a script
  /// ends at the first one, which then carries the place: `-f` gives `FILE:3`.
  func run(_ source: any LineSource, name: String?) throws -> Flow {
    var number = 0
    while true {
      var entry = ""
      var isSQL = false
      reading: while true {
        session.console.out.flush()
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
          if entry.isEmpty {
            guard !Self.isBlank(line) else { continue }
            isSQL = ShellWords.isSQL(Self.withoutDot(line))
          }
          entry += entry.isEmpty ? line : "\n" + line
          if !isSQL || SQLStatements.isComplete(entry) { break reading }
        }
      }
      if source.isInteractive { source.remember(entry) }
      entries.append(entry)
      do {
        let flow = try execute(entry)
        if let failure = session.console.outputFailure { throw failure }
        if case .quit(let code) = flow {
          quitCode = code
          return flow
        }
      } catch {
        var failure = Failure(error)
        guard source.isInteractive else {
          failure.place = name.map { "\($0) \(number): " } ?? ""
          throw failure
        }
        session.console.report(failure, prefix: "", color: session.settings.color)
      }
      if source.isInteractive { refreshCompletion() }
    }
  }

  /// Runs one command or statement.
  func execute(_ entry: String) throws -> Flow {
    let line = Self.withoutDot(entry)
    let start = ContinuousClock.now
    defer {
      if showsTime { report(time: ContinuousClock.now - start) }
    }
    if ShellWords.isSQL(line) {
      try perform(SQLStatements.split(line).map { try SQLCommand(statement: $0) })
      return .goOn
    }
    let words = try ShellWords.split(line)
    guard let first = words.first else { return .goOn }
    switch try ShellCommand.resolve(first) {
    case .own(let command): return try command.run(self, Array(words.dropFirst()))
    case .shared(let type):
      let arguments = Self.withOptions(Array(words.dropFirst()), of: type)
      switch try CommandParser.parse([type.name] + arguments) {
      case .help(let text): try print(text)
      case .command(let command): try perform([command])
      case .shell: break  // No name of a command opens a shell.
      }
      return .goOn
    }
  }

  private func perform(_ commands: [any DoctorCommand]) throws {
    try present { presenter in
      for command in commands {
        let status = try session.perform(command, with: presenter)
        if status.rawValue > worst.rawValue { worst = status }
      }
    }
  }

  func print(_ text: String) throws { try present { try $0.present(text: text) } }

  /// The file of `once` takes one result, whole or not at all.
  private func present(_ body: (Presenter) throws -> Void) throws {
    let once = onceFile
    onceFile = nil
    try body(
      Presenter(
        console: session.console, file: once ?? outputFile, usesPager: input.isInteractive))
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
    let text = try TextFile.read(file)
    return try run(GivenLines(text), name: "\(VisibleText(file).text): line")
  }

  private func report(time: Duration) {
    let (seconds, attoseconds) = time.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    session.console.note("time: \(milliseconds) ms")
  }

  private func refreshCompletion() {
    guard input.isInteractive else { return }
    completion.properties = session.propertyNames()
    completion.versions = session.versionNames()
  }

  /// `rows Note limit 5` means `rows Note --limit 5`. The first word is never an option: it is
  /// the entity or the store.
  static func withOptions(_ words: [String], of type: any DoctorCommand.Type) -> [String] {
    words.enumerated().map { index, word in
      index > 0 && type.wordOptions.contains(word) ? "--" + word : word
    }
  }

  static func withoutDot(_ line: String) -> String {
    let trimmed = line.drop { $0 == " " || $0 == "\t" }
    return String(trimmed.hasPrefix(".") ? trimmed.dropFirst() : trimmed)
  }

  /// Empty lines and comments.
  private static func isBlank(_ line: String) -> Bool {
    let trimmed = line.drop { $0 == " " || $0 == "\t" }
    return trimmed.isEmpty || trimmed.hasPrefix("--") || trimmed.hasPrefix("#")
  }
}
