internal import StoreModel

/// What the signs and colours of a picture mean: those that it has.
struct DiagramLegend {
  /// A sign, and what it means.
  struct Entry: Sendable, Hashable {
    var sign: String
    var text: String
    var style: String?

    var width: Int {
      DiagramFont.small.width(sign) + 8 + DiagramFont.small.width(text) + 26
    }
  }

  static let rowHeight = 18
  private let entries: [Entry]

  /// No row of the legend can be narrower.
  var least: Int { entries.map(\.width).max() ?? 0 }

  init(_ content: DiagramContent) {
    let rows = content.boxes.lazy.flatMap(\.rows)
    let links = content.links
    var entries: [Entry] = []
    if content.isCompared {
      entries += [
        Entry(sign: "+", text: "added", style: "added"),
        Entry(sign: "−", text: "removed", style: "removed"),
        Entry(sign: "~", text: "changed", style: "changed"),
      ]
    }
    if content.boxes.contains(where: { $0.formerName != nil })
      || rows.contains(where: { $0.formerName != nil })
    {
      entries.append(.init(sign: "← name", text: "renamed from", style: "changed"))
    }
    if let rule = rows.lazy.compactMap(\.deleteRule).first {
      let sign = rule.name.lowercased()
      entries.append(.init(sign: sign, text: "delete rule; nullify where none is named"))
    }
    if rows.contains(where: \.isKey) {
      entries.append(.init(sign: "name", text: "unique", style: "key"))
    }
    if rows.contains(where: \.isTransient) {
      entries.append(.init(sign: "(name)", text: "transient"))
    }
    if rows.contains(where: \.isDerived) { entries.append(.init(sign: "/name", text: "derived")) }
    if links.contains(where: { $0.kind == .pair }) {
      entries.append(.init(sign: "0..1, 1, *", text: "how many at that end"))
    }
    if links.contains(where: { $0.kind == .inheritance }) {
      entries.append(.init(sign: "◁──", text: "inherits from"))
    }
    if links.contains(where: { $0.kind == .oneWay && $0.change != .removed }) {
      entries.append(.init(sign: "╌╌>", text: "no inverse"))
    }
    self.entries = entries
  }

  /// As many entries side by side as there is room for.
  func rows(width: Int) -> [[Entry]] {
    var rows: [[Entry]] = []
    var left = 0
    for entry in entries {
      if entry.width > left {
        rows.append([])
        left = width
      }
      rows[rows.count - 1].append(entry)
      left -= entry.width
    }
    return rows
  }

  func write(_ rows: [[Entry]], x: Int, y: Int, to svg: inout Markup) {
    guard !rows.isEmpty else { return }
    svg.element("g", ["class": "legend"]) { svg in
      for (number, row) in rows.enumerated() {
        var x = x
        let y = "\(y + number * Self.rowHeight + 8)"
        for entry in row {
          let style = "sub" + (entry.style.map { " \($0)" } ?? "")
          svg.element("text", ["class": style, "x": "\(x)", "y": y], entry.sign)
          let start = x + DiagramFont.small.width(entry.sign) + 8
          svg.element("text", ["class": "sub muted", "x": "\(start)", "y": y], entry.text)
          x += entry.width
        }
      }
    }
    svg.newLine()
  }
}
