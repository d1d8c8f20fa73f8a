extension ModelDiagram {
  /// The names of all entities, in groups of those that have most to do with each other; between two
  /// groups all lines are one.
  public func overview(_ form: PictureForm = .file) -> String {
    ModelOverview(content, title: title).svg(form)
  }
}

/// The picture of a large model: names in groups.
struct ModelOverview {
  private let content: DiagramContent
  private let title: String
  private let groups: [Group]
  private let outer: GraphLayout
  /// The links between two groups, by the places of both.
  private let bundles: [Bundle]
  private static let margin = 16
  private static let padding = 14
  private static let titleHeight = 24

  /// Entities of which a box shows the names.
  private struct Group {
    var title: String
    /// The places of the boxes in the content.
    var boxes: [Int]
    var shapes: [BoxShape]
    var layout: GraphLayout
    /// All links of each line of the layout.
    var links: [[Int]]
  }

  private struct Bundle {
    var first: Int
    var second: Int
    var links: [Int]
  }

  init(_ content: DiagramContent, title: String) {
    self.content = content
    self.title = title
    let members = Self.members(content)
    groups = members.map { Self.group($0, in: content) }
    var owner = [Int](repeating: 0, count: content.boxes.count)
    for (number, group) in members.enumerated() {
      for box in group { owner[box] = number }
    }
    var between: [[Int]: [Int]] = [:]
    for (number, link) in content.links.enumerated() {
      let pair = [owner[link.from.box], owner[link.to.box]].sorted()
      if pair[0] != pair[1] { between[pair, default: []].append(number) }
    }
    bundles = between.sorted { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }
      .map { Bundle(first: $0.key[0], second: $0.key[1], links: $0.value) }
    var graph = LayoutGraph()
    graph.nodes = groups.enumerated().map { number, group in
      let height = group.layout.height + Self.titleHeight + Self.padding
      return LayoutGraph.Node(
        // Of two groups with one title the places tell which is which.
        name: "\(group.title)\0\(number)",
        width: max(group.layout.width, DiagramFont.small.width(group.title)) + 2 * Self.padding,
        height: height, slots: Self.slots(height: height))
    }
    graph.edges = bundles.map {
      .init(from: .init(node: $0.first, room: 14), to: .init(node: $0.second, room: 14))
    }
    outer = LayeredLayout.layout(graph)
  }

  /// Groups of those that have lines; all others are one, the last.
  private static func members(_ content: DiagramContent) -> [[Int]] {
    var hasLine = [Bool](repeating: false, count: content.boxes.count)
    for link in content.links where link.from.box != link.to.box {
      (hasLine[link.from.box], hasLine[link.to.box]) = (true, true)
    }
    let ties = content.links.map { link in
      // Who inherits belongs to whom it inherits from.
      Communities.Tie(
        first: link.from.box, second: link.to.box, weight: link.kind == .inheritance ? 2 : 1)
    }
    let groups = Communities.of(content.boxes.count, ties).filter { hasLine[$0[0]] }
    let alone = content.boxes.indices.filter { !hasLine[$0] }
    return alone.isEmpty ? groups : groups + [alone]
  }

