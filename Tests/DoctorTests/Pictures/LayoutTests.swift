import TestSupport
import Testing

@testable import StoreReport

/// What is true of every layout, whatever the graph.
@Suite struct LayoutTests {
  private static let sizes = [
    (0, 0), (1, 0), (1, 3), (2, 4), (5, 6), (12, 30), (40, 70), (120, 300),
  ]

  private static func check(_ graph: LayoutGraph, _ layout: GraphLayout, _ name: String) {
    #expect(layout.frames.count == graph.nodes.count)
    #expect(layout.routes.count == graph.edges.count)
    for (first, frame) in layout.frames.enumerated() {
      #expect(frame.width == graph.nodes[first].width && frame.height == graph.nodes[first].height)
      #expect(frame.x >= 0 && frame.y >= 0, "\(name)")
      #expect(frame.right <= layout.width && frame.bottom <= layout.height, "\(name)")
      for other in layout.frames[(first + 1)...] {
        #expect(!frame.intersects(other), "\(name): boxes overlap")
      }
    }
    for (edge, route) in zip(graph.edges, layout.routes) {
      check(edge.from, graph, layout, route.first, name)
      check(edge.to, graph, layout, route.last, name)
      for (start, end) in zip(route, route.dropFirst()) {
        #expect(start.x == end.x || start.y == end.y, "\(name): a slanted line")
        let line = LayoutFrame(
          x: min(start.x, end.x) + 1, y: min(start.y, end.y),
          width: max(abs(start.x - end.x) - 2, 1),
          height: max(abs(start.y - end.y), 1))
        #expect(
          !layout.frames.contains { $0.intersects(line) }, "\(name): a line through a box \(route)")
      }
    }
  }

  /// The line ends at a side of its box, where it should.
  private static func check(
    _ end: LayoutGraph.End, _ graph: LayoutGraph, _ layout: GraphLayout, _ point: LayoutPoint?,
    _ name: String
  ) {
    let frame = layout.frames[end.node]
    guard let point else {
      Issue.record("\(name): a line without an end")
      return
    }
    #expect(point.x == frame.x || point.x == frame.right, "\(name)")
    if let y = end.y {
      #expect(point.y == frame.y + y, "\(name)")
    } else {
      #expect(point.y > frame.y && point.y < frame.bottom, "\(name)")
    }
  }

  @Test(arguments: sizes) func everyLayoutIsSound(_ nodes: Int, _ edges: Int) {
    var samples = GraphSamples(seed: UInt64(nodes + edges))
    for round in 0..<(nodes > 50 ? 2 : 12) {
      let graph = samples.graph(nodes: nodes, edges: edges)
      Self.check(graph, LayeredLayout.layout(graph), "\(nodes), \(edges), \(round)")
    }
  }

  /// Vertical parts in one channel keep their distance, unless they are of one line.
  @Test(arguments: sizes) func noLineLiesOnAnother(_ nodes: Int, _ edges: Int) {
    var samples = GraphSamples(seed: UInt64(nodes * 3 + edges))
    for _ in 0..<(nodes > 50 ? 1 : 8) {
      let graph = samples.graph(nodes: nodes, edges: edges)
      let layout = LayeredLayout.layout(graph)
      var parts: [(line: Int, x: Int, low: Int, high: Int)] = []
      for (number, route) in layout.routes.enumerated() {
        for (start, end) in zip(route, route.dropFirst()) where start.x == end.x && start.y != end.y
        {
          parts.append((number, start.x, min(start.y, end.y), max(start.y, end.y)))
        }
      }
      for (index, part) in parts.enumerated() {
        for other in parts[(index + 1)...] where other.line != part.line && other.x == part.x {
          #expect(other.low >= part.high || part.low >= other.high, "\(nodes), \(edges)")
        }
      }
    }
  }

  @Test func theOrderOfTheInputDoesNotMatter() {
    for seed in 1..<8 {
      var samples = GraphSamples(seed: UInt64(seed))
      let graph = samples.graph(nodes: 30, edges: 55)
      let layout = LayeredLayout.layout(graph)
      let order = samples.shuffled(Array(graph.nodes.indices))
      let edgeOrder = samples.shuffled(Array(graph.edges.indices))
      var place = order
      for (index, node) in order.enumerated() { place[node] = index }
      var mixed = LayoutGraph(nodes: order.map { graph.nodes[$0] })
      mixed.edges = edgeOrder.map { number in
        var edge = graph.edges[number]
        edge.from.node = place[edge.from.node]
        edge.to.node = place[edge.to.node]
        return edge
      }
      let other = LayeredLayout.layout(mixed)
      #expect(order.map { layout.frames[$0] } == other.frames)
      #expect(edgeOrder.map { layout.routes[$0] } == other.routes)
    }
  }

  /// A hostile model must not hang the tool; its boxes still do not overlap.
  @Test func twoThousandBoxesEnd() {
    var samples = GraphSamples(seed: 7)
    let graph = samples.graph(nodes: 2_000, edges: 6_000)
    let (layout, seconds) = measured { LayeredLayout.layout(graph) }
    #expect(seconds < 120)
    #expect(layout.routes.allSatisfy { $0.count > 1 })
    let sorted = layout.frames.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    for (first, second) in zip(sorted, sorted.dropFirst()) { #expect(!first.intersects(second)) }
  }

  /// A chain of lines is not longer than it has to be, and a star has its centre between its points.
  @Test func simpleGraphsLookSimple() {
    var chain = LayoutGraph()
    chain.nodes = (0..<4).map { .init(name: "\($0)", width: 100, height: 60, slots: [30]) }
    chain.edges = (0..<3).map { .init(from: .init(node: $0), to: .init(node: $0 + 1)) }
    let straight = LayeredLayout.layout(chain)
    #expect(straight.frames.map(\.x) == straight.frames.map(\.x).sorted())
    #expect(straight.routes.allSatisfy { $0.count == 2 }, "\(straight.routes)")
    var parts = LayoutGraph()
    parts.nodes = (0..<30).map { .init(name: "\($0 + 10)", width: 150, height: 100) }
    let packed = LayeredLayout.layout(parts)
    let aspect = Double(packed.width) / Double(packed.height)
    #expect(aspect > 0.8 && aspect < 2.6, "\(packed.width) × \(packed.height)")
  }
}
