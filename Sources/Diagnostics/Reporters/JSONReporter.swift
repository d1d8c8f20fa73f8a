internal import StoreModel

/// Writes a report as one JSON object with sorted keys: `command`, `findings`, `tool`, and the
/// command's own key.
public struct JSONReporter: Reporter {
  /// Writes whatever report it is given.
  public init() {}

  /// Writes the whole report.
  public func write(_ report: Report, to out: ByteOutput) throws {
    let head: [String: JSONValue] = [
      "command": .string(report.command),
      "findings": try JSONValue(encoding: report.shownFindings.map(FindingMembers.init)),
      "tool": "storedoctor",
    ]
    // `rows` may stream, so the outer object is written by hand, in key order.
    var object = ObjectWriter(out: out, indent: 0)
    object.write(head.filter { $0.key < report.command })
    object.begin(report.command)
    // After an error the document is still closed properly.
    let written = Result { try Self.write(body: report, to: out) }
    if case .success = written { object.write(head.filter { $0.key > report.command }) }
    object.end()
    out.newLine()
    try written.get()
  }

  private static func write(body report: Report, to out: ByteOutput) throws {
    guard let stream = report.rowStream else {
      try JSONValue.object(report.body()).write(to: out, indent: 1)
      return
    }
    var body = try report.body()
    body["columns"] = .strings(stream.columns.map(\.name))
    // Keys before `rows`, the rows, keys after: sorted order with one pass over the rows.
    var object = ObjectWriter(out: out, indent: 1)
    object.write(body.filter { $0.key < "rows" })
    object.begin("rows")
    let rest = Result { try JSONRows.writeArray(of: stream, indent: 2, to: out) }
    var tail = body.filter { $0.key > "rows" }
    tail["truncated"] = true
    if case .success(let rest) = rest { tail["truncated"] = .bool(rest != .nothing) }
    if case .success(.rows(let count)) = rest { tail["rowsLeftOut"] = .integer(Int64(count)) }
    object.write(tail)
    object.end()
    _ = try rest.get()
  }
}

/// Writes an object member by member, indented.
private struct ObjectWriter {
  let out: ByteOutput
  let indent: Int
  private var isEmpty = true

  init(out: ByteOutput, indent: Int) {
    self.out = out
    self.indent = indent
  }

  mutating func write(_ members: [String: JSONValue]) {
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      begin(key)
      value.write(to: out, indent: indent + 1)
    }
  }

  /// Writes the key; the value is up to the caller.
  mutating func begin(_ key: String) {
    out.write(isEmpty ? "{" : ",")
    isEmpty = false
    out.newLine(indent: indent + 1)
    JSONValue.write(string: key, to: out)
    out.write(": ")
  }

  func end() {
    out.newLine(indent: indent)
    out.write("}")
  }
}

/// A finding as JSON has it.
private struct FindingMembers: Encodable {
  let finding: Finding

  func encode(to encoder: any Encoder) throws {
    let place = finding.location
    let related = finding.related.map(RelatedMembers.init)
    try encoder.write([
      "certainty": finding.certainty.level, "column": place?.column, "entity": finding.entity,
      "help": finding.help, "line": place?.line, "message": finding.message, "path": place?.path,
      "property": finding.property, "rule": finding.rule, "severity": finding.severity.rawValue,
    ])
    try encoder.write(present: [
      "certaintyReason": finding.certainty.reason, "related": related.isEmpty ? nil : related,
    ])
  }
}

private struct RelatedMembers: Encodable {
  let related: Finding.Related

  func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "column": related.location?.column, "label": related.label, "line": related.location?.line,
      "path": related.location?.path, "text": related.text,
    ])
  }
}

extension Report {
  /// The section that streams, if any.
  var rowStream: RowStream? {
    for case .rows(let stream) in sections { return stream }
    return nil
  }
}
