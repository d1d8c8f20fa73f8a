/// A graph in columns: the boxes, and for every line that passes a column a place there. Between two
/// neighbouring columns there are only links from the one to the other, and brackets that begin and end
/// at the one on the left.
struct LayeredGraph {
  let graph: LayoutGraph
  /// The items of each column, from top to bottom.
  var columns: [[Int]]
  /// Boxes first, under the numbers of the nodes, then the places where lines pass.
  private(set) var items: [Item]
  /// From left to right.
  private(set) var links: [Link] = []
  /// The chains of links that lines are made of, by the number of the edge; empty for brackets.
  private(set) var chains: [[Int]]
  /// The edges whose ends are in one column.
  private(set) var brackets: [Int] = []
  /// The numbers of links that begin and that end at an item.
  private(set) var linksRight: [[Int]]
  private(set) var linksLeft: [[Int]]

  /// A box, or the place where a line passes a column.
  struct Item {
    var column: Int
    var height: Int
    var width: Int
    var isBox: Bool
  }

  /// A part of a line between neighbouring columns. Offsets are from the top of the item.
  struct Link {
    var edge: Int
    var left: Int
    var right: Int
    var leftOffset: Double
    var rightOffset: Double
  }

  /// How many places where lines pass there would be.
  static func passages(_ graph: LayoutGraph, columns: [Int]) -> Int {
    graph.edges.reduce(0) {
      $0 + max(0, abs(columns[$1.from.node] - columns[$1.to.node]) - 1)
    }
  }

  init(_ graph: LayoutGraph, columns numbers: [Int]) {
    self.graph = graph
    items = graph.nodes.enumerated().map { index, node in
      Item(column: numbers[index], height: node.height, width: node.width, isBox: true)
    }
    chains = [[Int]](repeating: [], count: graph.edges.count)
    columns = [[Int]](repeating: [], count: (numbers.max() ?? -1) + 1)
    (linksLeft, linksRight) = ([], [])
    for (number, edge) in graph.edges.enumerated() {
      let (from, to) = (numbers[edge.from.node], numbers[edge.to.node])
      guard from != to else {
        brackets.append(number)
        continue
      }
      connect(number, from < to ? edge.from : edge.to, from < to ? edge.to : edge.from)
    }
    linksLeft = [[Int]](repeating: [], count: items.count)
    linksRight = linksLeft
    for (number, link) in links.enumerated() {
      linksRight[link.left].append(number)
      linksLeft[link.right].append(number)
    }
    for (number, item) in items.enumerated() { columns[item.column].append(number) }
  }

  private mutating func connect(
    _ edge: Int, _ left: LayoutGraph.End, _ right: LayoutGraph.End
  ) {
    let (first, last) = (items[left.node].column, items[right.node].column)
    var item = left.node
    var offset = middle(of: left)
    for column in (first + 1)...last {
      let isLast = column == last
      if !isLast { items.append(Item(column: column, height: 0, width: 0, isBox: false)) }
      let next = isLast ? right.node : items.count - 1
      chains[edge].append(links.count)
      links.append(
        Link(
          edge: edge, left: item, right: next, leftOffset: offset,
          rightOffset: isLast ? middle(of: right) : 0))
      (item, offset) = (next, 0)
    }
  }

  /// Where an end that may be anywhere is taken to be until it has its slot.
  private func middle(of end: LayoutGraph.End) -> Double {
    end.y.map(Double.init) ?? Double(graph.nodes[end.node].height) / 2
  }

  /// Gives the left or the right end of a link its slot.
  mutating func setOffset(_ offset: Int, ofLink link: Int, atLeft: Bool) {
    if atLeft {
      links[link].leftOffset = Double(offset)
    } else {
      links[link].rightOffset = Double(offset)
    }
  }

  /// What must be free between two items, one above the other.
  func gap(_ upper: Int, _ lower: Int) -> Int {
    switch (items[upper].isBox, items[lower].isBox) {
    case (true, true): graph.spacing.boxes
    case (false, false): graph.spacing.lines
    default: graph.spacing.boxToLine
    }
  }
}
