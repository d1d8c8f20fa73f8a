internal import StoreModel

/// Writes a report for people.
public struct TextReporter: Reporter {
  /// Colour or none.
  public var style: Style
  /// Columns of the terminal; nil when the output is a file or a pipe, where nothing is cut.
  public var width: Int?
  /// Leaves out titles and hints.
  public var isQuiet: Bool

  /// For a file or a pipe, unless a width is given.
  public init(style: Style = .plain, width: Int? = nil, isQuiet: Bool = false) {
    self.style = style
    self.width = width
    self.isQuiet = isQuiet
  }

  /// Writes the whole report.
  public func write(_ report: Report, to out: ByteOutput) throws {
    var isFirst = true
    func separate() {
      if !isFirst { out.newLine() }
      isFirst = false
    }
    var findings = report.shownFindings
    func writeFindings() {
      guard !findings.isEmpty else { return }
      separate()
      for finding in findings { write(finding, to: out) }
      findings = []
    }
    for section in report.sections {
      if case .hints(let lines) = section {
        // What to do comes after what is wrong.
        writeFindings()
        guard !isQuiet, !lines.isEmpty else { continue }
        separate()
        for line in lines { out.write(line: style.cyan("help") + ": " + VisibleText(line).text) }
        continue
      }
      separate()
      try write(section, to: out)
    }
    writeFindings()
  }

  private func write(_ section: Report.Section, to out: ByteOutput) throws {
    func writeHeading(_ title: String?) {
      if let title, !isQuiet { out.write(line: style.bold(VisibleText(title).text)) }
    }
    switch section {
    case .lines(let lines, let title):
      writeHeading(title)
      for line in lines {
        for part in TextWrap.lines(VisibleText(line).text, width: width) { out.write(line: part) }
      }
    case .verbatim(let lines):
      for line in lines { out.write(line: width == nil ? line : VisibleText(line).text) }
    case .fields(let fields, let title):
      writeHeading(title)
      write(fields, to: out)
    case .table(let table, let title):
      writeHeading(title)
      write(table, to: out)
    case .rows(let stream): try TextRows(style: style, width: width).write(stream, to: out)
    case .hints: break
    }
  }

  private func write(_ fields: [Report.Field], to out: ByteOutput) {
    let names = fields.map { VisibleText($0.name) }
    let widest = names.reduce(0) { max($0, $1.columns) }
    let indent = widest + TextTable.gap
    for (field, name) in zip(fields, names) {
      out.write(style.bold(name.text))
      out.write(spaces: indent - name.columns)
      let lines = TextWrap.lines(VisibleText(field.value).text, width: width.map { $0 - indent })
      for (index, line) in lines.enumerated() {
        if index > 0 { out.write(spaces: indent) }
        switch field.mood {
        case .plain: out.write(line: line)
        case .good: out.write(line: style.green(line))
        case .bad: out.write(line: style.red(line))
        }
      }
    }
  }

  private func write(_ table: Report.Table, to out: ByteOutput) {
    // A column that is empty in every row only takes space.
    let kept = table.columns.indices.filter { column in
      table.rows.isEmpty || table.rows.contains { column < $0.count && !$0[column].isEmpty }
    }
    let rows = table.rows.map { row in
      kept.map { CellText(label: $0 < row.count ? row[$0] : "") }
    }
    let columns = kept.map { table.columns[$0] }
    let natural = columns.indices.map { column in
      rows.reduce(0) { max($0, $1[column].text.columns) }
    }
    let layout = TextTable(
      columns: columns, natural: natural,
      whole: columns.indices.map { columns[$0].isNumber ? natural[$0] : 0 },
      isRightAligned: columns.map(\.isNumber), available: width)
    layout.writeHeading(to: out, style: style)
    for row in rows { layout.write(row, to: out, style: style) }
  }

  /// `path:line:column: warning: message [rule]`, then `help: …`.
  private func write(_ finding: Finding, to out: ByteOutput) {
    if let location = finding.location {
      out.write(style.bold(VisibleText(location.text).text + ":") + " ")
    }
    let message = VisibleText(finding.statement).text
    out.write(
      line: "\(style.word(for: finding.severity)): \(message) " + style.dim("[\(finding.rule)]"))
    writeExcerpt(of: finding, to: out)
    if let help = finding.help {
      out.write(line: "  " + style.cyan("help") + ": " + VisibleText(help).text)
    }
    for (label, text) in Self.remarks(beside: finding) {
      out.write(line: "  " + style.dim(label + ": ") + text)
    }
  }

  /// What belongs to a finding, by label. Places that need no word share a line, and those of one file its
  /// name.
  private static func remarks(beside finding: Finding) -> [(label: String, text: String)] {
    var remarks: [(label: String, text: String)] = []
    var rest = finding.related[...]
    while let first = rest.first {
      let alike = rest.prefix {
        $0.label == first.label && $0.text == nil && $0.location?.line != nil
      }
      rest = rest.dropFirst(max(1, alike.count))
      if alike.count > 1 {
        remarks.append((first.label, text(of: alike.compactMap(\.location), in: finding)))
        continue
      }
      // Within the same file the line is enough.
      let place = first.location.map { location in
        location.path == finding.location?.path
          ? location.line.map { "line \($0)" } ?? VisibleText(location.text).text
          : VisibleText(location.text).text
      }
      let text = [place, first.text.map { VisibleText($0).text }].compactMap { $0 }
      remarks.append((first.label, text.joined(separator: ": ")))
    }
    return remarks
  }

  private static func text(of places: [Location], in finding: Finding) -> String {
    var files: [(path: String, lines: [String])] = []
    for place in places {
      if files.last?.path != place.path { files.append((place.path, [])) }
      files[files.count - 1].lines.append("\(place.line ?? 1)")
    }
    return files.map { path, lines in
      let isOwn = path == finding.location?.path
      let name = isOwn ? lines.count == 1 ? "line " : "lines " : VisibleText(path).text + ":"
      return name + lines.joined(separator: ", ")
    }.joined(separator: "; ")
  }

  /// The line a finding lies in, and a caret under the place; long lines are cut around it.
  private func writeExcerpt(of finding: Finding, to out: ByteOutput) {
    guard let line = finding.sourceLine, let location = finding.location,
      let number = location.line, let column = location.column
    else { return }
    let bytes = Array(line.utf8)
    let start = min(max(column - 1, 0), bytes.count)
    let end = min(start + max(finding.length ?? 1, 1), bytes.count)
    func text(_ range: Range<Int>) -> VisibleText {
      // A tab is as wide as a terminal likes; two spaces keep the caret in its place.
      let raw = String(decoding: bytes[range], as: UTF8.self)
      return VisibleText(
        raw.split(separator: "\t", omittingEmptySubsequences: false)
          .joined(separator: "  "))
    }
    var before = text(0..<start)
    if before.columns > 60 { before = VisibleText("…" + String(before.text.suffix(40))) }
    let marked = text(start..<end)
    let after = text(end..<bytes.count).cut(to: max(20, 110 - before.columns - marked.columns))
    let gutter = String(number)
    out.write(line: style.dim("  \(gutter) | ") + before.text + marked.text + after.text)
    let carets = "^" + String(repeating: "~", count: max(0, marked.columns - 1))
    let spaces = String(repeating: " ", count: gutter.count + before.columns)
    out.write(line: "  " + spaces + "   " + style.green(carets))
  }
}
