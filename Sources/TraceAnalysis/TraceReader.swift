public import StoreEngine

/// Reads any trace or log to events, as the bytes come in: SQLDebug logs in every prefix form,
/// `log show` in text and JSON, this tool's own traces, `.trace` output, SQL files. The form is
/// recognised line by line, so they may even be mixed.
public struct TraceReader {
  private var source = TraceInputReader(keepsValues: true)
  private var sequence = 0

  public init() {}

  /// What has been met so far.
  public var input: TraceInput { source.summary }

  /// Takes the next bytes and returns the events they complete. A statement is complete when the
  /// next one begins, since its times and rows are logged after it.
  public mutating func feed(_ bytes: [UInt8]) -> [TraceEvent] {
    bytes.withUnsafeBytes { feed($0) }
  }

  public mutating func feed(_ bytes: UnsafeRawBufferPointer) -> [TraceEvent] {
    source.feed(bytes)
    return takeEvents()
  }

  /// The events still open at the end of the input.
  public mutating func finish() -> [TraceEvent] {
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
    source.scanner.discardRecords()
    return events
  }

  private func event(of record: TraceRecord) -> TraceEvent {
    let scanner = source.scanner
    let tables = scanner.tables
    var event = TraceEvent(sequence: sequence, purpose: .other, line: record.line)
    event.stage = tables.nameText(record.stage)
    switch record.mark {
    case .open: event.purpose = .open
    case .stageBegin: event.purpose = .stageBegin
    case .stageEnd: event.purpose = .stageEnd
    case .migration: event.text = "migration"
    case .statement:
      let template = tables.templates[Int(record.template)]
      event.purpose = record.purpose(of: template.shape)
      event.sql = scanner.sqlText(of: record) ?? template.text
    }
    event.context = tables.nameText(record.context)
    event.entity = tables.nameText(record.entity)
    event.relationship = tables.nameText(record.relationship)
    event.object = record.object.known
    event.rows = record.rows.known.map(Int.init)
    event.changes = record.changes.known.map(Int.init)
    event.nanoseconds = record.nanoseconds.known
    event.time = record.time.known
    if record.bindCount > 0 { event.values = scanner.values(of: record) }
    return event
  }
}

extension Int64 {
  /// Nil for the mark of an unknown number.
  var known: Int64? { self < 0 ? nil : self }
}

extension TraceRecord {
  /// What the source said, or what the shape of the SQL and the annotations after it come to.
  func purpose(of shape: StatementShape) -> TraceEvent.Purpose {
    if let purpose { return purpose }
    if flags.contains(.toManyFault) { return .toManyFault }
    if flags.contains(.prefetch) { return .prefetch }
    switch shape.kind {
    case .fetch, .equality, .aggregate, .batch: return .fetch
    case .rowFault: return .fault
    case .manyToManyFault: return .toManyFault
    case .prefetch: return shape.usesKeyTable ? .prefetch : .fetch
    case .count: return .count
    case .insert, .update, .delete: return .save
    case .primaryKeys, .metadata, .history, .cloudKit, .pragma: return .metadata
    case .begin: return .begin
    case .commit: return .commit
    case .rollback: return .rollback
    case .schema: return stage >= 0 ? .stageSQL : .metadata
    case .other: return .other
    }
  }
}

extension LogScanner {
  /// Forgets the records handed out; the values of statements still open are kept.
  mutating func discardRecords() {
    records.removeAll(keepingCapacity: true)
    guard !valueText.isEmpty else { return }
    let text = valueText
    var kept: [UInt8] = []
    moveTexts { range in
      let start = kept.count
      kept.append(contentsOf: text[range])
      return start
    }
    valueText = kept
  }

  func sqlText(of record: TraceRecord) -> String? {
    let start = Int(record.textStart)
    let end = Int(record.textEnd)
    guard start < end, end <= valueText.count else { return nil }
    return String(decoding: valueText[start..<end], as: UTF8.self)
  }

  func valueTexts(of record: TraceRecord) -> [String] {
    let start = Int(record.bindStart)
    let end = Int(record.bindEnd)
    guard start < end, end <= valueText.count else { return [] }
    return valueText[start..<end].split(separator: 10, omittingEmptySubsequences: false)
      .dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  func values(of record: TraceRecord) -> [SQLiteValue] {
    valueTexts(of: record).map { text in
      if text == "nil" || text == "NULL" || text == "(null)" { return .null }
      if let number = Int64(text) { return .integer(number) }
      if let number = Double(text) { return .real(number) }
      let isQuoted = text.utf8.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
      return .text(isQuoted ? String(text.dropFirst().dropLast()) : text)
    }
  }
}
