/// Column widths for a table that fits a given width.
struct TextTable {
  static let gap = 2

  let columns: [Report.Table.Column]
  /// Width per shown column; columns beyond these did not fit.
  let widths: [Int]
  let isRightAligned: [Bool]
  /// Whether cells wider than their column are cut; otherwise they push the rest to the right.
  let cutsCells: Bool
  /// Whether lines are drawn between the cells.
  let isBox: Bool

  /// - Parameters:
  ///   - natural: the widest cell seen in each column, without the heading.
  ///   - whole: the widest number seen in each column. A key or a count that is cut is another one,
  ///     so other cells give way.
  ///   - available: columns of the terminal; nil when the output is none.
  init(
    columns: [Report.Table.Column], natural: [Int], whole: [Int], isRightAligned: [Bool],
    available: Int?, isBox: Bool = false
  ) {
    self.columns = columns
    self.isRightAligned = isRightAligned
    self.isBox = isBox
    let wanted = zip(columns, natural).map { max(VisibleText($0.name).columns, $1, 1) }
    guard let available else {
      // Nothing is lost in a file, but one long cell must not pad a million others.
      widths = wanted.map { min($0, 60) }
      cutsCells = false
      return
    }
    cutsCells = true
    widths = Self.fit(
      wanted, least: whole, gap: isBox ? 3 : Self.gap, into: available - (isBox ? 4 : 0))
  }

  /// Takes from the widest column until all fit; leaves columns out when even short ones do not.
  private static func fit(_ wanted: [Int], least: [Int], gap: Int, into available: Int) -> [Int] {
    let smallest = least.map { max($0, 8) }
    var widths = wanted
    func total() -> Int { widths.reduce(0, +) + gap * max(0, widths.count - 1) }
    while total() > available {
      let shrinking = widths.indices.filter { widths[$0] > smallest[$0] }
      guard let widest = shrinking.map({ widths[$0] }).max() else { break }
      // All columns of the widest width shrink together, down to the next smaller one at most.
      let group = shrinking.filter { widths[$0] == widest }
      let next = shrinking.map { widths[$0] }.filter { $0 < widest }.max() ?? 0
      let floor = max(next, group.map { smallest[$0] }.max() ?? 0)
      let excess = total() - available
      let step = max(1, min(widest - floor, (excess + group.count - 1) / group.count))
      for index in group { widths[index] -= step }
    }
    while total() > available && widths.count > 1 { widths.removeLast() }
    return widths
  }

  var hiddenColumns: Int { columns.count - widths.count }

  func writeHeading(to out: ByteOutput, style: Style) {
    start(to: out)
    for (index, width) in widths.enumerated() {
      let name = shown(VisibleText(columns[index].name), width)
      let isLast = index == widths.count - 1
      write(name, style.bold(name.text), at: index, isLast: isLast, to: out)
    }
    end(to: out)
    writeRule("├─", "─┼─", "─┤", to: out)
  }

  /// A line of a box; nothing in a table without lines.
  func writeRule(_ left: String, _ middle: String, _ right: String, to out: ByteOutput) {
    guard isBox else { return }
    out.write(left)
    out.write(widths.map { String(repeating: "─", count: $0) }.joined(separator: middle))
    out.write(line: right)
  }

  private func start(to out: ByteOutput) {
    if isBox { out.write("│ ") }
  }

  private func end(to out: ByteOutput) { isBox ? out.write(line: " │") : out.newLine() }

  func write(_ cells: [CellText], to out: ByteOutput, style: Style) {
    // No spaces at the end of a line whose last cells are empty.
    let last =
      isBox
      ? widths.count - 1
      : widths.indices.last { $0 < cells.count && cells[$0].text.columns > 0 } ?? -1
    start(to: out)
    for index in widths.indices where index <= last {
      let text = cells[index].isNumber ? cells[index].text : shown(cells[index].text, widths[index])
      let painted = cells[index].isRemark ? style.dim(text.text) : text.text
      write(text, painted, at: index, isLast: index == last, to: out)
    }
    end(to: out)
  }

  /// Writes the current row of a stream. Integers and plain texts, nearly all cells of a big result,
  /// go straight to the output.
  func writeRow(of stream: RowStream, to out: ByteOutput, style: Style) {
    if isBox {
      return write(widths.indices.map { CellText(stream.cell($0)) }, to: out, style: style)
    }
    for index in widths.indices {
      let cell = stream.cell(index)
      if let columns = cell.plainColumns, columns <= widths[index] || !cutsCells {
        let padding = max(0, widths[index] - columns)
        if isRightAligned[index] { out.write(spaces: padding) }
        cell.writePlain(to: out)
        if index < widths.count - 1 {
          out.write(spaces: (isRightAligned[index] ? 0 : padding) + Self.gap)
        }
        continue
      }
      let text = CellText(cell)
      let cut = text.isNumber ? text.text : shown(text.text, widths[index])
      let painted = text.isRemark ? style.dim(cut.text) : cut.text
      write(cut, painted, at: index, isLast: index == widths.count - 1, to: out)
    }
    out.newLine()
  }

  private func shown(_ text: VisibleText, _ width: Int) -> VisibleText {
    cutsCells ? text.cut(to: width) : text
  }

  private func write(
    _ text: VisibleText, _ painted: String, at index: Int, isLast: Bool, to out: ByteOutput
  ) {
    let padding = widths[index] - text.columns
    if isRightAligned[index] { out.write(spaces: max(0, padding)) }
    out.write(painted)
    if isBox {
      if !isRightAligned[index] { out.write(spaces: max(0, padding)) }
      if !isLast { out.write(" │ ") }
    } else if !isLast {
      out.write(spaces: (isRightAligned[index] ? 0 : max(0, padding)) + Self.gap)
    }
  }
}
