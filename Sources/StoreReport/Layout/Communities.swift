/// Groups of nodes that have more lines among each other than with the rest.
enum Communities {
  /// A line between two nodes, and how strong it is.
  struct Tie: Sendable, Hashable {
    var first: Int
    var second: Int
    var weight = 1.0
  }

  /// Beyond so much work the groups are what is connected at all.
  private static let mostWork = 3_000_000

  /// The nodes of each group, sorted; the groups by their first node. Nodes without lines are groups of
  /// their own.
  ///
  /// Two groups are joined as long as more lines run between them than chance would have, the pair with
  /// the greatest gain first.
  static func of(_ count: Int, _ ties: [Tie]) -> [[Int]] {
    let ties = ties.filter { $0.first != $0.second }
    guard count * ties.count <= mostWork else { return connected(count, ties) }
    let total = ties.reduce(0.0) { $0 + $1.weight } * 2
    guard total > 0 else { return (0..<count).map { [$0] } }
    var members: [[Int]] = (0..<count).map { [$0] }
    var share = [Double](repeating: 0, count: count)
    var between: [[Int: Double]] = Array(repeating: [:], count: count)
    for tie in ties {
      share[tie.first] += tie.weight / total
      share[tie.second] += tie.weight / total
      between[tie.first][tie.second, default: 0] += tie.weight / total
      between[tie.second][tie.first, default: 0] += tie.weight / total
    }
    while let (first, second) = best(between, share) {
      members[first] += members[second]
      members[second] = []
      share[first] += share[second]
      for (other, weight) in between[second] where other != first {
        between[first][other, default: 0] += weight
        between[other][first, default: 0] += weight
        between[other][second] = nil
      }
      between[first][second] = nil
      between[second] = [:]
    }
    return members.filter { !$0.isEmpty }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// The pair with the greatest gain; of equal ones the first.
  private static func best(
    _ between: [[Int: Double]], _ share: [Double]
  ) -> (first: Int, second: Int)? {
    var best: (first: Int, second: Int, gain: Double)?
    for (first, others) in between.enumerated() {
      for (second, weight) in others where second > first {
        let gain = weight - share[first] * share[second]
        guard gain > 1e-12 else { continue }
        if let known = best {
          let isEqual = abs(gain - known.gain) <= 1e-12
          let isEarlier = (first, second) < (known.first, known.second)
          guard isEqual ? isEarlier : gain > known.gain else { continue }
        }
        best = (first, second, gain)
      }
    }
    return best.map { ($0.first, $0.second) }
  }

  private static func connected(_ count: Int, _ ties: [Tie]) -> [[Int]] {
    var graph = LayoutGraph()
    graph.nodes = (0..<count).map { .init(name: "\($0)", width: 1, height: 1) }
    graph.edges = ties.map { .init(from: .init(node: $0.first), to: .init(node: $0.second)) }
    return ConnectedParts.of(graph).sorted { $0[0] < $1[0] }
  }
}
