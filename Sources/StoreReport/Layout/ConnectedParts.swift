/// Takes a graph apart into the parts that no line connects, and puts their layouts side by side.
enum ConnectedParts {
  /// The places of the nodes of each part; the largest part first, then by the name of its first node.
  static func of(_ graph: LayoutGraph) -> [[Int]] {
    var root = Array(graph.nodes.indices)
    func find(_ start: Int) -> Int {
      var node = start
      while root[node] != node {
        root[node] = root[root[node]]
        node = root[node]
      }
      return node
    }
    for edge in graph.edges {
      let (first, second) = (find(edge.from.node), find(edge.to.node))
      // The smaller place wins, whatever the order of the edges.
      root[max(first, second)] = min(first, second)
    }
    var parts: [Int: [Int]] = [:]
    for node in graph.nodes.indices { parts[find(node), default: []].append(node) }
    return parts.sorted { left, right in
      left.value.count != right.value.count
        ? left.value.count > right.value.count : left.key < right.key
    }.map(\.value)
  }

  /// The size of a part, with what is free around it.
  struct Size: Sendable, Hashable {
    var width: Int
    var height: Int
  }

  /// The upper left corners of parts in a picture of about the aspect: each part goes where the skyline
  /// of those before it is lowest, and leftmost among equals.
  static func packed(_ sizes: [Size], aspect: Double) -> [LayoutPoint] {
    let area = sizes.reduce(0.0) { $0 + Double($1.width) * Double($1.height) }
    let widest = sizes.map(\.width).max() ?? 0
    let limit = max(widest, Int((area * aspect * 1.1).squareRoot()))
    var skyline = Skyline(width: limit)
    // High parts first, so that the low ones fill what is beside them. A sort that keeps ties.
    let order = sizes.indices.sorted {
      sizes[$0].height != sizes[$1].height ? sizes[$0].height > sizes[$1].height : $0 < $1
    }
    var corners = [LayoutPoint](repeating: LayoutPoint(x: 0, y: 0), count: sizes.count)
    for index in order { corners[index] = skyline.place(sizes[index]) }
    return corners
  }
}

/// The lower edge of what was placed so far, from left to right.
private struct Skyline {
  private var steps: [(x: Int, width: Int, y: Int)]
  private let width: Int

  init(width: Int) {
    self.width = width
    steps = [(0, width, 0)]
  }

  mutating func place(_ size: ConnectedParts.Size) -> LayoutPoint {
    var best = LayoutPoint(x: 0, y: Int.max)
    for (index, step) in steps.enumerated() where step.x + size.width <= width {
      var y = 0
      for other in steps[index...] {
        if other.x >= step.x + size.width { break }
        y = max(y, other.y)
      }
      if y < best.y { best = LayoutPoint(x: step.x, y: y) }
    }
    raise(best.x, size.width, to: best.y + size.height)
    return best
  }

  private mutating func raise(_ x: Int, _ width: Int, to y: Int) {
    guard width > 0 else { return }
    var raised: [(x: Int, width: Int, y: Int)] = []
    var isPlaced = false
    for step in steps {
      let end = step.x + step.width
      if step.x < x { raised.append((step.x, min(end, x) - step.x, step.y)) }
      if end > x, !isPlaced {
        raised.append((x, width, y))
        isPlaced = true
      }
      let rest = max(step.x, x + width)
      if end > rest { raised.append((rest, end - rest, step.y)) }
    }
    steps = raised.filter { $0.width > 0 }
  }
}
