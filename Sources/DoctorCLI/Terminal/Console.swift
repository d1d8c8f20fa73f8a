internal import CLineEditor
internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine

/// Where the program writes and what it knows about it. Tests make one that keeps everything.
final class Console {
  let out: ByteOutput
  let err: ByteOutput
  /// Standard output is a terminal.
  let isTerminal: Bool
  /// Standard error is a terminal: progress may be shown.
  let showsProgress: Bool
  /// Columns and rows of the terminal where the system does not tell; nil when standard output is
  /// none.
  private let size: (columns: Int, rows: Int)?
  let environment: [String: String]
  /// What `out` and `err` write to; nil in tests.
  private var sinks: (out: DescriptorSink, err: DescriptorSink)?

  init(
    out: ByteOutput, err: ByteOutput, isTerminal: Bool = false, showsProgress: Bool = false,
    size: (columns: Int, rows: Int)? = nil, environment: [String: String] = [:]
  ) {
    self.out = out
    self.err = err
    self.isTerminal = isTerminal
    self.showsProgress = showsProgress
    self.size = size
    self.environment = environment
  }

  /// The console of this process.
  static func standard() -> Console {
    var environment: [String: String] = [:]
    for name in [
      "NO_COLOR", "PAGER", "LESS", "TERM", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
      "HOME", "COLUMNS", "PATH",
      "STOREDOCTOR_DOCUMENTATION", "STOREDOCTOR_RUNTIME",
    ] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let out = DescriptorSink(STDOUT_FILENO)
    let err = DescriptorSink(STDERR_FILENO)
    let console = Console(
      out: ByteOutput { bytes in
        out.write(bytes)
        // Nobody reads on, as after 'head': the end of other tools, but tidy.
        guard out.lostReader else { return }
        Termination.run()
        storedoctor_end_by_signal(SIGPIPE)
      }, err: ByteOutput { err.write($0) },
      isTerminal: isTerminal, showsProgress: isatty(STDERR_FILENO) == 1,
      size: isTerminal ? (80, 24) : nil, environment: environment)
    console.sinks = (out, err)
    return console
  }

  /// Whether it is the console of this process.
  var isOfProcess: Bool { sinks != nil }

  /// Why standard output lacks something that was written to it.
  var outputFailure: Failure? {
    out.flush()
    return sinks?.out.reason.map { .unreadable("cannot write to standard output: \($0)") }
  }

  /// Whether a message or a trace did not reach standard error, with somebody there to read it.
  var hasLostMessages: Bool {
    err.flush()
    return ![nil, EPIPE, EBADF].contains(sinks?.err.error)
  }

  /// Columns and rows that the terminal has now: people resize it while a shell is open.
  var currentSize: (columns: Int, rows: Int)? {
    guard isTerminal else { return nil }
    return sinks == nil ? size : Self.terminalSize() ?? size
  }

  static func terminalSize(of descriptor: Int32 = STDOUT_FILENO) -> (columns: Int, rows: Int)? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard storedoctor_terminal_size(descriptor, &columns, &rows) == 1 else { return nil }
    return (Int(columns), Int(rows))
  }

  /// Whether to use colour: `--color`, then NO_COLOR and TERM, then whether it is a terminal.
  func style(_ choice: ColorChoice) -> Diagnostics.Style {
    switch choice {
    case .always: .init(isColoured: true)
    case .never: .plain
    case .auto:
      .init(
        isColoured: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
          && environment["TERM"] != "dumb")
    }
  }

  /// Writes an error: one sentence, then what can be done about it.
  func report(_ failure: Failure, prefix: String, color: ColorChoice) {
    out.flush()
    storedoctor_await_end()
    let style = showsProgress || color == .always ? style(color) : .plain
    // Names of files and words of the command line end up here, whoever wrote the message.
    func visible(_ text: String) -> String { VisibleText(text).text }
    err.write(
      line: visible(prefix) + style.word(for: .error) + ": " + visible(failure.message))
    for line in failure.excerpt { err.write(line: "  " + visible(line)) }
    for line in failure.help { err.write(line: "help: " + visible(line)) }
    err.flush()
  }

  /// Where work in progress is shown: standard error, when it is a terminal that can draw over a line.
  func progressOutput(isQuiet: Bool) -> ByteOutput? {
    showsProgress && !isQuiet && environment["TERM"] != "dumb" ? err : nil
  }

  /// Writes a line to standard error that is no error.
  func note(_ text: String) {
    err.write(line: VisibleText(text).text)
    err.flush()
  }
}

extension ByteOutput {
  /// Takes a line of so many columns away that was drawn without its end.
  func erase(columns: Int) {
    write("\r")
    write(spaces: columns)
    write("\r")
    flush()
  }
}
