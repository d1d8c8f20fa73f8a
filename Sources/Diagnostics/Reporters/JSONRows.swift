internal import PlatformFoundation

/// Streamed rows as JSON objects, one per line.
enum JSONRows {
  /// Writes `[`, the rows, `]`, and closes the array even when reading fails.
  static func writeArray(
    of stream: RowStream, indent: Int, to out: ByteOutput
  ) throws -> RowStream.Rest {
    out.write("[")
    var count = 0
    defer {
      if count > 0 { out.newLine(indent: indent) }
      out.write("]")
    }
    let keys = keys(of: stream)
    while try stream.next() {
      if count > 0 { out.write(",") }
      count += 1
      out.newLine(indent: indent + 1)
      writeObject(of: stream, keys: keys, to: out)
    }
    return try stream.rest()
  }

  /// One object per line and nothing else, so that each line can be parsed alone.
  static func writeLines(of stream: RowStream, to out: ByteOutput) throws -> RowStream.Rest {
    let keys = keys(of: stream)
    while try stream.next() {
      writeObject(of: stream, keys: keys, to: out)
      out.newLine()
    }
    return try stream.rest()
  }

  /// The columns in key order with their names already quoted.
  private static func keys(of stream: RowStream) -> [(column: Int, text: String)] {
    stream.columns.enumerated().sorted { $0.element.name < $1.element.name }.map {
      ($0.offset, JSONValue.string($0.element.name).text() + ":")
    }
  }

  private static func writeObject(
    of stream: RowStream, keys: [(column: Int, text: String)], to out: ByteOutput
  ) {
    out.write("{")
    for (index, key) in keys.enumerated() {
      if index > 0 { out.write(",") }
      out.write(key.text)
      write(stream.cell(key.column), to: out)
    }
    out.write("}")
  }

  private static func write(_ cell: RowCell, to out: ByteOutput) {
    switch cell {
    case .null: out.write("null")
    case .integer(let value): out.write(integer: value)
    case .bool(let value): out.write(value ? "true" : "false")
    case .real(let value): JSONValue.write(number: value, to: out)
    case .text(let bytes): JSONValue.write(utf8: bytes, to: out)
    case .string(let text): JSONValue.write(string: text, to: out)
    case .json(let text): JSONValue.write(json: text, to: out)
    case .blob(let bytes): write(blob: bytes, to: out)
    case .bytes(let bytes): bytes.withUnsafeBytes { write(blob: $0, to: out) }
    case .hidden(let type, let size):
      var members: [String: JSONValue] = ["type": .string(type), "hidden": true]
      if let size { members[type == "blob" ? "bytes" : "length"] = .integer(Int64(size)) }
      JSONValue.object(members).write(to: out)
    }
  }

  private static func write(blob bytes: UnsafeRawBufferPointer, to out: ByteOutput) {
    out.write("{\"base64\":\"")
    // Whole groups of three bytes, so that the pieces of a huge value join.
    for start in stride(from: 0, to: bytes.count, by: 48 << 10) {
      out.write(Data(bytes[start...].prefix(48 << 10)).base64EncodedString())
    }
    out.write("\",\"bytes\":")
    out.write(integer: Int64(bytes.count))
    out.write(",\"type\":\"blob\"}")
  }
}
