/// Streamed rows as text, in each of the row formats.
struct TextRows {
  let style: Style
  /// Columns of the terminal; nil when the output is none.
  let width: Int?

  /// Rows looked at before the widths of a table are settled.
  private static let sampleSize = 200

  func write(_ stream: RowStream, to out: ByteOutput) throws {
    switch stream.format {
    case .table, .box: try writeTable(stream, to: out)
    case .tsv: try writeTSV(stream, to: out)
    case .csv: try writeCSV(stream, to: out)
    case .json:
      _ = try JSONRows.writeArray(of: stream, indent: 0, to: out)
      out.newLine()
    case .jsonl: _ = try JSONRows.writeLines(of: stream, to: out)
    case .line: try writeLines(stream, to: out)
    case .markdown: try writeMarkdown(stream, to: out)
    case .list: try writeList(stream, to: out)
    }
  }

  private func writeTable(_ stream: RowStream, to out: ByteOutput) throws {
    var sample: [[CellText]] = []
    var hasMore = true
    while sample.count < Self.sampleSize {
      hasMore = try stream.next()
      guard hasMore else { break }
      sample.append(stream.columns.indices.map { CellText(stream.cell($0)) })
    }
    let natural = stream.columns.indices.map { column in
      sample.reduce(0) { max($0, $1[column].text.columns) }
    }
    let right = stream.columns.indices.map { column in
      stream.columns[column].isNumber
        || sample.contains { $0[column].isNumber }
          && sample.allSatisfy { $0[column].isNumber || $0[column].isRemark }
    }
    let whole = stream.columns.indices.map { column in
      sample.reduce(0) { $1[column].isNumber ? max($0, $1[column].text.columns) : $0 }
    }
    let table = TextTable(
      columns: stream.columns, natural: natural, whole: whole, isRightAligned: right,
      available: width, isBox: stream.format == .box)
    table.writeRule("┌─", "─┬─", "─┐", to: out)
    if stream.hasHeading { table.writeHeading(to: out, style: style) }
    for row in sample { table.write(row, to: out, style: style) }
    if hasMore {
      while try stream.next() { table.writeRow(of: stream, to: out, style: style) }
    }
    table.writeRule("└─", "─┴─", "─┘", to: out)
    try finish(stream, to: out)
    if table.hiddenColumns > 0 {
      let count = table.hiddenColumns
      out.write(
        line: style.dim(
          "… \(count) more \(count == 1 ? "column" : "columns"); \(stream.ways.columns) shows all"))
    }
  }

  /// Says what a limit left out, except where the output is data for a program.
  private func finish(_ stream: RowStream, to out: ByteOutput) throws {
    let way = "\(stream.ways.rows) shows all"
    switch try stream.rest() {
    case .nothing: break
    case .rows(let count):
      out.write(line: style.dim("… \(count) more \(count == 1 ? "row" : "rows"); \(way)"))
    case .uncounted: out.write(line: style.dim("… more rows; \(way)"))
    }
  }

  /// Lines end with \n. NULL is an empty field, '' a quoted empty one.
  private func writeCSV(_ stream: RowStream, to out: ByteOutput) throws {
    let field = CSVField(isForTerminal: width != nil)
    if stream.hasHeading {
      for (index, column) in stream.columns.enumerated() {
        if index > 0 { out.write(",") }
        var name = column.name
        name.withUTF8 { field.write(UnsafeRawBufferPointer($0), to: out) }
      }
      out.newLine()
    }
    let (next, cell, count) = (stream.next, stream.cell, stream.columns.count)
    while try next() {
      for index in 0..<count {
        if index > 0 { out.write(byte: 0x2c) }
        switch cell(index) {
        case .null: break
        case .integer(let value): out.write(integer: value)
        case .bool(let value): out.write(value ? "true" : "false")
        case .real(let value): out.write(real: value)
        case .text(let bytes): field.write(bytes, to: out)
        case .string(var text), .json(var text):
          text.withUTF8 { field.write(UnsafeRawBufferPointer($0), to: out) }
        case .blob(let bytes): writeHex(bytes, to: out)
        case .bytes(let bytes): bytes.withUnsafeBytes { writeHex($0, to: out) }
        case .hidden(let type, let size): out.write(size.map { "\(type)(\($0))" } ?? type)
        }
      }
      out.newLine()
    }
    _ = try stream.rest()
  }

