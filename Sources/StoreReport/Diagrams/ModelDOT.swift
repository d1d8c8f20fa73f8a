internal import Diagnostics
internal import StoreModel

extension ModelDiagram {
  /// The diagram for Graphviz: `dot -Tsvg` draws it.
  public var dot: String { ModelDOT(content, title: title).text }
}

/// Writes a model as a graph of Graphviz, each entity a table whose rows are ports.
struct ModelDOT {
  private let content: DiagramContent
  private let title: String

  init(_ content: DiagramContent, title: String) {
    self.content = content
    self.title = title
  }

  var text: String {
    var text = """
      digraph \(Self.quoted(title)) {
        graph [rankdir=LR, nodesep=0.4, ranksep=1.1];
        node [shape=plain, fontname="monospace", fontsize=11];
        edge [fontname="monospace", fontsize=9];

      """
    for (index, box) in content.boxes.enumerated() {
      text += "  e\(index) [label=<\(table(box))>];\n"
    }
    for link in content.links { text += "  \(edge(link));\n" }
    return text + "}\n"
  }

  /// In double quotes only these two need an escape; a line has to stay one.
  static func quoted(_ text: String) -> String {
    let shown = DiagramFont.shown(text, columns: 400)
    return "\"" + shown.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private func table(_ box: DiagramContent.Box) -> String {
    var markup = Markup()
    markup.element(
      "TABLE",
      [
        "BORDER": "0", "CELLBORDER": "1", "CELLSPACING": "0", "CELLPADDING": "3",
        "STYLE": box.kind == .undeclared ? "dashed" : nil,
      ]
    ) { table in
      table.element("TR") { row in
        row.element(
          "TD",
          ["COLSPAN": "2", "PORT": "head", "BGCOLOR": Self.colour(box.change) ?? "#e9eef6"]
        ) { cell in
          cell.element(
            "B", [:],
            (box.change.map { $0.sign + " " } ?? "") + DiagramFont.shown(box.name, columns: 40))
          let facts: [String?] = [
            box.kind == .undeclared ? "not in the model" : nil, box.isAbstract ? "abstract" : nil,
            box.superentity.map { "is a \($0)" }, box.count.map { "\(BoxShape.grouped($0)) rows" },
            box.formerName.map { "was \($0)" },
          ]
          let marks = box.marks.map { "\($0.severity.rawValue): \($0.text)" }
          for remark in facts.compactMap(\.self) + box.changes + marks {
            cell.empty("BR")
            cell.write(DiagramFont.shown(remark, columns: 60))
          }
        }
      }
      for (index, row) in box.rows.enumerated() { write(row, index, to: &table) }
      for key in box.keys {
        table.element("TR") { line in
          line.element(
            "TD", ["COLSPAN": "2", "ALIGN": "LEFT"],
            DiagramFont.shown("unique: \(key.joined(separator: ", "))", columns: 60))
        }
      }
    }
    return markup.text
  }

  private func write(_ row: DiagramContent.Row, _ index: Int, to table: inout Markup) {
    let colour = Self.colour(row.change)
    table.element("TR") { line in
      line.element("TD", ["ALIGN": "LEFT", "PORT": "l\(index)", "BGCOLOR": colour]) { cell in
        var name = DiagramFont.shown(row.name, columns: 40)
        if row.isDerived { name = "/" + name }
        if row.isTransient { name = "(\(name))" }
        if let former = row.formerName {
          name += " ← " + DiagramFont.shown(former, columns: 40)
        }
        if let change = row.change { name = "\(change.sign) \(name)" }
        if row.isKey { cell.element("U", [:], name) } else { cell.write(name) }
      }
      line.element(
        "TD", ["ALIGN": "LEFT", "PORT": "r\(index)", "BGCOLOR": colour],
        DiagramFont.shown(row.type, columns: 40)
          + (row.deleteRule.map { " " + $0.name.lowercased() } ?? ""))
    }
  }

  /// The colours that Graphviz' own pictures can have; the sign says the same.
  private static func colour(_ change: DiagramContent.Change?) -> String? {
    switch change {
    case .added: "#d9f2e1"
    case .removed: "#fbdcd9"
    case .changed: "#fbecd0"
    case nil: nil
    }
  }

  private func edge(_ link: DiagramContent.Link) -> String {
    let ends = "\(port(link.from, isTail: true)) -> \(port(link.to, isTail: false))"
    let tip = "tooltip=\(Self.quoted(LinkLabels.sentence(link, in: content)))"
    let change = link.change.map { ", label=\(Self.quoted($0.sign + " " + $0.rawValue))" } ?? ""
    switch link.kind {
    case .inheritance:
      return "\(ends) [dir=back, arrowtail=empty, \(tip)\(change)]"
    case .oneWay where link.change != .removed:
      return "\(ends) [style=dashed, arrowhead=vee, "
        + "label=\(Self.quoted((link.change.map { $0.sign + " " } ?? "") + LinkLabels.noInverse)), "
        + "headlabel=\(Self.quoted(link.to.count?.text ?? "")), \(tip)]"
    default:
      return "\(ends) [dir=both, arrowtail=\(Self.arrow(link.from.count)), "
        + "arrowhead=\(Self.arrow(link.to.count)), taillabel=\(Self.quoted(link.from.count?.text ?? "")), "
        + "headlabel=\(Self.quoted(link.to.count?.text ?? "")), \(tip)\(change)]"
    }
  }

  private func port(_ end: DiagramContent.End, isTail: Bool) -> String {
    "e\(end.box):" + (end.row.map { isTail ? "r\($0):e" : "l\($0):w" } ?? "head")
  }

  private static func arrow(_ count: LinkCount?) -> String {
    guard let count else { return "none" }
    return (count.isMany ? "crow" : "tee") + (count.isOptional ? "odot" : "tee")
  }
}
