internal import StoreDoctor
internal import StoreEngine

/// Hands the statements a command runs on stores to a trace: a file, or standard error.
final class StatementTrace {
  private let writer: TraceWriter
  private let isFile: Bool
  private var sequence = 0

  /// - Parameter path: `-` is standard error; a name that ends in `.jsonl` gets JSON lines, any other
  ///   the lines of Core Data's own log, so that the same habits and tools work.
  init(path: String, console: Console, showsValues: Bool) throws {
    isFile = path != "-"
    guard isFile else {
      let shown = console.err
      writer = TraceWriter(format: .text, showsValues: showsValues) { bytes in
        // Names and values come from the store: they must not steer the terminal.
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
          shown.write(line: VisibleText(String(line)).text)
        }
        shown.flush()
      }
      return
    }
    let file = try OutputFile(path: path)
    let format: TraceFormat = path.lowercased().hasSuffix(".jsonl") ? .jsonl : .text
    writer = TraceWriter(format: format, showsValues: showsValues) { bytes in
      bytes.withUnsafeBytes { file.output.write($0) }
    }
  }

  func record(_ event: StatementEvent) {
    sequence += 1
    let purpose = Self.purpose(of: event.sql)
    try? writer.record(TraceEvent(event, sequence: sequence, purpose: purpose))
    // On standard error it stands before what the statement led to.
    if !isFile { finish() }
  }

  func finish() { try? writer.flush() }

  static func purpose(of sql: String) -> TraceEvent.Purpose {
    let word = sql.drop(while: \.isWhitespace).prefix { $0.isLetter }.uppercased()
    return switch word {
    case "SELECT", "WITH", "VALUES": .fetch
    case "PRAGMA", "EXPLAIN": .metadata
    case "BEGIN": .begin
    case "COMMIT", "END": .commit
    case "ROLLBACK": .rollback
    default: .other
    }
  }
}
