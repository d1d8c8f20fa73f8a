internal import StoreEngine

/// This tool's JSON lines (`TraceJSONL`) back to events.
extension LogScanner {
  mutating func traceLine(_ line: UnsafeRawBufferPointer) {
    input.met(.jsonLines)
    if line.has("{\"trace\":", at: 0) { return header(line) }
    guard let event = TraceEvent(jsonLine: line) else {
      input.damagedLines += 1
      return
    }
    guard let record = events.record(of: event, line: number, &tables) else { return }
    if record.mark == .statement {
      input.statements += 1
      keep(event.shownValues, of: record)
    } else {
      flush()
    }
    records.append(record)
  }

  private mutating func header(_ line: UnsafeRawBufferPointer) {
    var fields = JSONFields(line)
    while let field = fields?.next() {
      guard field.key.equals("version") else { continue }
      let version = field.integer ?? 0
      if version != TraceJSONL.version { input.otherVersion = version }
      return
    }
    input.damagedLines += 1
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
    // Short enough to need no memory of its own.
    switch String(decoding: field.key, as: UTF8.self) {
    case "sequence": sequence = field.integer ?? 0
    case "purpose": purpose = Purpose(rawValue: field.text) ?? .other
    case "stage": stage = field.text
    case "context": context = field.text
    case "sql": sql = field.text
    case "values": values = SQLiteValue.list(field.value)
    case "binding": binding = field.integer
    case "rows": rows = field.integer
    case "changes": changes = field.integer
    case "nanoseconds": nanoseconds = field.number
    case "entity": entity = field.text
    case "relationship": relationship = field.text
    case "object": object = field.number
    case "time": time = field.number
    case "line": line = field.integer
    case "text": text = field.text
    default: break
    }
  }
}

extension JSONFields.Field {
  var text: String { String(decoding: JSONFields.unescape(value), as: UTF8.self) }
  var integer: Int? { number.map(Int.init(clamping:)) }
  var number: Int64? { Int64(String(decoding: value, as: UTF8.self)) }
}

extension SQLiteValue {
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
