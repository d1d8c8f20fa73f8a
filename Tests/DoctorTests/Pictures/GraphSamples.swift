import StoreModel

@testable import StoreReport

/// Graphs and models that look made up by chance and are the same in every run.
struct GraphSamples {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  /// Boxes of many sizes; lines at rows and anywhere, to itself, twice between the same boxes.
  mutating func graph(nodes: Int, edges: Int) -> LayoutGraph {
    var graph = LayoutGraph()
    graph.nodes = (0..<nodes).map { number in
      let rows = 1 + next(12)
      return .init(
        name: "N\(number)", width: 60 + next(200), height: 40 + 18 * rows, slots: [24])
    }
    var used = [Int](repeating: 0, count: nodes)
    // Each line has a row of its own at each box, as the relationships of a model have.
    func end(_ node: Int) -> LayoutGraph.End {
      used[node] += 1
      graph.nodes[node].height = max(graph.nodes[node].height, 40 + 18 * used[node])
      return .init(node: node, y: 31 + 18 * (used[node] - 1), room: 40)
    }
    for number in 0..<(nodes == 0 ? 0 : edges) {
      let from = next(nodes)
      let to = next(5) == 0 ? from : next(nodes)
      graph.edges.append(.init(from: end(from), to: end(to), name: "e\(number)"))
    }
    return graph
  }

  mutating func shuffled<T>(_ array: [T]) -> [T] {
    var array = array
    for index in array.indices.dropFirst().reversed() {
      array.swapAt(index, next(index + 1))
    }
    return array
  }

  /// A model with inverses, missing inverses, inheritance, self-loops and cycles.
  mutating func model(entities count: Int, relationships: Int) -> DataModel {
    var entities = (0..<count).map { number in
      Entity(
        name: "Entity\(number)",
        superentity: number > 4 && number % 7 == 0 ? "Entity\(number - 3)" : nil,
        attributes: (0..<(1 + next(9))).map {
          Attribute(name: "attribute\($0)", type: .string, isOptional: $0 % 2 == 0)
        })
    }
    for number in 0..<(count == 0 ? 0 : relationships) {
      let (from, to) = (next(count), next(count))
      let hasInverse = next(4) > 0
      entities[from].relationships.append(
        Relationship(
          name: "to\(number)", destination: entities[to].name,
          inverse: hasInverse ? "from\(number)" : nil, maxCount: Int32(next(2)),
          deleteRule: .cascade, isOptional: true))
      if hasInverse {
        entities[to].relationships.append(
          Relationship(
            name: "from\(number)", destination: entities[from].name, inverse: "to\(number)",
            isOptional: true))
      }
    }
    return DataModel(name: "Sample", entities: entities, source: .xcodeModel)
  }
}
