/// How far down each item of a column stands: as near as the order and the distances allow to where its
/// lines would be straight.
enum ColumnPositions {
  private static let sweeps = 10

  /// The tops of the items, by their numbers.
  static func tops(_ layered: LayeredGraph) -> [Double] {
    var tops = [Double](repeating: 0, count: layered.items.count)
    for column in layered.columns {
      var y = 0.0
      for (index, item) in column.enumerated() {
        if index > 0 { y += Double(layered.gap(column[index - 1], item)) }
        tops[item] = y
        y += Double(layered.items[item].height)
      }
      // Columns are centred on each other at first.
      for item in column { tops[item] -= y / 2 }
    }
    for sweep in 0..<sweeps {
      let isRightwards = sweep % 2 == 0
      let isLast = sweep >= sweeps - 2
      for index in layered.columns.indices {
        let column = layered.columns[isRightwards ? index : layered.columns.count - 1 - index]
        settle(
          column, in: layered, &tops, byLeft: isRightwards || isLast,
          byRight: !isRightwards || isLast)
      }
    }
    return tops
  }

  private static func settle(
    _ column: [Int], in layered: LayeredGraph, _ tops: inout [Double], byLeft: Bool, byRight: Bool
  ) {
    var wishes: [(y: Double, weight: Double)] = []
    var distance = 0.0
    var distances: [Double] = []
    for (index, item) in column.enumerated() {
      if index > 0 {
        let above = column[index - 1]
        distance += Double(layered.items[above].height + layered.gap(above, item))
      }
      distances.append(distance)
      var (sum, weight) = (tops[item] * 0.01, 0.01)
      func add(_ y: Double, _ own: Double, _ other: Int) {
        // Where a line passes it should be straight; a bend beside a box is expected.
        let factor =
          layered.items[item].isBox
          ? (layered.items[other].isBox ? 1.0 : 0.6)
          : layered.items[other].isBox ? 1.5 : 6.0
        sum += (y - own) * factor
        weight += factor
      }
      if byLeft {
        for link in layered.linksLeft[item].map({ layered.links[$0] }) {
          add(tops[link.left] + link.leftOffset, link.rightOffset, link.left)
        }
      }
      if byRight {
        for link in layered.linksRight[item].map({ layered.links[$0] }) {
          add(tops[link.right] + link.rightOffset, link.leftOffset, link.right)
        }
      }
      wishes.append((sum / weight - distance, weight))
    }
    for (index, y) in increasing(wishes).enumerated() { tops[column[index]] = y + distances[index] }
  }

  /// The nearest values, by weighted squares, that do not decrease: neighbours that would, are joined.
  static func increasing(_ wishes: [(y: Double, weight: Double)]) -> [Double] {
    var blocks: [(y: Double, weight: Double, count: Int)] = []
    for wish in wishes {
      blocks.append((wish.y, wish.weight, 1))
      while blocks.count > 1, blocks[blocks.count - 2].y > blocks[blocks.count - 1].y {
        let last = blocks.removeLast()
        let before = blocks.removeLast()
        let weight = last.weight + before.weight
        blocks.append(
          (
            (last.y * last.weight + before.y * before.weight) / weight, weight,
            last.count + before.count
          ))
      }
    }
    return blocks.flatMap { Array(repeating: $0.y, count: $0.count) }
  }
}
