internal import StoreEngine

/// From events to records. An event says what it is for, so its text is only reduced to a template;
/// it is not classified.
struct EventReader {
  private var typedTexts = TypedTexts()
  /// The migration stage under way; -1 outside of one.
  var stage: Int32 = -1

  /// Nil for an event that is neither a statement nor a mark.
  ///
  /// - Parameter line: where it stands, unless it says so itself.
  mutating func record(
    of event: TraceEvent, line: Int = 0, _ tables: inout TraceTables
  ) -> TraceRecord? {
    func name(_ text: String?) -> Int32 { text.map { tables.name($0) } ?? -1 }
    var record = TraceRecord()
    record.line = event.line ?? line
    switch event.purpose {
    case .stageBegin, .stageEnd:
      record.mark = event.purpose == .stageBegin ? .stageBegin : .stageEnd
      record.stage = name(event.stage)
      stage = record.mark == .stageBegin ? record.stage : -1
      return record
    case .open where event.sql == nil:
      record.mark = .open
      return record
    case .fault: record.flags = .rowFault
    case .toManyFault: record.flags = .toManyFault
    case .prefetch: record.flags = .prefetch
    default: break
    }
    guard var sql = event.sql else { return nil }
    let isQuery = event.purpose == .other ? nil : event.purpose.isQuery
    let statement = sql.withUTF8 {
      tables.statement(UnsafeRawBufferPointer($0), isQuery: isQuery)
    }
    record.template = statement.template
    record.kind =
      tables.templates[Int(statement.template)].shape.kind(for: event.purpose)
      ?? tables.kind(of: statement.template)
    record.purpose = event.purpose
    record.binding = statement.literals
    if statement.isWhole { record.flags.insert(.hasBinding) }
    record.context = name(event.context)
    record.stage = event.stage == nil ? stage : name(event.stage)
    record.stageIndex = event.stageIndex.map { Int32(clamping: $0) } ?? -1
    record.time = event.time ?? TraceRecord.unknown
    record.rows = event.rows.map(Int64.init) ?? TraceRecord.unknown
    record.changes = event.changes.map(Int64.init) ?? TraceRecord.unknown
    record.nanoseconds = event.nanoseconds ?? TraceRecord.unknown
    record.entity = name(event.entity)
    record.relationship = name(event.relationship)
    record.object = event.object ?? TraceRecord.unknown
    bind(event, &record)
    return record
  }

  private mutating func bind(_ event: TraceEvent, _ record: inout TraceRecord) {
    if let values = event.values {
      for (number, value) in values.enumerated() {
        var text = value.logText
        text.withUTF8 {
          let bytes = UnsafeRawBufferPointer($0)
          if record.kind.isRead,
            typedTexts.continues(bytes, template: record.template, number: Int64(number))
          {
            record.flags.insert(.isTyped)
          }
          record.binding = byteHash(bytes, seed: record.binding &+ UInt64(number))
        }
      }
      if !values.isEmpty { record.flags.insert(.hasBinding) }
    } else if let binding = event.binding {
      record.binding = mixed(record.binding ^ 0x9e37, UInt64(bitPattern: Int64(binding)) &+ 1)
      record.flags.insert(.hasBinding)
    }
  }
}

extension TraceEvent {
  /// The bound values as samples show them.
  var shownValues: [String] {
    (values ?? []).map { String(decoding: $0.logText.utf8.prefix(256), as: UTF8.self) }
  }
}

extension SQLiteValue {
  /// As Core Data prints a bound value.
  fileprivate var logText: String {
    switch self {
    case .null: "nil"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): "\"\(text)\""
    case .blob(let bytes): "<\(bytes.count) bytes>"
    }
  }
}
