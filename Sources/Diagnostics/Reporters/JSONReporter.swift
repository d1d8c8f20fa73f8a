public import StoreModel

/// Writes a report as one JSON object with sorted keys: `command`, `findings`, `tool`, and the
/// command's own key.
public struct JSONReporter: Reporter {
  public init() {}

  public func write(_ report: Report, to out: ByteOutput) throws {
    let head: [String: JSONValue] = [
      "command": .string(report.command),
      "findings": .array(report.shownFindings.map(Self.value)),
      "tool": "storedoctor",
    ]
    // `rows` may stream, so the outer object is written by hand, in key order.
    out.write("{")
    var isFirst = true
    for key in (Array(head.keys) + [report.command]).sorted() {
      if !isFirst { out.write(",") }
      isFirst = false
      out.newLine(indent: 1)
      JSONValue.write(string: key, to: out)
      out.write(": ")
      if let value = head[key] {
        value.write(to: out, indent: 1)
      } else {
        try Self.write(body: report, to: out)
      }
    }
    out.newLine()
    out.write("}")
    out.newLine()
  }

  private static func write(body report: Report, to out: ByteOutput) throws {
    guard let stream = report.rowStream else {
      JSONValue.object(report.body).write(to: out, indent: 1)
      return
    }
    var body = report.body
    body["columns"] = .strings(stream.columns.map(\.name))
    var failure: (any Error)?
    // Keys before `rows`, the rows, keys after: sorted order with one pass over the rows. After an
    // error the document is still closed properly and says that it is cut.
    let before = body.filter { $0.key < "rows" }
    let after = body.filter { $0.key > "rows" }
    out.write("{")
    for key in before.keys.sorted() {
      out.newLine(indent: 2)
      JSONValue.write(string: key, to: out)
      out.write(": ")
      (before[key] ?? .null).write(to: out, indent: 2)
      out.write(",")
    }
    out.newLine(indent: 2)
    out.write("\"rows\": ")
    var rest = RowStream.Rest.nothing
    do {
      rest = try JSONRows.writeArray(of: stream, indent: 2, to: out)
    } catch {
      failure = error
    }
    var tail = after
    tail["truncated"] = .bool(failure != nil || rest != .nothing)
    if case .rows(let count) = rest { tail["rowsLeftOut"] = .integer(Int64(count)) }
    for key in tail.keys.sorted() {
      out.write(",")
      out.newLine(indent: 2)
      JSONValue.write(string: key, to: out)
      out.write(": ")
      (tail[key] ?? .null).write(to: out, indent: 2)
    }
    out.newLine(indent: 1)
    out.write("}")
    if let failure {
      out.newLine()
      out.write("}")
      out.newLine()
      throw failure
    }
  }

  static func value(of finding: Finding) -> JSONValue {
    var object: [String: JSONValue] = [
      "certainty": .string(finding.certainty.level),
      "column": .optional(finding.location?.column),
      "entity": .optional(finding.entity),
      "help": .optional(finding.help),
      "line": .optional(finding.location?.line),
      "message": .string(finding.message),
      "path": .optional(finding.location?.path),
      "property": .optional(finding.property),
      "rule": .string(finding.rule),
      "severity": .string(finding.severity.rawValue),
    ]
    if let reason = finding.certainty.reason { object["certaintyReason"] = .string(reason) }
    if !finding.related.isEmpty {
      object["related"] = .array(
        finding.related.map { related in
          [
            "column": .optional(related.location?.column), "label": .string(related.label),
            "line": .optional(related.location?.line),
            "path": .optional(related.location?.path), "text": .optional(related.text),
          ]
        })
    }
    return .object(object)
  }
}

extension Certainty {
  /// The label used in JSON and text.
  public var level: String {
    switch self {
    case .certain: "certain"
    case .inferred: "likely"
    case .unknown, .undeclared: "unknown"
    }
  }
}

extension Report {
  /// The section that streams, if any.
  var rowStream: RowStream? {
    for case .rows(let stream) in sections { return stream }
    return nil
  }
}
