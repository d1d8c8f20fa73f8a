/// Events as the lines Core Data logs with `-com.apple.CoreData.SQLDebug`
/// (Documentation/Format/Logs.md, 3, 4, 5 and 6), so that habits, scripts and this tool's own
/// reader work on both.
///
/// Two kinds of line have no counterpart in Core Data: stage headings, which carry the `(migration)`
/// tag of its migration messages, and `changed N rows`, which Core Data does not report.
enum SQLDebugText {
  static func append(_ event: TraceEvent, showsValues: Bool, to bytes: inout [UInt8]) {
    switch event.purpose {
    case .stageBegin, .stageEnd:
      let verb = event.purpose == .stageBegin ? "begin" : "end"
      annotate("(migration) \(verb) stage '\(event.stage ?? "")'", to: &bytes)
      return
    case .open where event.sql == nil:
      annotate("Connecting to sqlite database file at \"\(event.text ?? "")\"", to: &bytes)
      return
    default: break
    }
    guard let sql = event.sql else {
      if let text = event.text { annotate(text.replacingLineBreaks(), to: &bytes) }
      return
    }
    bytes.append(text: "CoreData: sql: ")
    appendOneLine(sql, to: &bytes)
    bytes.append(newline)
    if showsValues, let values = event.values { append(values, to: &bytes) }
    appendOutcome(of: event, to: &bytes)
    if let text = event.text { annotate(text.replacingLineBreaks(), to: &bytes) }
    appendRelationship(of: event, to: &bytes)
  }

  private static func append(_ values: [SQLiteValue], to bytes: inout [UInt8]) {
    for (index, value) in values.enumerated() {
      bytes.append(text: "CoreData: details: SQLite bind[")
      bytes.append(decimal: index)
      bytes.append(text: "] = ")
      append(value, to: &bytes)
      bytes.append(newline)
    }
  }

  /// Time and rows, in the two lines of a fetch or the one line of everything else.
  private static func appendOutcome(of event: TraceEvent, to bytes: inout [UInt8]) {
    let time = event.nanoseconds ?? 0
    switch event.purpose {
    case .fetch, .fault, .toManyFault, .prefetch:
      annotation("sql connection fetch time: ", time, "", to: &bytes)
      guard let rows = event.rows else { return }
      annotation("total fetch execution time: ", time, " for \(rows) rows.", to: &bytes)
    case .count:
      let counted = event.rows.map { " for count of \($0)." } ?? ""
      annotation("total count request execution time: ", time, counted, to: &bytes)
    default:
      if event.nanoseconds != nil { annotation("sql execution time: ", time, "", to: &bytes) }
      if let changes = event.changes { annotate("changed \(changes) rows", to: &bytes) }
    }
  }

  private static func appendRelationship(of event: TraceEvent, to bytes: inout [UInt8]) {
    let rows = event.rows ?? 0
    switch event.purpose {
    case .fault:
      guard let id = objectID(of: event) else { return }
      annotate("fault fulfilled from database for : \(id)", to: &bytes)
    case .toManyFault:
      guard let id = objectID(of: event), let relationship = event.relationship else { return }
      annotate(
        "to-many relationship fault \"\(relationship)\" for objectID \(id) "
          + "fulfilled from database.  Got \(rows) rows", to: &bytes)
    case .prefetch:
      guard let relationship = event.relationship else { return }
      annotate("Prefetching with key '\(relationship)'.  Got \(rows) rows.", to: &bytes)
    default: break
    }
  }

  /// `0x… <x-coredata://…/Entity/p1>`; the store's identifier is left out, a trace has one store.
  private static func objectID(of event: TraceEvent) -> String? {
    guard let entity = event.entity, let object = event.object else { return nil }
    return "0x0 <x-coredata:///\(entity)/p\(object)>"
  }

  /// A statement fills one line: line breaks outside literals become spaces. Inside a literal they
  /// are part of the value; the reader follows an open quote over lines.
  private static func appendOneLine(_ sql: String, to bytes: inout [UInt8]) {
    guard sql.utf8.contains(where: { $0 == newline || $0 == 13 }) else {
      return bytes.append(text: sql)
    }
    var quote: UInt8?
    for byte in sql.utf8 {
      if let open = quote {
        if byte == open { quote = nil }
        bytes.append(byte)
        continue
      }
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { quote = byte }
      bytes.append(byte == newline || byte == 13 ? 32 : byte)
    }
  }

  private static func append(_ value: SQLiteValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(text: "nil")
    case .integer(let number): bytes.append(decimal: Int(number))
    case .real(let number): bytes.append(text: String(number))
    case .text(let text): bytes.append(text: "\"\(text.replacingLineBreaks())\"")
    case .blob(let blob):
      bytes.append(text: "<\(blob.count) bytes ")
      bytes.append(hex: blob.prefix(16))
      bytes.append(text: blob.count > 16 ? "…>" : ">")
    }
  }

  private static func annotate(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(text: "CoreData: annotation: ")
    bytes.append(text: text)
    bytes.append(newline)
  }

  private static func annotation(
    _ label: String, _ time: Int64, _ rest: String, to bytes: inout [UInt8]
  ) {
    bytes.append(text: "CoreData: annotation: ")
    bytes.append(text: label)
    bytes.append(seconds: time)
    bytes.append(text: rest)
    bytes.append(newline)
  }

  private static let newline = UInt8(ascii: "\n")
}

extension String {
  fileprivate func replacingLineBreaks() -> String {
    guard utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return self }
    return String(decoding: utf8.map { $0 == 10 || $0 == 13 ? 32 : $0 }, as: UTF8.self)
  }
}
