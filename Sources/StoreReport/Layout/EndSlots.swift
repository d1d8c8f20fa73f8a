/// Gives the ends of lines that may be anywhere at their box a place each, in the order in which the
/// lines come.
enum EndSlots {
  /// Where a line ends at its boxes, from their tops: `from` and `to`.
  struct Ends: Sendable, Hashable {
    var from: Int
    var to: Int
  }

  /// An end at one side of a box that has no place yet.
  private struct Open {
    var edge: Int
    var isFrom: Bool
    /// The link that the end belongs to; nil for a bracket.
    var link: Int?
    /// How far down the line comes from.
    var origin: Double
  }

  /// The ends by the number of the edge; links get theirs, too.
  static func assign(_ layered: inout LayeredGraph) -> [Ends] {
    let graph = layered.graph
    var place = [Double](repeating: 0, count: layered.items.count)
    for column in layered.columns {
      for (index, item) in column.enumerated() { place[item] = Double(index) }
    }
    var open: [[Int: [Open]]] = [[:], [:]]
    func add(_ end: LayoutGraph.End, _ edge: Int, isFrom: Bool, link: Int?, _ origin: Double) {
      guard end.y == nil else { return }
      let isRight = link.map { layered.links[$0].left == end.node } ?? true
      open[isRight ? 1 : 0][end.node, default: []].append(
        Open(edge: edge, isFrom: isFrom, link: link, origin: origin))
    }
    for (number, edge) in graph.edges.enumerated() {
      let chain = layered.chains[number]
      if let first = chain.first, let last = chain.last {
        let isRightwards = layered.links[first].left == edge.from.node
        let (fromLink, toLink) = isRightwards ? (first, last) : (last, first)
        for (end, link, isFrom) in [(edge.from, fromLink, true), (edge.to, toLink, false)] {
          let parts = layered.links[link]
          let isLeft = parts.left == end.node
          let (item, offset) =
            isLeft ? (parts.right, parts.rightOffset) : (parts.left, parts.leftOffset)
          let origin = place[item] + offset / Double(layered.items[item].height + 1)
          add(end, number, isFrom: isFrom, link: link, origin)
        }
      } else {
        add(edge.from, number, isFrom: true, link: nil, place[edge.to.node])
        add(edge.to, number, isFrom: false, link: nil, place[edge.from.node] + 0.01)
      }
    }
    var ends = graph.edges.map { Ends(from: $0.from.y ?? 0, to: $0.to.y ?? 0) }
    for side in open {
      for (node, waiting) in side.sorted(by: { $0.key < $1.key }) {
        let slots = chosen(waiting.count, of: graph.nodes[node])
        let sorted = waiting.enumerated().sorted {
          $0.element.origin != $1.element.origin
            ? $0.element.origin < $1.element.origin : $0.offset < $1.offset
        }.map(\.element)
        for (index, end) in sorted.enumerated() {
          let y = slots[index * slots.count / sorted.count]
          if end.isFrom { ends[end.edge].from = y } else { ends[end.edge].to = y }
          if let link = end.link {
            layered.setOffset(y, ofLink: link, atLeft: layered.links[link].left == node)
          }
        }
      }
    }
    return ends
  }

  /// The best slots for so many ends, from top to bottom. Where there are too few, ends share one.
  private static func chosen(_ count: Int, of node: LayoutGraph.Node) -> [Int] {
    let slots = node.slots.isEmpty ? [node.height / 2] : node.slots
    return slots.prefix(count).sorted()
  }
}