  /// Fields between tabs, as databases exchange them: `\t`, `\n`, `\r` and `\\` for these characters,
  /// `\N` for NULL.
  private func writeTSV(_ stream: RowStream, to out: ByteOutput) throws {
    if stream.hasHeading {
      out.write(line: stream.columns.map { Self.tabbed($0.name) }.joined(separator: "\t"))
    }
    while try stream.next() {
      for index in stream.columns.indices {
        if index > 0 { out.write("\t") }
        switch stream.cell(index) {
        case .null: out.write("\\N")
        case .text(let bytes):
          UTF8Pieces.forEach(bytes) {
            out.write(width == nil ? Self.tabbed($0) : VisibleText(Self.tabbed($0)).text)
          }
        case .string(let text), .json(let text):
          out.write(width == nil ? Self.tabbed(text) : VisibleText(Self.tabbed(text)).text)
        case .blob(let bytes): writeHex(bytes, to: out)
        case .bytes(let bytes): bytes.withUnsafeBytes { writeHex($0, to: out) }
        case let cell: out.write(CellText(cell, isWhole: true).text.text)
        }
      }
      out.newLine()
    }
    _ = try stream.rest()
  }

  private static func tabbed(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = ["\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\"]
    return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }

  private func writeHex(_ bytes: UnsafeRawBufferPointer, to out: ByteOutput) {
    let digits: StaticString = "0123456789abcdef"
    out.write("x'")
    for (index, byte) in bytes.enumerated() {
      out.write(byte: digits.utf8Start[Int(byte >> 4)])
      out.write(byte: digits.utf8Start[Int(byte & 15)])
      if index % UTF8Pieces.size == 0 { out.write("") }
    }
    out.write("'")
  }

  /// One `name = value` per line and a blank line between rows.
  private func writeLines(_ stream: RowStream, to out: ByteOutput) throws {
    let names = stream.columns.map { VisibleText($0.name) }
    let widest = names.reduce(0) { max($0, $1.columns) }
    var isFirst = true
    while try stream.next() {
      if !isFirst { out.newLine() }
      isFirst = false
      for (index, name) in names.enumerated() {
        out.write(spaces: widest - name.columns)
        out.write(style.bold(name.text))
        out.write(" = ")
        let cell = CellText(stream.cell(index))
        out.write(line: cell.isRemark ? style.dim(cell.text.text) : cell.text.text)
      }
    }
    try finish(stream, to: out)
  }

  private func writeMarkdown(_ stream: RowStream, to out: ByteOutput) throws {
    func write(_ cells: some Sequence<String>) {
      let escaped = cells.map { $0.split(separator: "|", omittingEmptySubsequences: false) }
      out.write(
        line: "| " + escaped.map { $0.joined(separator: "\\|") }.joined(separator: " | ") + " |")
    }
    write(stream.columns.map { VisibleText($0.name).text })
    out.write(line: "|" + stream.columns.map { $0.isNumber ? "--:|" : "---|" }.joined())
    while try stream.next() {
      write(stream.columns.indices.map { CellText(stream.cell($0)).text.text })
    }
    try finish(stream, to: out)
  }

  /// Values separated by `|`, without heading: for `cut` and `awk`.
  private func writeList(_ stream: RowStream, to out: ByteOutput) throws {
    while try stream.next() {
      for index in stream.columns.indices {
        if index > 0 { out.write("|") }
        let cell = stream.cell(index)
        if cell.plainColumns != nil {
          cell.writePlain(to: out)
        } else {
          out.write(CellText(cell, isWhole: true).text.text)
        }
      }
      out.newLine()
    }
    _ = try stream.rest()
  }
}
