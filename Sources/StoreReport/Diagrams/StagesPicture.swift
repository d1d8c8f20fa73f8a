extension StagesDiagram {
  /// The picture, from top to bottom: versions, and between them the stages.
  public func svg(_ form: PictureForm = .file) -> String { StagesPicture(self).svg(form) }
}

/// The SVG picture of versions and stages. A stage is a box on the line between its versions, so that its
/// words have a place of their own.
struct StagesPicture {
  private let diagram: StagesDiagram
  private let boxes: [Box]
  private let layout: GraphLayout
  /// The ends of each line, by the places of the boxes.
  private let lines: [(from: Int, to: Int, isOnWay: Bool)]
  private static let margin = 16
  private static let lineHeight = 16

  private struct Box {
    var name: String
    var title: String
    var isVersion: Bool
    var classes: String
    var notes: [(text: String, style: StaticString)]

    var width: Int {
      let font = isVersion ? DiagramFont.title : DiagramFont.small
      return (notes.map { DiagramFont.small.width($0.text) } + [font.width(title)]).max()! + 24
    }
    var height: Int { 28 + notes.count * StagesPicture.lineHeight }
  }

  init(_ diagram: StagesDiagram) {
    self.diagram = diagram
    let versions = diagram.versions.map(Self.box)
    let stages = diagram.stages.map(Self.box)
    boxes = versions + stages
    var lines: [(from: Int, to: Int, isOnWay: Bool)] = []
    for (number, stage) in diagram.stages.enumerated() {
      guard let from = diagram.versions.firstIndex(where: { $0.name == stage.from }),
        let to = diagram.versions.firstIndex(where: { $0.name == stage.to })
      else { continue }
      lines.append((from, versions.count + number, stage.isOnWay))
      lines.append((versions.count + number, to, stage.isOnWay))
    }
    self.lines = lines
    layout = Self.upright(boxes, lines.map { ($0.from, $0.to) })
  }

  /// The layout with columns turned into rows: time runs down.
  private static func upright(_ boxes: [Box], _ lines: [(Int, Int)]) -> GraphLayout {
    var graph = LayoutGraph()
    graph.spacing.aspect = 6
    graph.nodes = boxes.enumerated().map { number, box in
      // The order of the versions is that of the history, not of their names.
      .init(
        name: String(repeating: "0", count: 6 - min(6, String(number).count)) + "\(number)",
        width: box.height, height: box.width, slots: [box.width / 2])
    }
    graph.edges = lines.map {
      .init(from: .init(node: $0.0), to: .init(node: $0.1), direction: 3)
    }
    var layout = LayeredLayout.layout(graph)
    layout.frames = layout.frames.map {
      LayoutFrame(x: $0.y, y: $0.x, width: $0.height, height: $0.width)
    }
    layout.routes = layout.routes.map { $0.map { LayoutPoint(x: $0.y, y: $0.x) } }
    (layout.width, layout.height) = (layout.height, layout.width)
    return layout
  }

  private static func box(_ version: StagesDiagram.Version) -> Box {
    var notes: [(String, StaticString)] = []
    for mark in version.marks { notes.append((mark, mark.hasPrefix("▶") ? "here" : "muted")) }
    if let outcome = version.outcome { notes.append((outcome.text, outcome.style)) }
    notes += version.notes.map { (DiagramFont.shown($0, columns: 60), "muted") }
    return Box(
      name: version.name, title: DiagramFont.shown(version.title, columns: 50), isVersion: true,
      classes: "version" + (version.isStore || version.isStart ? " here" : "")
        + (version.isTarget ? " target" : ""),
      notes: notes)
  }

  private static func box(_ stage: StagesDiagram.Stage) -> Box {
    var notes: [(String, StaticString)] = []
    if let outcome = stage.outcome { notes.append((outcome.text, outcome.style)) }
    notes += stage.notes.map { (DiagramFont.shown($0, columns: 60), "muted") }
    let title = stage.name.map { "\(stage.kind.rawValue): \($0)" } ?? stage.kind.rawValue
    return Box(
      name: "\(stage.from) → \(stage.to)", title: DiagramFont.shown(title, columns: 50),
      isVersion: false, classes: "stage" + (stage.isOnWay ? " way" : ""), notes: notes)
  }

  func svg(_ form: PictureForm) -> String {
    var svg = Markup()
    PictureFrame.write(
      to: &svg, form, title: diagram.title, width: layout.width + 2 * Self.margin,
      height: layout.height + 2 * Self.margin
    ) { svg in
      svg.element("g", ["transform": "translate(\(Self.margin) \(Self.margin))"]) { svg in
        for (number, line) in lines.enumerated() {
          let points = layout.routes[number]
          var path = LineShape.path(points)
          if boxes[line.to].isVersion, let end = points.last {
            let isUp = points.count > 1 && points[points.count - 2].y > end.y
            path += LineShape.arrowHead(at: end, isUp: isUp)
          }
          svg.empty("path", ["class": line.isOnWay ? "line strong" : "line", "d": path])
          svg.newLine()
        }
        for (number, box) in boxes.enumerated() {
          write(
            box, layout.frames[number], PictureFrame.prefix(form).map { "\($0)-\(number)" }, &svg)
        }
      }
    }
    return svg.text
  }

  private func write(_ box: Box, _ frame: LayoutFrame, _ id: String?, _ svg: inout Markup) {
    let label = ([box.title] + box.notes.map(\.text)).joined(separator: ", ")
    svg.element(
      "g",
      [
        "class": box.classes, "id": id, "data-name": box.name,
        "transform": "translate(\(frame.x) \(frame.y))", "tabindex": id == nil ? nil : "0",
        "role": "group", "aria-label": label,
      ]
    ) { svg in
      if box.title.hasSuffix("…") { svg.element("title", [:], box.name) }
      svg.empty(
        "rect",
        [
          "class": "box", "width": "\(frame.width)", "height": "\(frame.height)",
          "rx": box.isVersion ? "5" : "14",
        ])
      let middle = "\(frame.width / 2)"
      svg.element(
        "text", ["class": box.isVersion ? "name mid" : "sub mid", "x": middle, "y": "19"],
        box.title)
      for (index, note) in box.notes.enumerated() {
        svg.element(
          "text",
          [
            "class": "sub mid \(note.style)", "x": middle,
            "y": "\(34 + index * Self.lineHeight)",
          ], note.text)
      }
    }
    svg.newLine()
  }
}
