internal import Diagnostics
internal import StoreModel

/// The parts of a page as HTML.
extension Markup {
  mutating func write(_ part: PagePart) {
    element("section", ["id": part.id, "aria-labelledby": "\(part.id)-title"]) {
      $0.element("h2", ["id": "\(part.id)-title"], part.title)
      for block in part.blocks { $0.write(block, level: 3) }
    }
    newLine()
  }

  /// - Parameter level: of the next smaller heading.
  private mutating func write(_ block: PagePart.Block, level: Int) {
    switch block {
    case .text(let text): element("p", shown(text))
    case .verdict(let text, let mood):
      element("p", ["class": "verdict \(mood.name)"], shown(text))
    case .section(let section): write(section, level: level)
    case .findings(let findings): write(findings)
    case .steps(let steps): write(steps)
    case .picture(let svg, let caption): write(figure: svg, caption, "picture")
    case .diagram(let svg, let caption): write(figure: svg, caption, "explorer")
    case .chart(let chart, let caption): write(chart, caption)
    case .bars(let table): write(table)
    case .code(let lines): write(code: lines)
    case .details(let title, let blocks):
      element("details") {
        $0.element("summary", shown(title))
        for block in blocks { $0.write(block, level: level) }
      }
    case .group(let title, let id, let blocks):
      element("div", ["class": "group", "id": id]) {
        $0.write(heading: title, level: level)
        for block in blocks { $0.write(block, level: level + 1) }
      }
    }
    newLine()
  }

  private mutating func write(heading text: String, level: Int) {
    if level <= 3 { element("h3", shown(text)) } else { element("h4", shown(text)) }
  }

  private mutating func write(figure svg: String, _ caption: String, _ kind: String) {
    element("figure", ["class": kind]) {
      $0.element("div", ["class": "canvas"]) { $0.write(markup: svg) }
      $0.element("figcaption", shown(caption))
    }
  }

  private mutating func write(_ chart: ColumnChart, _ caption: String) {
    element("figure", ["class": "picture"]) {
      $0.element("ul", ["class": "key"]) {
        for part in chart.parts {
          $0.element("li") {
            $0.element("svg", ["viewBox": "0 0 10 10", "aria-hidden": "true"]) {
              $0.empty("rect", ["class": part.kind, "width": "10", "height": "10"])
            }
            $0.write(shown(part.name))
          }
        }
      }
      $0.element("div", ["class": "canvas"]) { $0.write(markup: chart.svg) }
      $0.element("figcaption", shown(caption))
    }
  }

  private mutating func write(_ section: PageSection, level: Int) {
    switch section {
    case .lines(let lines, let title):
      if let title { write(heading: title, level: level) }
      element("ul", ["class": "lines"]) { for line in lines { $0.element("li", shown(line)) } }
    case .fields(let fields, let title):
      if let title { write(heading: title, level: level) }
      write(fields)
    case .table(let table, let title):
      if let title { write(heading: title, level: level) }
      write(table)
    }
  }

  private mutating func write(_ fields: [Report.Field]) {
    element("dl") {
      for field in fields {
        // A list of descriptions has a name above each group of them.
        if !field.name.isEmpty { $0.element("dt", shown(field.name)) }
        $0.element(
          "dd", ["class": field.mood == .plain ? nil : field.mood.name], shown(field.value))
      }
    }
  }

  private mutating func write(_ table: Report.Table) {
    let kept = table.columns.indices.filter { column in
      table.rows.contains { column < $0.count && !$0[column].isEmpty }
    }
    guard !kept.isEmpty else { return }
    write(table: kept.map { (table.columns[$0].name, table.columns[$0].isNumber) }) { markup in
      for row in table.rows {
        markup.element("tr") {
          for column in kept {
            let isNumber = table.columns[column].isNumber
            $0.element(
              "td", ["class": isNumber ? "number" : nil],
              column < row.count ? shown(row[column]) : "")
          }
        }
      }
    }
  }

  private mutating func write(_ findings: [Finding]) {
    guard !findings.isEmpty else { return }
    write(table: ["severity", "finding", "where", "rule"].map { ($0, false) }) { markup in
      for finding in findings {
        markup.element("tr", ["data-entity": finding.entity]) {
          $0.element("td") {
            $0.element(
              "span", ["class": "severity \(finding.severity.rawValue)"], finding.severity.rawValue)
          }
          $0.element("td") {
            $0.write(shown(finding.message))
            if let help = finding.help { $0.element("p", ["class": "help"], shown(help)) }
          }
          $0.element("td", finding.location.map { shown($0.text) } ?? "")
          $0.element("td") { $0.element("code", finding.rule) }
        }
      }
    }
  }

  /// A table that is moved sideways by itself where the page is too narrow.
  private mutating func write(
    table columns: [(name: String, isNumber: Bool)], rows: (inout Markup) -> Void
  ) {
    element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "table"]) {
      $0.element("table") {
        $0.element("thead") {
          $0.element("tr") {
            for column in columns {
              $0.element(
                "th", ["scope": "col", "class": column.isNumber ? "number" : nil],
                shown(column.name))
            }
          }
        }
        $0.newLine()
        $0.element("tbody", content: rows)
      }
    }
  }

  private mutating func write(_ steps: [PagePart.Step]) {
    element("ol", ["class": "steps"]) {
      for step in steps {
        $0.element("li") {
          $0.write(shown(step.text))
          if let command = step.command { $0.write(code: [command]) }
        }
      }
    }
  }

  private mutating func write(code lines: [String]) {
    element("pre", ["tabindex": "0"]) {
      $0.element("code", lines.map(shown).joined(separator: "\n"))
    }
  }

  private mutating func write(_ table: BarTable) {
    let most = table.columns.indices.map { column in
      table.rows.compactMap { $0.cells[column]?.value }.max() ?? 0
    }
    let columns = [(table.subject, false)] + table.columns.flatMap { [($0, true), ("", false)] }
    write(table: columns) { markup in
      for row in table.rows {
        markup.element("tr") {
          $0.element("th", ["scope": "row"]) {
            if let link = row.link {
              $0.element("a", ["href": "#\(link)"], shown(row.name))
            } else {
              $0.write(shown(row.name))
            }
          }
          for (column, cell) in row.cells.enumerated() {
            $0.element("td", ["class": "number"], cell?.text ?? "")
            $0.element("td", ["class": "bar"]) {
              if let cell { $0.write(bar: cell.value, of: most[column]) }
            }
          }
        }
      }
    }
  }

  private mutating func write(bar value: Int64, of most: Int64) {
    guard value > 0, most > 0 else { return }
    // What is there at all shall be seen.
    let width = max(1, Int((Double(value) / Double(most) * 100).rounded()))
    element(
      "svg",
      ["viewBox": "0 0 100 10", "preserveAspectRatio": "none", "aria-hidden": "true"]
    ) { $0.empty("rect", ["width": "\(width)", "height": "10"]) }
  }
}

/// What a terminal would not show as it is, shown as there.
private func shown(_ text: String) -> String { VisibleText(text).text }

extension Report.Field.Mood {
  fileprivate var name: String {
    switch self {
    case .plain: "plain"
    case .good: "good"
    case .bad: "bad"
    }
  }
}
