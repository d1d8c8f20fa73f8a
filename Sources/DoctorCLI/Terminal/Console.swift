internal import CLineEditor
internal import StoreDoctor

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Where the program writes and what it knows about it. Tests make one that keeps everything.
final class Console {
  let out: ByteOutput
  let err: ByteOutput
  /// Standard output is a terminal.
  let isTerminal: Bool
  /// Standard error is a terminal: progress may be shown.
  let showsProgress: Bool
  /// Columns and rows of the terminal; nil when standard output is none.
  var size: (columns: Int, rows: Int)?
  let environment: [String: String]

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
      "NO_COLOR", "PAGER", "TERM", "XDG_STATE_HOME", "XDG_CACHE_HOME", "HOME", "COLUMNS", "PATH",
      "STOREDOCTOR_RUNTIME",
    ] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    let isTerminal = isatty(STDOUT_FILENO) == 1
    return Console(
      out: ByteOutput { writeAll($0, to: STDOUT_FILENO) },
      err: ByteOutput { writeAll($0, to: STDERR_FILENO) },
      isTerminal: isTerminal, showsProgress: isatty(STDERR_FILENO) == 1,
      size: isTerminal ? terminalSize() ?? (80, 24) : nil, environment: environment)
  }

  static func terminalSize(of descriptor: Int32 = STDOUT_FILENO) -> (columns: Int, rows: Int)? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard storedoctor_terminal_size(descriptor, &columns, &rows) == 1 else { return nil }
    return (Int(columns), Int(rows))
  }

  /// Whether to use colour: `--color`, then NO_COLOR and TERM, then whether it is a terminal.
  func style(_ choice: ColorChoice) -> Style {
    switch choice {
    case .always: Style(isColoured: true)
    case .never: .plain
    case .auto:
      Style(
        isColoured: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
          && environment["TERM"] != "dumb")
    }
  }

  /// Writes an error: one sentence, then what can be done about it.
  func report(_ failure: Failure, prefix: String, color: ColorChoice) {
    out.flush()
    let style = showsProgress || color == .always ? style(color) : .plain
    err.write(line: "\(prefix)\(style.word(for: .error)): \(failure.message)")
    for line in failure.excerpt { err.write(line: "  " + line) }
    for line in failure.help { err.write(line: "help: " + line) }
    err.flush()
  }
}

/// Writes everything, through interruptions. A closed pipe ends the process by SIGPIPE unless a
/// pager runs; then what the reader no longer wants is dropped.
@discardableResult
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var offset = 0
    while offset < buffer.count {
      let count = write(descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      offset += count
    }
    return true
  }
}
