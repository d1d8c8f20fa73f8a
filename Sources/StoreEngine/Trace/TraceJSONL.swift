/// Events as JSON lines: a header line, then one object per event.
///
/// ```
/// {"trace":"storedoctor","version":1,"values":false}
/// {"sequence":1,"purpose":"fetch","sql":"SELECT …","binding":1,"rows":3,"nanoseconds":81000}
/// ```
///
/// Keys always come in this order, and a key is left out when its fact is unknown: `sequence`,
/// `purpose` (a case of `TraceEvent.Purpose`), `stage`, `context`, `sql`, `values` (only when asked
/// for), `binding`, `rows`, `changes`, `nanoseconds`, `entity`, `relationship`, `object`, `time`
/// (nanoseconds since 1970), `line`, `text`. Values are JSON null, numbers and strings; a blob is
/// `{"blob":"<hex>"}`, and an infinite number a string. `Documentation/Trace.md` is the same for users.
package enum TraceJSONL {
  package static let version = 1

  static func appendHeader(showsValues: Bool, to bytes: inout [UInt8]) {
    bytes.append(
      text: "{\"trace\":\"storedoctor\",\"version\":\(version),\"values\":\(showsValues)}\n")
  }

  static func append(_ event: TraceEvent, showsValues: Bool, to bytes: inout [UInt8]) {
    bytes.append(text: "{\"sequence\":")
    bytes.append(decimal: event.sequence)
    append("purpose", event.purpose.rawValue, to: &bytes)
    append("stage", event.stage, to: &bytes)
    append("context", event.context, to: &bytes)
    append("sql", event.sql, to: &bytes)
    if showsValues, let values = event.values { append(values, to: &bytes) }
    append("binding", event.binding.map(Int64.init), to: &bytes)
    append("rows", event.rows.map(Int64.init), to: &bytes)
    append("changes", event.changes.map(Int64.init), to: &bytes)
    append("nanoseconds", event.nanoseconds, to: &bytes)
    append("entity", event.entity, to: &bytes)
    append("relationship", event.relationship, to: &bytes)
    append("object", event.object, to: &bytes)
    append("time", event.time, to: &bytes)
    append("line", event.line.map(Int64.init), to: &bytes)
    append("text", event.text, to: &bytes)
    bytes.append(text: "}\n")
  }

  private static func append(_ values: [SQLiteValue], to bytes: inout [UInt8]) {
    bytes.append(text: ",\"values\":[")
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch value {
      case .null: bytes.append(text: "null")
      case .integer(let number): bytes.append(text: String(number))
      case .real(let number) where number.isFinite: bytes.append(text: String(number))
      case .real(let number): bytes.append(text: "\"\(number)\"")
      case .text(let text): bytes.append(jsonString: text)
      case .blob(let blob):
        bytes.append(text: "{\"blob\":\"")
        bytes.append(hex: blob)
        bytes.append(text: "\"}")
      }
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func append(_ key: String, _ value: String?, to bytes: inout [UInt8]) {
    guard let value else { return }
    bytes.append(text: ",\"\(key)\":")
    bytes.append(jsonString: value)
  }

  private static func append(_ key: String, _ value: Int64?, to bytes: inout [UInt8]) {
    guard let value else { return }
    bytes.append(text: ",\"\(key)\":\(value)")
  }
}
