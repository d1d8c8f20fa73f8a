/// The vertical parts of lines between two columns: each gets a track, so that no line lies on another,
/// in an order with few crossings.
struct ChannelTracks {
  /// A line in a channel: it comes from the left at some heights, leaves to the right at others, and a
  /// vertical part joins them.
  struct Segment: Sendable, Hashable {
    let left: [Int]
    let right: [Int]
    let low: Int
    let high: Int

    init(left: [Int], right: [Int]) {
      self.left = left
      self.right = right
      low = min(left.min() ?? .max, right.min() ?? .max)
      high = max(left.max() ?? .min, right.max() ?? .min)
    }
  }

  let segments: [Segment]
  /// The least distance of lines that do not lie on each other.
  private static let clear = 5
  /// Beyond this many segments in a channel the order is that of the first guess.
  private static let mostCompared = 500

  /// The track of each segment, from 0 on.
  static func tracks(_ segments: [Segment]) -> (tracks: [Int], count: Int) {
    let channel = ChannelTracks(segments: segments)
    let order = channel.improved(channel.guessed())
    return channel.narrowed(order)
  }

  /// Brackets first; then lines that go down, the lowest first, and lines that go up, the highest first:
  /// among those that go one way nothing crosses that need not.
  private func guessed() -> [Int] {
    func key(_ index: Int) -> (Int, Int, Int) {
      let segment = segments[index]
      guard let right = segment.right.first, let left = segment.left.first else {
        return (0, segment.high - segment.low, index)
      }
      return left <= right ? (1, -left, index) : (2, left, index)
    }
    return segments.indices.sorted { key($0) < key($1) }
  }

  /// Crossings, and lines that lie on each other, when the first is on the left of the second.
  private func price(_ first: Int, _ second: Int) -> Int {
    let (a, b) = (segments[first], segments[second])
    var price = 0
    for y in b.left where a.low < y && y < a.high { price += 1 }
    for y in a.right where b.low < y && y < b.high { price += 1 }
    for y in a.right {
      for other in b.left where abs(y - other) < Self.clear { price += 100 }
    }
    return price
  }

  private func improved(_ guess: [Int]) -> [Int] {
    var order = guess
    guard order.count <= Self.mostCompared else { return order }
    // Insertion: each goes to the best place among those before it.
    for index in order.indices.dropFirst() {
      let moved = order[index]
      var (sum, best, place) = (0, 0, index)
      for other in stride(from: index - 1, through: 0, by: -1) {
        sum += price(moved, order[other]) - price(order[other], moved)
        if sum < best { (best, place) = (sum, other) }
      }
      if place < index {
        order.remove(at: index)
        order.insert(moved, at: place)
      }
    }
    return order
  }

  /// As few tracks as the order allows.
  private func narrowed(_ order: [Int]) -> (tracks: [Int], count: Int) {
    var tracks = [Int](repeating: 0, count: segments.count)
    var count = 0
    for (index, segment) in order.enumerated() {
      var track = 0
      for other in order[..<index] where tracks[other] >= track && isNear(segment, other) {
        track = tracks[other] + 1
      }
      tracks[segment] = track
      count = max(count, track + 1)
    }
    return (tracks, count)
  }

  private func isNear(_ first: Int, _ second: Int) -> Bool {
    let (a, b) = (segments[first], segments[second])
    return a.low - Self.clear < b.high && b.low - Self.clear < a.high
  }
}
