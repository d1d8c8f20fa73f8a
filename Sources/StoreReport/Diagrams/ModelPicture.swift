internal import StoreModel

/// The SVG picture of a model: boxes with rows, and lines between the rows.
struct ModelPicture {
  private let content: DiagramContent
  private let title: String
  private let shapes: [BoxShape]
  let layout: GraphLayout
  /// The box in whose middle the picture is; nil when it has none.
  private let centre: Int?
  private static let margin = 16

  /// - Parameter nameOnly: boxes of which only the names are shown.
  init(
    _ content: DiagramContent, title: String, centre: Int? = nil, nameOnly: Set<Int> = []
  ) {
    self.content = content
    self.title = title
    self.centre = centre
    shapes = content.boxes.enumerated().map { index, box in
      BoxShape(
        box, isNameOnly: nameOnly.contains(index),
        hasSigns: content.isCompared && box.rows.contains { $0.change != nil })
    }
    layout = LayeredLayout.layout(Self.graph(content, shapes))
  }

  private static func graph(_ content: DiagramContent, _ shapes: [BoxShape]) -> LayoutGraph {
    var graph = LayoutGraph()
    graph.nodes = zip(content.boxes, shapes).enumerated().map { index, pair in
      // Of two entities with one name the second is told apart by its place.
      LayoutGraph.Node(
        name: pair.0.name, width: pair.1.width, height: pair.1.height, slots: pair.1.slots)
    }
    graph.edges = content.links.enumerated().map { index, link in
      var edge = LayoutGraph.Edge(
        from: end(link.from, of: link, shapes[link.from.box], isFrom: true),
        to: end(link.to, of: link, shapes[link.to.box], isFrom: false))
      edge.name = [link.from.property, link.to.property].map { $0 ?? "" }.joined(separator: "\0")
      if link.kind == .inheritance { edge.direction = 0.9 }
      if link.from.box == link.to.box, let y = edge.from.y, y == edge.to.y {
        // One property that is its own inverse.
        (edge.from.y, edge.to.y) = (y - 5, y + 5)
      }
      return edge
    }
    return graph
  }

  private static func end(
    _ end: DiagramContent.End, of link: DiagramContent.Link, _ shape: BoxShape, isFrom: Bool
  ) -> LayoutGraph.End {
    var place = LayoutGraph.End(node: end.box)
    if link.kind == .inheritance {
      place.y = BoxShape.inheritanceY
      place.room = 18
      return place
    }
    if !shape.lines.isEmpty { place.y = end.row.map(shape.rowMiddle) }
    let text = LinkLabels.text(link, isFrom: isFrom)
    place.room =
      text.isEmpty ? 12 : LineShape.signLength + DiagramFont.label.width(text) + 6
    return place
  }

  func svg(_ form: PictureForm) -> String {
    let legend = DiagramLegend(content)
    let width = max(layout.width, legend.least)
    let rows = legend.rows(width: width)
    let legendTop = layout.height + 2 * Self.margin
    let height = legendTop + rows.count * DiagramLegend.rowHeight + (rows.isEmpty ? 0 : 8)
    var svg = Markup()
    PictureFrame.write(
      to: &svg, form, title: title, width: width + 2 * Self.margin, height: height
    ) { svg in
      svg.element("g", ["transform": "translate(\(Self.margin) \(Self.margin))"]) { svg in
        for index in content.links.indices { write(link: index, to: &svg) }
        for index in content.boxes.indices { write(box: index, form, to: &svg) }
      }
      legend.write(rows, x: Self.margin, y: legendTop, to: &svg)
    }
    return svg.text
  }

  private func write(link index: Int, to svg: inout Markup) {
    let link = content.links[index]
    let points = layout.routes[index]
    guard let first = points.first, let last = points.last, points.count > 1 else { return }
    let isBroken = link.kind == .oneWay && link.change != .removed
    let classes =
      [link.kind == .inheritance ? "inheritance" : "relationship"]
      + (isBroken ? ["broken"] : []) + (link.change.map { [$0.rawValue] } ?? [])
    svg.element(
      "g",
      [
        "class": classes.joined(separator: " "), "data-from": content.boxes[link.from.box].name,
        "data-to": content.boxes[link.to.box].name,
      ]
    ) { svg in
      svg.element("title", [:], LinkLabels.sentence(link, in: content))
      svg.empty("path", ["class": "line", "d": LineShape.path(points)])
      guard !layout.isDirect else { return }
      for (end, next, isFrom) in [
        (first, points[1], true), (last, points[points.count - 2], false),
      ] {
        let direction = LineShape.direction(end, next)
        let side = isFrom ? link.from : link.to
        if link.kind == .inheritance {
          guard isFrom else { continue }
          svg.empty(
            "path", ["class": "sign", "d": LineShape.triangle(at: end, direction: direction)])
        } else if let count = side.count, link.kind == .pair {
          svg.empty(
            "path", ["class": "sign", "d": LineShape.sign(count, at: end, direction: direction)])
        } else if !isFrom {
          svg.empty("path", ["class": "sign", "d": LineShape.arrow(at: end, direction: direction)])
        }
        let text = LinkLabels.text(link, isFrom: isFrom)
        if !text.isEmpty {
          svg.element(
            "text",
            [
              "class": direction < 0 ? "label end" : "label",
              "x": "\(end.x + direction * LineShape.signLength)", "y": "\(end.y - 3)",
            ], text)
        }
      }
    }
    svg.newLine()
  }

  private func write(box index: Int, _ form: PictureForm, to svg: inout Markup) {
    BoxWriter(
      box: content.boxes[index], shape: shapes[index], frame: layout.frames[index],
      isCentre: index == centre, id: PictureFrame.prefix(form).map { "\($0)-\(index)" }
    ).write(to: &svg)
    svg.newLine()
  }
}
