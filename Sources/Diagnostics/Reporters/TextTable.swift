/// Column widths for a table that fits a given width.
struct TextTable {
  static let gap = 2

  let columns: [Report.Table.Column]
  /// Width per shown column; columns beyond these did not fit.
  let widths: [Int]
  let isRightAligned: [Bool]
  /// Whether cells wider than their column are cut; otherwise they push the rest to the right.
  let cutsCells: Bool

  /// - Parameters:
  ///   - natural: the widest cell seen in each column, without the heading.
  ///   - available: columns of the terminal; nil when the output is none.
  init(
    columns: [Report.Table.Column], natural: [Int], isRightAligned: [Bool], available: Int?
  ) {
    self.columns = columns
    self.isRightAligned = isRightAligned
    let wanted = zip(columns, natural).map { max(VisibleText($0.name).columns, $1, 1) }
    guard let available else {
      // Nothing is lost in a file, but one long cell must not pad a million others.
      widths = wanted.map { min($0, 60) }
      cutsCells = false
      return
    }
    cutsCells = true
    widths = Self.fit(wanted, into: available)
  }

  /// Takes from the widest column until all fit; leaves columns out when even short ones do not.
  private static func fit(_ wanted: [Int], into available: Int) -> [Int] {
    let smallest = 8
    var widths = wanted
    func total() -> Int { widths.reduce(0, +) + gap * max(0, widths.count - 1) }
    while total() > available {
      let widest = widths.max() ?? 0
      guard widest > smallest else { break }
      // All columns of the widest width shrink together, down to the next smaller one at most.
      let next = widths.filter { $0 < widest }.max() ?? smallest
      let count = widths.count { $0 == widest }
      let excess = total() - available
      let step = max(1, min(widest - max(next, smallest), (excess + count - 1) / count))
      widths = widths.map { $0 == widest ? $0 - step : $0 }
    }
    while total() > available && widths.count > 1 { widths.removeLast() }
    return widths
  }

  var hiddenColumns: Int { columns.count - widths.count }

  func writeHeading(to out: ByteOutput, style: Style) {
    for (index, width) in widths.enumerated() {
      let name = shown(VisibleText(columns[index].name), width)
      let isLast = index == widths.count - 1
      write(name, style.bold(name.text), at: index, isLast: isLast, to: out)
    }
    out.newLine()
  }

  func write(_ cells: [CellText], to out: ByteOutput, style: Style) {
    // No spaces at the end of a line whose last cells are empty.
    let last = widths.indices.last { $0 < cells.count && cells[$0].text.columns > 0 } ?? -1
    for index in widths.indices where index <= last {
      let text = shown(cells[index].text, widths[index])
      let painted = cells[index].isRemark ? style.dim(text.text) : text.text
      write(text, painted, at: index, isLast: index == last, to: out)
    }
    out.newLine()
  }

  /// Writes the current row of a stream. Integers and plain texts, nearly all cells of a big result,
  /// go straight to the output.
  func writeRow(of stream: RowStream, to out: ByteOutput, style: Style) {
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
      let cut = shown(text.text, widths[index])
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
    if isRightAligned[index] { out.write(spaces: padding) }
    out.write(painted)
    if !isLast {
      out.write(spaces: (isRightAligned[index] ? 0 : max(0, padding)) + Self.gap)
    }
  }
}
