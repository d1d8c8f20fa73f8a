internal import StoreDoctor
internal import StoreEngine

/// Writes the statements run on a store: in the shape of Core Data's own SQLDebug log, so that the
/// same habits and tools work, or as JSON lines.
final class StatementTrace {
  private let output: ByteOutput
  private let showsValues: Bool
  /// Writes JSON lines; nil for text.
  private let writer: TraceWriter?
  private var sequence = 0
  /// Keeps the file open while it is written to.
  private let file: OutputFile?

  init(output: ByteOutput, format: TraceFormat, showsValues: Bool, file: OutputFile? = nil) {
    self.output = output
    self.showsValues = showsValues
    self.file = file
    writer =
      format == .text
      ? nil
      : TraceWriter(format: format, showsValues: showsValues) { bytes in
        bytes.withUnsafeBytes { output.write($0) }
      }
  }

  /// A file named `.jsonl` gets JSON lines, any other text.
  convenience init(file: OutputFile, showsValues: Bool) {
    self.init(
      output: file.output, format: file.path.hasSuffix(".jsonl") ? .jsonl : .text,
      showsValues: showsValues, file: file)
  }

  func finish() {
    try? writer?.flush()
    output.flush()
  }

  func write(_ event: StatementEvent) {
    guard let writer else { return writeText(event) }
    sequence += 1
    let purpose = Self.purpose(of: event.sql)
    // The writer hands bytes to memory only, which does not fail.
    try? writer.record(TraceEvent(event, sequence: sequence, purpose: purpose))
  }

  /// What a statement of this tool was for, as far as its first word tells.
  static func purpose(of sql: String) -> TraceEvent.Purpose {
    let word = sql.drop { $0 == " " || $0 == "\n" }.prefix { $0.isLetter }.uppercased()
    switch word {
    case "SELECT", "WITH", "VALUES": return .fetch
    case "BEGIN", "SAVEPOINT": return .begin
    case "COMMIT", "RELEASE": return .commit
    case "ROLLBACK": return .rollback
    case "INSERT", "UPDATE", "DELETE": return .save
    default: return .metadata
    }
  }

  private func writeText(_ event: StatementEvent) {
    output.write(line: "CoreData: sql: " + VisibleText(event.sql).text)
    if showsValues {
      for (index, value) in event.values.enumerated() {
        output.write(line: "CoreData: details: SQLite bind[\(index)] = \(Self.text(value))")
      }
    }
    // Milliseconds would hide most statements; Core Data writes seconds with four decimals.
    let tenths = (event.nanoseconds + 50_000) / 100_000
    let digits = String(tenths % 10_000)
    let seconds = "\(tenths / 10_000)." + String(repeating: "0", count: 4 - digits.count) + digits
    let rows = event.rows == 1 ? "1 row" : "\(event.rows) rows"
    output.write(line: "CoreData: annotation: sql execution time: \(seconds)s for \(rows)")
    if let code = event.errorCode { output.write(line: "CoreData: error: SQLite code \(code)") }
    output.flush()
  }

  private static func text(_ value: SQLiteValue) -> String {
    switch value {
    case .null: "nil"
    case .integer(let value): String(value)
    case .real(let value): value.description
    case .text(let text): "\"\(VisibleText(text).text)\""
    case .blob(let bytes): "<\(bytes.count) bytes>"
    }
  }
}
