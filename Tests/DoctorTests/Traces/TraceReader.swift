import StoreEngine

@testable import TraceAnalysis

/// Reads any trace or log to events, as the bytes come in: SQLDebug logs in every prefix form,
/// `log show` in text and JSON, this tool's own traces, `.trace` output, SQL files. The form is
/// recognised line by line, so they may even be mixed.
struct TraceReader {
  private var source = TraceInputReader(keepsValues: true)
  private var sequence = 0

  init() {}

  /// What has been met so far.
  var input: TraceInput { source.summary }

  /// Takes the next bytes and returns the events they complete. A statement is complete when the
  /// next one begins, since its times and rows are logged after it.
  mutating func feed(_ bytes: [UInt8]) -> [TraceEvent] {
    bytes.withUnsafeBytes { feed($0) }
  }

  mutating func feed(_ bytes: UnsafeRawBufferPointer) -> [TraceEvent] {
    source.feed(bytes)
    return takeEvents()
  }

  /// The events still open at the end of the input.
  mutating func finish() -> [TraceEvent] {
    source.finish()
    return takeEvents()
  }

  private mutating func takeEvents() -> [TraceEvent] {
    var events: [TraceEvent] = []
    events.reserveCapacity(source.scanner.records.count)
    for record in source.scanner.records {
      sequence += 1
      events.append(event(of: record))
    }
    source.scanner.records.removeAll()
    return events
  }

  private mutating func event(of record: TraceRecord) -> TraceEvent {
    let tables = source.scanner.tables
    var event = TraceEvent(sequence: sequence, purpose: .other, line: record.line)
    event.stage = tables.nameText(record.stage)
    switch record.mark {
    case .open: event.purpose = .open
    case .stageBegin: event.purpose = .stageBegin
    case .stageEnd: event.purpose = .stageEnd
    case .migration: event.text = "migration"
    case .statement:
      let template = tables.templates[Int(record.template)]
      event.purpose = StatementSample(record).purpose(of: template.shape)
      event.sql = template.text
    }
    event.context = tables.nameText(record.context)
    event.entity = tables.nameText(record.entity)
    event.relationship = tables.nameText(record.relationship)
    event.object = record.object.known
    event.rows = record.rows.known.map(Int.init)
    event.changes = record.changes.known.map(Int.init)
    event.nanoseconds = record.nanoseconds.known
    event.time = record.time.known
    let values = source.scanner.takeValues(of: record)
    if !values.isEmpty { event.values = values.map(SQLiteValue.init(logged:)) }
    return event
  }
}

extension SQLiteValue {
  fileprivate init(logged text: String) {
    if text == "nil" || text == "NULL" || text == "(null)" {
      self = .null
    } else if let number = Int64(text) {
      self = .integer(number)
    } else if let number = Double(text) {
      self = .real(number)
    } else {
      let isQuoted = text.utf8.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
      self = .text(isQuoted ? String(text.dropFirst().dropLast()) : text)
    }
  }
}
