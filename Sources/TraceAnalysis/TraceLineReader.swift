internal import StoreEngine

/// This tool's JSON lines (`TraceJSONL`) back to events.
extension LogScanner {
  mutating func traceLine(_ line: UnsafeRawBufferPointer) {
    input.formats.insert(.jsonLines)
    if line.has("{\"trace\":", at: 0) { return header(line) }
    guard let event = TraceEvent(jsonLine: line) else {
      input.damagedLines += 1
      return
    }
    record(event)
  }

  private mutating func header(_ line: UnsafeRawBufferPointer) {
    var fields = JSONFields(line)
    while let field = fields?.next() {
      guard field.key.equals("version") else { continue }
      let version = field.number.map(Int.init(clamping:)) ?? 0
      if version != TraceJSONL.version { input.otherVersion = version }
      return
    }
    input.damagedLines += 1
  }

  /// An event that did not come through a log: same record, no reading.
  mutating func record(_ event: TraceEvent) {
    switch event.purpose {
    case .stageBegin, .stageEnd:
      let name = event.stage.map { tables.name($0) } ?? -1
      mark(event.purpose == .stageBegin ? .stageBegin : .stageEnd, stage: name)
      stage = event.purpose == .stageBegin ? name : -1
      return
    case .open where event.sql == nil: return mark(.open)
    default: break
    }
    guard var sql = event.sql else { return }
    let statement = sql.withUTF8 { tables.statement(UnsafeRawBufferPointer($0)) }
    var record = TraceRecord()
    record.template = statement.template
    record.kind = tables.heads[Int(statement.template)].kind
    if keepsValues { sql.withUTF8 { keepText(UnsafeRawBufferPointer($0), &record) } }
    record.binding = statement.literals
    if statement.isWhole { record.flags = .hasBinding }
    record.purpose = event.purpose
    record.context = event.context.map { tables.name($0) } ?? -1
    record.stage = event.stage.map { tables.name($0) } ?? stage
    record.line = event.line ?? number
    record.time = event.time ?? TraceRecord.unknown
    record.rows = event.rows.map(Int64.init) ?? TraceRecord.unknown
    record.changes = event.changes.map(Int64.init) ?? TraceRecord.unknown
    record.nanoseconds = event.nanoseconds ?? TraceRecord.unknown
    record.entity = event.entity.map { tables.name($0) } ?? -1
    record.relationship = event.relationship.map { tables.name($0) } ?? -1
    record.object = event.object ?? TraceRecord.unknown
    bind(event, &record)
    switch event.purpose {
    case .fault: record.flags.insert(.rowFault)
    case .toManyFault: record.flags.insert(.toManyFault)
    case .prefetch: record.flags.insert(.prefetch)
    default: break
    }
    input.statements += 1
    records.append(record)
  }

  private mutating func bind(_ event: TraceEvent, _ record: inout TraceRecord) {
    if let values = event.values {
      record.bindStart = Int32(clamping: valueText.count)
      for value in values {
        var text = value.logText
        text.withUTF8 {
          let bytes = UnsafeRawBufferPointer($0)
          let number = Int64(record.bindCount)
          if record.kind.isRead,
            typedTexts.continues(bytes, template: record.template, number: number)
          {
            record.flags.insert(.isTyped)
          }
          record.binding = byteHash(bytes, seed: record.binding &+ UInt64(record.bindCount))
          if keepsValues { valueText.append(contentsOf: bytes.prefix(256)) }
        }
        if keepsValues { valueText.append(10) }
        record.bindCount &+= 1
      }
      record.bindEnd = Int32(clamping: valueText.count)
      if !values.isEmpty { record.flags.insert(.hasBinding) }
    } else if let binding = event.binding {
      record.binding = mixed(record.binding ^ 0x9e37, UInt64(bitPattern: Int64(binding)) &+ 1)
      record.flags.insert(.hasBinding)
    }
  }
}

extension TraceEvent {
  /// The event of one line; nil for the header and for anything that is no whole object.
  package init?(jsonLine line: UnsafeRawBufferPointer) {
    guard var fields = JSONFields(line) else { return nil }
    self.init(sequence: 0, purpose: .other)
    while let field = fields.next() {
      if field.key.equals("trace") { return nil }
      take(field)
    }
    guard fields.isComplete else { return nil }
  }

  private mutating func take(_ field: JSONFields.Field) {
    if field.key.equals("sql") {
      sql = field.text
    } else if field.key.equals("purpose") {
      purpose = Purpose(rawValue: field.text) ?? .other
    } else if field.key.equals("sequence") {
      sequence = field.number.map(Int.init(clamping:)) ?? 0
    } else if field.key.equals("stage") {
      stage = field.text
    } else if field.key.equals("context") {
      context = field.text
    } else if field.key.equals("values") {
      values = SQLiteValue.list(field.value)
    } else if field.key.equals("binding") {
      binding = field.number.map(Int.init(clamping:))
    } else if field.key.equals("rows") {
      rows = field.number.map(Int.init(clamping:))
    } else if field.key.equals("changes") {
      changes = field.number.map(Int.init(clamping:))
    } else if field.key.equals("nanoseconds") {
      nanoseconds = field.number
    } else if field.key.equals("entity") {
      entity = field.text
    } else if field.key.equals("relationship") {
      relationship = field.text
    } else if field.key.equals("object") {
      object = field.number
    } else if field.key.equals("time") {
      time = field.number
    } else if field.key.equals("line") {
      line = field.number.map(Int.init(clamping:))
    } else if field.key.equals("text") {
      text = field.text
    }
  }
}

extension JSONFields.Field {
  var text: String { String(decoding: JSONFields.unescape(value), as: UTF8.self) }
  var number: Int64? { Int64(String(decoding: value, as: UTF8.self)) }
}

extension SQLiteValue {
  /// As Core Data prints a bound value.
  var logText: String {
    switch self {
    case .null: "nil"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): "\"\(text)\""
    case .blob(let bytes): "<\(bytes.count) bytes>"
    }
  }

  /// The elements of a JSON array of values.
  fileprivate static func list(_ json: UnsafeRawBufferPointer) -> [SQLiteValue]? {
    guard var elements = JSONFields(array: json) else { return nil }
    var values: [SQLiteValue] = []
    while let element = elements.nextElement() { values.append(SQLiteValue(element)) }
    return values
  }

  private init(_ field: JSONFields.Field) {
    let text = field.text
    if field.isString {
      self = .text(text)
    } else if let number = Int64(text) {
      self = .integer(number)
    } else if let number = Double(text) {
      self = .real(number)
    } else if var blob = JSONFields(field.value), let hex = blob.next(), hex.key.equals("blob") {
      self = .blob(hex.value.hexBytes)
    } else {
      self = .null
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var hexBytes: [UInt8] {
    stride(from: 0, to: count - 1, by: 2).compactMap {
      UInt8(String(decoding: slice($0, $0 + 2), as: UTF8.self), radix: 16)
    }
  }
}