  private static func group(_ boxes: [Int], in content: DiagramContent) -> Group {
    var degree: [Int: Int] = [:]
    let inside = Set(boxes)
    var pairs: [[Int]: [Int]] = [:]
    for (number, link) in content.links.enumerated() {
      guard inside.contains(link.from.box), inside.contains(link.to.box),
        link.from.box != link.to.box
      else { continue }
      degree[link.from.box, default: 0] += 1
      degree[link.to.box, default: 0] += 1
      // The first link says which end is rather on the left.
      let pair = [link.from.box, link.to.box]
      let key = pairs[pair.reversed()] == nil ? pair : pair.reversed()
      pairs[key, default: []].append(number)
    }
    let numbers = Dictionary(uniqueKeysWithValues: boxes.enumerated().map { ($1, $0) })
    let shapes = boxes.map { BoxShape(content.boxes[$0], isNameOnly: true) }
    let lines = pairs.sorted { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }
    var graph = LayoutGraph()
    graph.spacing.boxes = 14
    graph.spacing.lines = 8
    graph.spacing.parts = 14
    graph.nodes = zip(boxes, shapes).map { box, shape in
      .init(
        name: content.boxes[box].name, width: shape.width, height: shape.height,
        slots: slots(height: shape.height))
    }
    graph.edges = lines.map { line in
      .init(
        from: .init(node: numbers[line.key[0]] ?? 0, room: 8),
        to: .init(node: numbers[line.key[1]] ?? 0, room: 8))
    }
    let first = boxes.max { (degree[$0] ?? 0, -$0) < (degree[$1] ?? 0, -$1) }
    return Group(
      title: degree.isEmpty
        ? "Without relationships to others"
        : DiagramFont.shown("Around \(first.map { content.boxes[$0].name } ?? "")", columns: 40),
      boxes: boxes, shapes: shapes, layout: LayeredLayout.layout(graph), links: lines.map(\.value))
  }

  /// From the middle outwards.
  private static func slots(height: Int) -> [Int] {
    let middle = height / 2
    let reach = max(0, (middle - 6) / 6)
    let outwards = (1...max(1, reach)).prefix(reach).map { $0 * 6 }
    return [middle] + outwards.flatMap { [middle - $0, middle + $0] }
  }

  func svg(_ form: PictureForm) -> String {
    var svg = Markup()
    PictureFrame.write(
      to: &svg, form, title: title, width: outer.width + 2 * Self.margin,
      height: outer.height + 2 * Self.margin
    ) { svg in
      svg.element("g", ["transform": "translate(\(Self.margin) \(Self.margin))"]) { svg in
        for (number, bundle) in bundles.enumerated() {
          write(
            bundle.links, outer.routes[number], isBundle: true, to: &svg)
        }
        for (number, group) in groups.enumerated() {
          write(group, outer.frames[number], form, to: &svg)
        }
      }
    }
    return svg.text
  }

  private func write(
    _ group: Group, _ frame: LayoutFrame, _ form: PictureForm, to svg: inout Markup
  ) {
    svg.element(
      "g",
      [
        "class": "cluster", "transform": "translate(\(frame.x) \(frame.y))", "role": "group",
        "aria-label": group.title,
      ]
    ) { svg in
      svg.empty(
        "rect",
        ["class": "group", "width": "\(frame.width)", "height": "\(frame.height)", "rx": "8"])
      svg.element(
        "text", ["class": "sub muted", "x": "\(Self.padding)", "y": "16"], group.title)
      svg.newLine()
      svg.element(
        "g", ["transform": "translate(\(Self.padding) \(Self.titleHeight))"]
      ) { svg in
        for (number, links) in group.links.enumerated() {
          write(links, group.layout.routes[number], isBundle: false, to: &svg)
        }
        for (place, box) in group.boxes.enumerated() {
          BoxWriter(
            box: content.boxes[box], shape: group.shapes[place],
            frame: group.layout.frames[place], isCentre: false,
            id: PictureFrame.prefix(form).map { "\($0)-\(box)" }
          ).write(to: &svg)
          svg.newLine()
        }
      }
    }
    svg.newLine()
  }

  private func write(
    _ links: [Int], _ points: [LayoutPoint], isBundle: Bool, to svg: inout Markup
  ) {
    guard let first = links.first else { return }
    let link = content.links[first]
    svg.element(
      "g",
      [
        "class": isBundle ? "bundle" : "relationship",
        "data-from": isBundle ? nil : content.boxes[link.from.box].name,
        "data-to": isBundle ? nil : content.boxes[link.to.box].name,
      ]
    ) { svg in
      svg.element(
        "title", [:],
        links.map { LinkLabels.sentence(content.links[$0], in: content) }.joined(separator: "\n"))
      svg.empty(
        "path", ["class": isBundle ? "line strong" : "line", "d": LineShape.path(points)])
    }
    svg.newLine()
  }
}
