internal import Diagnostics

/// Writes an entity's box.
struct BoxWriter {
  let box: DiagramContent.Box
  let shape: BoxShape
  let frame: LayoutFrame
  let isCentre: Bool
  let id: String?

  func write(to svg: inout Markup) {
    var classes = ["entity"]
    if box.isAbstract { classes.append("abstract") }
    if box.kind == .undeclared { classes.append("undeclared") }
    if isCentre { classes.append("centre") }
    if let change = box.change { classes.append(change.rawValue) }
    svg.element(
      "g",
      [
        "class": classes.joined(separator: " "), "id": id, "data-entity": box.name,
        "transform": "translate(\(frame.x) \(frame.y))", "tabindex": id == nil ? nil : "0",
        "role": "group", "aria-label": label,
      ]
    ) { svg in
      if shape.isCut { svg.element("title", [:], box.name) }
      let (width, height) = ("\(frame.width)", "\(frame.height)")
      svg.empty("rect", ["class": "box", "width": width, "height": height, "rx": "5"])
      let head = shape.headBottom
      svg.empty(
        "path",
        [
          "class": "head",
          "d": shape.lines.isEmpty
            ? "M5 1H\(frame.width - 5)q4 0 4 4V\(head - 5)q0 4 -4 4H5q-4 0 -4 -4V5q0 -4 4 -4"
            : "M5 1H\(frame.width - 5)q4 0 4 4V\(head)H1V5q0 -4 4 -4",
        ])
      svg.element(
        "text", ["class": "name mid", "x": "\(frame.width / 2)", "y": "19"], shape.name)
      for (index, note) in shape.notes.enumerated() { write(note, index, to: &svg) }
      for (index, line) in shape.lines.enumerated() { write(line, index, to: &svg) }
    }
  }

  private func write(_ note: BoxShape.Note, _ index: Int, to svg: inout Markup) {
    svg.element(
      "text",
      [
        "class": "sub mid \(note.style)", "x": "\(frame.width / 2)",
        "y": "\(shape.noteBaseline(index))",
      ]
    ) { svg in
      svg.write(note.text)
      if let tip = note.tip { svg.element("title", [:], tip) }
    }
  }

  private func write(_ line: BoxShape.Line, _ index: Int, to svg: inout Markup) {
    let y = "\(shape.rowBaseline(index))"
    let row = line.row
    let change = row.change?.rawValue ?? row.severity.map { "\(BoxShape.style($0))" }
    if let sign = line.sign {
      svg.element("text", ["class": change, "x": "\(BoxShape.padding - 2)", "y": y], sign)
    }
    var classes: [String] = []
    if row.isKey, line.note == nil { classes.append("key") }
    if row.isTransient || row.isDerived { classes.append("soft") }
    if row.change == .removed { classes.append("gone") }
    if let other = line.note ?? change { classes.append(other) }
    svg.element(
      "text",
      [
        "class": classes.isEmpty ? nil : classes.joined(separator: " "),
        "x": "\(BoxShape.padding + shape.gutter)", "y": y,
      ]
    ) { svg in
      svg.write(line.name)
      if let tip = line.tip { svg.element("title", [:], tip) }
    }
    guard !line.type.isEmpty else { return }
    svg.element(
      "text", ["class": "type end", "x": "\(frame.width - BoxShape.padding)", "y": y], line.type)
  }

  /// For a screen reader: `Note, 3 attributes, 2 relationships, added`.
  private var label: String {
    let relationships = box.rows.count(where: \.isRelationship)
    let attributes = box.rows.count - relationships
    func count(_ number: Int, _ what: String) -> String {
      "\(number) \(what)\(number == 1 ? "" : "s")"
    }
    var parts = [box.name]
    if box.isAbstract { parts.append("abstract") }
    if box.kind == .undeclared { parts.append("not in the model") }
    if attributes > 0 { parts.append(count(attributes, "attribute")) }
    if relationships > 0 { parts.append(count(relationships, "relationship")) }
    if let rows = box.count { parts.append("\(BoxShape.grouped(rows)) rows") }
    if let change = box.change { parts.append(change.rawValue) }
    parts += box.marks.map { "\($0.severity.rawValue): \($0.text)" }
    return parts.joined(separator: ", ")
  }
}
