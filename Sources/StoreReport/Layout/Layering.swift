/// Which column each box stands in. Lines of a model have no direction that a reader would insist on, so
/// cycles need not be broken by turning lines round: a line may lead to the left at a price, and one
/// within a column at another. Boxes are moved to where the price of all is least, until none moves.
struct Layering {
  private let graph: LayoutGraph
  private let neighbours: [[(node: Int, isRight: Bool, direction: Double)]]
  /// The height of a column that gives the picture its aspect.
  private let fullHeight: Double
  private let meanHeight: Double
  private var column: [Int?]
  private var heights: [Int: Double] = [:]

  private static let mostPasses = 16
  /// How many prices may be summed up, which ends the passes of a huge graph.
  private static let mostWork = 20_000_000
  /// Lines within a column are drawn as brackets beside it.
  private static let priceWithin = 2.2
  private static let priceOfFullness = 2.5
  private static let priceOfNewColumn = 0.3

  /// The column of each node, from 0 on, none empty.
  static func columns(of graph: LayoutGraph) -> [Int] {
    var layering = Layering(graph)
    layering.placeAll()
    layering.improve()
    return layering.settled()
  }

  private init(_ graph: LayoutGraph) {
    self.graph = graph
    var neighbours = [[(node: Int, isRight: Bool, direction: Double)]](
      repeating: [], count: graph.nodes.count)
    for edge in graph.edges where edge.from.node != edge.to.node {
      neighbours[edge.from.node].append((edge.to.node, true, edge.direction))
      neighbours[edge.to.node].append((edge.from.node, false, edge.direction))
    }
    self.neighbours = neighbours
    column = [Int?](repeating: nil, count: graph.nodes.count)
    let gap = Double(graph.spacing.boxes)
    let area = graph.nodes.reduce(0.0) {
      $0 + (Double($1.width) + 110) * (Double($1.height) + gap)
    }
    let highest = graph.nodes.map { Double($0.height) + gap }.max() ?? 0
    fullHeight = max(highest, (area / graph.spacing.aspect).squareRoot())
    meanHeight =
      graph.nodes.reduce(0.0) { $0 + Double($1.height) + gap } / Double(max(1, graph.nodes.count))
  }

  /// From the box with the most lines outwards, so that each finds neighbours that have a place.
  private mutating func placeAll() {
    let degrees = neighbours.map(\.count)
    let byDegree = graph.nodes.indices.sorted {
      degrees[$0] != degrees[$1] ? degrees[$0] > degrees[$1] : $0 < $1
    }
    var queue: [Int] = []
    var isQueued = [Bool](repeating: false, count: graph.nodes.count)
    for start in byDegree where !isQueued[start] {
      queue.append(start)
      isQueued[start] = true
      var next = queue.count - 1
      while next < queue.count {
        let node = queue[next]
        next += 1
        move(node, to: best(for: node) ?? 0)
        let around = neighbours[node].map(\.node).filter { !isQueued[$0] }
        for other in Set(around).sorted(by: {
          degrees[$0] != degrees[$1] ? degrees[$0] > degrees[$1] : $0 < $1
        }) {
          queue.append(other)
          isQueued[other] = true
        }
      }
    }
  }

  private mutating func improve() {
    let cost = max(1, neighbours.reduce(0) { $0 + $1.count } * (heights.count + 4))
    for _ in 0..<max(1, min(Self.mostPasses, Self.mostWork / cost)) {
      var isChanged = false
      for node in graph.nodes.indices {
        guard let old = column[node], let new = best(for: node), new != old else { continue }
        let (before, after) = (price(of: node, in: old), price(of: node, in: new))
        guard after < before - 0.001 else { continue }
        move(node, to: new)
        isChanged = true
      }
      if !isChanged { return }
    }
  }

  private mutating func move(_ node: Int, to new: Int) {
    if let old = column[node] { heights[old, default: 0] -= height(of: node) }
    column[node] = new
    heights[new, default: 0] += height(of: node)
  }

  private func height(of node: Int) -> Double {
    Double(graph.nodes[node].height + graph.spacing.boxes)
  }

  /// Columns near those of its neighbours are tried; nothing draws a box anywhere else.
  private func best(for node: Int) -> Int? {
    let placed = neighbours[node].compactMap { column[$0.node] }
    guard let least = placed.min(), let most = placed.max() else { return column[node] }
    let reach = 2 + heights.count / 4
    var best: (column: Int, price: Double)?
    for candidate in (least - reach)...(most + reach) {
      let price = price(of: node, in: candidate)
      if price < (best?.price ?? .infinity) - 0.001 { best = (candidate, price) }
    }
    return best?.column
  }

  private func price(of node: Int, in candidate: Int) -> Double {
    var price = 0.0
    for (other, isRight, direction) in neighbours[node] {
      guard let place = column[other] else { continue }
      let distance = place - candidate
      switch abs(distance) {
      case 0: price += Self.priceWithin
      case let length: price += Double(length) * 1.5 - 0.5
      }
      if distance != 0, (distance > 0) != isRight { price += direction }
    }
    let others = (heights[candidate] ?? 0) - (column[node] == candidate ? height(of: node) : 0)
    if others <= 0 { price += Self.priceOfNewColumn }
    let excess = others + height(of: node) - fullHeight
    if others > 0, excess > 0 { price += Self.priceOfFullness * excess / meanHeight }
    return price
  }

  private func settled() -> [Int] {
    let used = Set(column.compactMap(\.self)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
    return column.map { $0.flatMap { numbers[$0] } ?? 0 }
  }
}
