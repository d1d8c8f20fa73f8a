internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine

/// Hands the statements a command runs on stores to a trace: a file, or standard error.
final class StatementTrace: TraceSink {
  private let writer: TraceWriter
  private let file: OutputFile?
  private var sequence = 0

  /// - Parameters:
  ///   - path: `-` is standard error.
  ///   - format: without one, a name that ends in `.jsonl` gets JSON lines, any other the lines of
  ///     Core Data's own log, so that the same habits and tools work.
  init(
    path: String, format: TraceFormat? = nil, force: Bool = false, stores: [String] = [],
    console: Console, showsValues: Bool
  ) throws {
    guard path != "-" else {
      file = nil
      let shown = console.err
      writer = TraceWriter(format: format ?? .text, showsValues: showsValues) { bytes in
        // Names and values come from the store: they must not steer the terminal.
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
          shown.write(line: VisibleText(String(line)).text)
        }
        shown.flush()
      }
      return
    }
    let file = try OutputFile(path: path, force: force, stores: stores, appears: .atOnce)
    self.file = file
    let usual: TraceFormat = path.lowercased().hasSuffix(".jsonl") ? .jsonl : .text
    writer = TraceWriter(format: format ?? usual, showsValues: showsValues) { bytes in
      bytes.withUnsafeBytes { file.output.write($0) }
    }
  }

  func record(_ event: StatementEvent) {
    try? record(TraceEvent(event, sequence: 0, purpose: Self.purpose(of: event.sql)))
  }

  /// Numbers the event among all that came before, whatever connection they are from.
  func record(_ event: TraceEvent) throws {
    sequence += 1
    var event = event
    event.sequence = sequence
    try writer.record(event)
    // On standard error it stands before what the statement led to.
    if file == nil { try writer.flush() }
  }

  /// - Throws: why a part of the trace did not arrive.
  func finish() throws {
    try writer.flush()
    try file?.flush()
  }

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
