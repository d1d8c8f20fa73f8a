internal import Diagnostics
internal import StoreModel

extension ModelDiagram {
  /// The diagram in Mermaid's notation for entity-relationship diagrams, within the limits of what
  /// GitHub draws.
  public var mermaid: MermaidText { ModelMermaid(content).text }
}

/// Writes a model in Mermaid's notation: what does not fit is left out, and named.
struct ModelMermaid {
  private let content: DiagramContent
  private let names: [String]
  private static let mostColumns = 60

  init(_ content: DiagramContent) {
    self.content = content
    names = content.boxes.enumerated().map { index, box in
      MermaidText.isPlain(box.name)
        && content.boxes[..<index].allSatisfy { $0.name != box.name } ? box.name : "e\(index)_"
    }
  }

  var text: MermaidText {
    let all = Array(content.boxes.indices)
    let full = written(all, hasRows: true)
    if MermaidText.fits(full, edges: content.links.count) { return MermaidText(text: full) }
    let names = written(all, hasRows: false)
    if MermaidText.fits(names, edges: content.links.count) {
      return said(names, ["the attributes, because the diagram would be too large for Mermaid"])
    }
    return reduced()
  }

  /// With as many of the entities that have the most relationships as there is room for.
  private func reduced() -> MermaidText {
    var degree = [Int](repeating: 0, count: content.boxes.count)
    for link in content.links {
      degree[link.from.box] += 1
      degree[link.to.box] += 1
    }
    let order = content.boxes.indices.sorted {
      degree[$0] != degree[$1] ? degree[$0] > degree[$1] : $0 < $1
    }
    // Half as many each time, and then as many more as fit.
    var (fitting, tooMany) = (0, order.count)
    var best = written([], hasRows: false)
    while tooMany - fitting > 1 {
      let middle = (fitting + tooMany) / 2
      let chosen = Array(order[..<middle]).sorted()
      let text = written(chosen, hasRows: false)
      let kept = Set(chosen)
      let edges = content.links.count { kept.contains($0.from.box) && kept.contains($0.to.box) }
      if MermaidText.fits(text, edges: edges) {
        (fitting, best) = (middle, text)
      } else {
        tooMany = middle
      }
    }
    return said(
      best,
      [
        "the attributes and \(order.count - fitting) of \(order.count) entities, those with the "
          + "fewest relationships, because Mermaid draws at most "
          + "\(MermaidText.mostEdges) lines and \(MermaidText.mostCharacters) characters"
      ])
  }

  private func said(_ text: String, _ omissions: [String]) -> MermaidText {
    let omissions = omissions.map { "left out: " + $0 }
    return MermaidText(text: text + omissions.map { "  %% \($0)\n" }.joined(), omissions: omissions)
  }

  private func written(_ boxes: [Int], hasRows: Bool) -> String {
    var text = "erDiagram\n"
    let kept = Set(boxes)
    for index in boxes {
      let box = content.boxes[index]
      text += "  " + names[index]
      let label = self.label(box)
      if label != names[index] { text += "[\(MermaidText.quoted(label))]" }
      let rows = hasRows ? box.rows.filter { !$0.isRelationship } : []
      if rows.isEmpty {
        text += "\n"
      } else {
        text += " {\n" + rows.map { "    \(line($0))\n" }.joined() + "  }\n"
      }
    }
    for link in content.links where kept.contains(link.from.box) && kept.contains(link.to.box) {
      text += "  " + line(link) + "\n"
    }
    return text
  }

  /// The name, and what else is to be seen at once.
  private func label(_ box: DiagramContent.Box) -> String {
    var label = DiagramFont.shown(box.name, columns: Self.mostColumns)
    if let change = box.change { label = "\(change.sign) \(label)" }
    var remarks: [String] = []
    if box.kind == .undeclared { remarks.append("not in the model") }
    if box.isAbstract { remarks.append("abstract") }
    if let name = box.formerName { remarks.append("was \(name)") }
    if !box.marks.isEmpty {
      for severity in Severity.allCases {
        let count = box.marks.count { $0.severity == severity }
        if count > 0 { remarks.append("\(count) \(severity.rawValue)\(count == 1 ? "" : "s")") }
      }
    }
    if let count = box.count { remarks.append("\(count) rows") }
    return remarks.isEmpty ? label : "\(label) (\(remarks.joined(separator: ", ")))"
  }

  private func line(_ row: DiagramContent.Row) -> String {
    let isOptional = row.type.hasSuffix("?")
    let name = MermaidText.word(row.name)
    var remarks: [String] = []
    if name != row.name { remarks.append(DiagramFont.shown(row.name, columns: Self.mostColumns)) }
    if let change = row.change { remarks.append("\(change.sign) \(change.rawValue)") }
    if let name = row.formerName { remarks.append("was \(name)") }
    if isOptional { remarks.append("optional") }
    if row.isTransient { remarks.append("transient") }
    if row.isDerived { remarks.append("derived") }
    remarks += row.changes
    if let severity = row.severity { remarks.append(severity.rawValue) }
    let type = MermaidText.word(
      row.type.filter { $0 != " " && $0 != "?" }.isEmpty
        ? "unknown" : String(row.type.filter { $0 != " " && $0 != "?" }.prefix(Self.mostColumns)))
    return "\(type) \(name.prefix(Self.mostColumns))" + (row.isKey ? " UK" : "")
      + (remarks.isEmpty
        ? ""
        : " "
          + MermaidText.quoted(
            DiagramFont.shown(remarks.joined(separator: ", "), columns: 2 * Self.mostColumns)))
  }

  private func line(_ link: DiagramContent.Link) -> String {
    let (from, to) = (names[link.from.box], names[link.to.box])
    let sign = link.change.map { "\($0.sign) " } ?? ""
    if link.kind == .inheritance {
      return "\(from) ||--o| \(to) : \(MermaidText.quoted(sign + "is a"))"
    }
    let left = Self.left(link.from.count)
    let right = Self.right(link.to.count)
    let isBroken = link.kind == .oneWay && link.change != .removed
    let names = [link.from, link.to].compactMap(Self.side).joined(separator: " / ")
    let label = sign + names + (isBroken ? " (\(LinkLabels.noInverse))" : "")
    return "\(from) \(left)\(isBroken ? ".." : "--")\(right) \(to) : \(MermaidText.quoted(label))"
  }

  /// `notes (cascade)`; the usual rule is not told.
  private static func side(_ end: DiagramContent.End) -> String? {
    end.property.map { property in
      let name = DiagramFont.shown(property, columns: mostColumns)
      guard let rule = end.deleteRule, rule != .nullify else { return name }
      return "\(name) (\(rule.name.lowercased()))"
    }
  }

  private static func left(_ count: LinkCount?) -> String {
    guard let count else { return "}o" }
    return (count.isMany ? "}" : "|") + (count.isOptional ? "o" : "|")
  }

  private static func right(_ count: LinkCount?) -> String {
    guard let count else { return "o{" }
    return (count.isOptional ? "o" : "|") + (count.isMany ? "{" : "|")
  }
}
