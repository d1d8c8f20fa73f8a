/// Lays a graph out in columns, with lines of horizontal and vertical parts that pass beside boxes. The
/// same graph has the same layout, in whatever order its nodes and edges are given.
enum LayeredLayout {
  /// Lines would pass so many columns that nobody could follow them: they go straight.
  private static let mostPassages = 12_000

  static func layout(_ graph: LayoutGraph) -> GraphLayout {
    let (sorted, nodes, edges) = canonical(graph)
    let layout = partwise(sorted)
    var result = layout
    for (place, node) in nodes.enumerated() { result.frames[node] = layout.frames[place] }
    for (place, edge) in edges.enumerated() { result.routes[edge] = layout.routes[place] }
    return result
  }

  /// The graph in an order of its own, and where each node and edge was.
  private static func canonical(
    _ graph: LayoutGraph
  ) -> (graph: LayoutGraph, nodes: [Int], edges: [Int]) {
    let nodes = graph.nodes.indices.sorted {
      let (left, right) = (graph.nodes[$0].name, graph.nodes[$1].name)
      return left != right ? left.utf8.lexicographicallyPrecedes(right.utf8) : $0 < $1
    }
    var place = [Int](repeating: 0, count: nodes.count)
    for (index, node) in nodes.enumerated() { place[node] = index }
    func key(_ edge: LayoutGraph.Edge) -> (Int, Int, Int, Int, String) {
      (
        place[edge.from.node], place[edge.to.node], edge.from.y ?? -1, edge.to.y ?? -1, edge.name
      )
    }
    let keys = graph.edges.map(key)
    let edges = graph.edges.indices.sorted {
      keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1
    }
    var sorted = graph
    sorted.nodes = nodes.map { graph.nodes[$0] }
    sorted.edges = edges.map { edge in
      var edge = graph.edges[edge]
      edge.from.node = place[edge.from.node]
      edge.to.node = place[edge.to.node]
      return edge
    }
    return (sorted, nodes, edges)
  }

  private static func partwise(_ graph: LayoutGraph) -> GraphLayout {
    var whole = GraphLayout()
    whole.frames = graph.nodes.map { LayoutFrame(x: 0, y: 0, width: $0.width, height: $0.height) }
    whole.routes = [[LayoutPoint]](repeating: [], count: graph.edges.count)
    let parts = ConnectedParts.of(graph)
    var owner = [Int](repeating: 0, count: graph.nodes.count)
    var local = owner
    for (number, part) in parts.enumerated() {
      for (index, node) in part.enumerated() { (owner[node], local[node]) = (number, index) }
    }
    var edges = [[Int]](repeating: [], count: parts.count)
    for (number, edge) in graph.edges.enumerated() { edges[owner[edge.from.node]].append(number) }
    let layouts = parts.enumerated().map { number, part in
      var partial = LayoutGraph(nodes: part.map { graph.nodes[$0] }, spacing: graph.spacing)
      partial.edges = edges[number].map { edge in
        var edge = graph.edges[edge]
        edge.from.node = local[edge.from.node]
        edge.to.node = local[edge.to.node]
        return edge
      }
      return one(partial)
    }
    let gap = graph.spacing.parts
    let corners = ConnectedParts.packed(
      layouts.map { .init(width: $0.width + gap, height: $0.height + gap) },
      aspect: graph.spacing.aspect)
    for (number, part) in layouts.enumerated() {
      let corner = corners[number]
      for (index, node) in parts[number].enumerated() {
        whole.frames[node].x = part.frames[index].x + corner.x
        whole.frames[node].y = part.frames[index].y + corner.y
      }
      for (index, edge) in edges[number].enumerated() {
        whole.routes[edge] = part.routes[index].map {
          LayoutPoint(x: $0.x + corner.x, y: $0.y + corner.y)
        }
      }
      whole.width = max(whole.width, corner.x + part.width)
      whole.height = max(whole.height, corner.y + part.height)
      whole.isDirect = whole.isDirect || part.isDirect
    }
    return whole
  }

  /// A part whose boxes are all connected.
  private static func one(_ graph: LayoutGraph) -> GraphLayout {
    let columns = Layering.columns(of: graph)
    let isDirect = LayeredGraph.passages(graph, columns: columns) > mostPassages
    var drawn = graph
    if isDirect { drawn.edges = [] }
    var layered = ColumnOrder.ordered(LayeredGraph(drawn, columns: columns))
    let sides = EndSlots.assign(&layered)
    var layout = Routing(layered, ends: sides).layout()
    guard isDirect else { return layout }
    layout.isDirect = true
    layout.routes = graph.edges.map { edge in
      [edge.from, edge.to].map { end in
        let frame = layout.frames[end.node]
        return LayoutPoint(x: frame.x + frame.width / 2, y: frame.y + (end.y ?? frame.height / 2))
      }
    }
    return layout
  }
}
