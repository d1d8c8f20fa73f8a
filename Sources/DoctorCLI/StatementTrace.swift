internal import StoreDoctor
internal import StoreEngine

/// Writes the statements run on a store in the shape of Core Data's own SQLDebug log, so that the
/// same habits and tools work.
struct StatementTrace {
  let output: ByteOutput
  let showsValues: Bool

  func write(_ event: StatementEvent) {
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
