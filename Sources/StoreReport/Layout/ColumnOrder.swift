/// The order of the items of each column: sweeps from left to right and back put each item at the mean
/// of what it is linked with; the order with the fewest crossings is kept.
struct ColumnOrder {
  private var layered: LayeredGraph
  /// The place of an item in its column.
  private var place: [Int]

  /// - Parameter work: how many links may be looked at, which ends the sweeps of a huge graph.
  static func ordered(_ layered: LayeredGraph, work: Int = 1_000_000) -> LayeredGraph {
    var order = ColumnOrder(layered)
    order.begin()
    order.sweep(work: work)
    return order.layered
  }

  private init(_ layered: LayeredGraph) {
    self.layered = layered
    place = [Int](repeating: 0, count: layered.items.count)
  }

  /// In the order in which a walk along the links meets them: what is linked starts close together.
  private mutating func begin() {
    var rank = [Int?](repeating: nil, count: layered.items.count)
    var next = 0
    let starts = layered.items.indices.sorted {
      let (left, right) = (layered.items[$0].column, layered.items[$1].column)
      return left != right ? left < right : $0 < $1
    }
    for start in starts where rank[start] == nil {
      var waiting = [start]
      while let item = waiting.popLast() {
        guard rank[item] == nil else { continue }
        rank[item] = next
        next += 1
        let around =
          layered.linksLeft[item].map { layered.links[$0].left }
          + layered.linksRight[item].map { layered.links[$0].right }
        waiting += around.filter { rank[$0] == nil }.reversed()
      }
    }
    for column in layered.columns.indices {
      layered.columns[column].sort { (rank[$0] ?? 0) < (rank[$1] ?? 0) }
    }
    number()
  }

  private mutating func number() {
    for column in layered.columns {
      for (index, item) in column.enumerated() { place[item] = index }
    }
  }

  private mutating func sweep(work: Int) {
    var best = (columns: layered.columns, crossings: crossings)
    let cost = max(1, layered.links.count + layered.items.count)
    let sweeps = max(2, min(28, work / cost))
    for number in 0..<sweeps where best.crossings > 0 {
      let isRightwards = number % 2 == 0
      let columns = layered.columns.indices
      // Every other pair of sweeps looks at both sides, which pulls apart what one side leaves tied.
      for column in isRightwards ? Array(columns) : columns.reversed() {
        sort(
          column, byLeft: isRightwards || number % 8 >= 6, byRight: !isRightwards || number % 8 >= 6
        )
      }
      let found = crossings
      if found < best.crossings { best = (layered.columns, found) }
    }
    layered.columns = best.columns
    number()
    improve(work: work / 4)
  }

  /// Items without links on the side that counts keep their place among the others.
  private mutating func sort(_ column: Int, byLeft: Bool, byRight: Bool) {
    let items = layered.columns[column]
    var means: [(item: Int, mean: Double)] = []
    var free: [Int] = []
    for (index, item) in items.enumerated() {
      var (sum, count) = (0.0, 0.0)
      if byLeft {
        for link in layered.linksLeft[item] {
          sum += leftPosition(layered.links[link])
          count += 1
        }
      }
      if byRight {
        for link in layered.linksRight[item] {
          sum += rightPosition(layered.links[link])
          count += 1
        }
      }
      if count > 0 { means.append((item, sum / count)) } else { free.append(index) }
    }
    // Ties keep the order there is.
    let sorted = means.enumerated().sorted {
      $0.element.mean != $1.element.mean
        ? $0.element.mean < $1.element.mean : $0.offset < $1.offset
    }.map(\.element.item)
    var next = sorted.makeIterator()
    let kept = Set(free)
    layered.columns[column] = items.indices.compactMap {
      kept.contains($0) ? items[$0] : next.next()
    }
    for (index, item) in layered.columns[column].enumerated() { place[item] = index }
  }

  private func leftPosition(_ link: LayeredGraph.Link) -> Double {
    position(link.left, link.leftOffset)
  }

  private func rightPosition(_ link: LayeredGraph.Link) -> Double {
    position(link.right, link.rightOffset)
  }

  /// Lines that end at one box are told apart by where they end there.
  private func position(_ item: Int, _ offset: Double) -> Double {
    Double(place[item]) + offset / Double(layered.items[item].height + 1)
  }

  private var crossings: Int {
    var links = [[(Double, Double)]](repeating: [], count: layered.columns.count)
    for link in layered.links {
      links[layered.items[link.left].column].append((leftPosition(link), rightPosition(link)))
    }
    return links.reduce(0) { $0 + Inversions.count($1) }
  }

  /// Swaps neighbours as long as that takes crossings away.
  private mutating func improve(work: Int) {
    var left = work
    var isChanged = true
    while isChanged, left > 0 {
      isChanged = false
      for column in layered.columns.indices where layered.columns[column].count > 1 {
        for index in 0..<(layered.columns[column].count - 1) {
          let (upper, lower) = (layered.columns[column][index], layered.columns[column][index + 1])
          let cost =
            layered.linksLeft[upper].count * layered.linksLeft[lower].count
            + layered.linksRight[upper].count * layered.linksRight[lower].count
          left -= cost + 1
          guard left > 0, gain(upper, lower) > 0 else { continue }
          layered.columns[column].swapAt(index, index + 1)
          (place[upper], place[lower]) = (index + 1, index)
          isChanged = true
        }
      }
    }
  }

  /// How many crossings go when the two change places.
  private func gain(_ upper: Int, _ lower: Int) -> Int {
    func gain(_ uppers: [Double], _ lowers: [Double]) -> Int {
      var gain = 0
      for first in uppers {
        for second in lowers { gain += first > second ? 1 : first < second ? -1 : 0 }
      }
      return gain
    }
    return gain(
      layered.linksLeft[upper].map { leftPosition(layered.links[$0]) },
      layered.linksLeft[lower].map { leftPosition(layered.links[$0]) })
      + gain(
        layered.linksRight[upper].map { rightPosition(layered.links[$0]) },
        layered.linksRight[lower].map { rightPosition(layered.links[$0]) })
  }
}

/// Counts pairs in the wrong order by a merge sort.
enum Inversions {
  /// - Parameter links: two lines cross when the one that begins higher ends lower.
  static func count(_ links: [(Double, Double)]) -> Int {
    var values = links.sorted { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }.map(\.1)
    var buffer = values
    return sort(&values, &buffer, 0, values.count)
  }

  private static func sort(
    _ values: inout [Double], _ buffer: inout [Double], _ low: Int, _ high: Int
  ) -> Int {
    guard high - low > 1 else { return 0 }
    let middle = (low + high) / 2
    var count = sort(&values, &buffer, low, middle) + sort(&values, &buffer, middle, high)
    var (left, right) = (low, middle)
    for index in low..<high {
      if left < middle, right >= high || values[left] <= values[right] {
        buffer[index] = values[left]
        left += 1
      } else {
        buffer[index] = values[right]
        right += 1
        count += middle - left
      }
    }
    values[low..<high] = buffer[low..<high]
    return count
  }
}
