internal import StoreModel

extension ModelComparison {
  /// Says which of the differences lose something: those that a plan of this very step calls losses.
  mutating func markLosses(from source: DataModel, to destination: DataModel) {
    let losses = SchemaLoss.all(of: MigrationStep(from: source, to: destination), self)
    let lost = Lost(losses, in: source)
    guard !lost.isEmpty else { return }
    for index in differences.indices {
      let difference = differences[index]
      switch difference.change {
      case .entityRemoved: differences[index].losesData = lost.has(difference.entity, nil)
      case .attributeRemoved, .relationshipRemoved, .typeChanged, .storageChanged:
        let pair = pairing.pair(to: difference.entity)
        let names = difference.property.map { pair?.formerNames(of: $0) ?? [$0] } ?? []
        let entity = pair?.source.name ?? difference.entity
        differences[index].losesData = names.contains { lost.has(entity, $0) }
      default: continue
      }
    }
  }

  /// What is lost, by the entities whose own rows or whose subentities' rows lose it.
  private struct Lost {
    private var properties: [String: Set<String?>] = [:]

    var isEmpty: Bool { properties.isEmpty }

    init(_ losses: [SchemaLoss], in source: DataModel) {
      for loss in losses {
        for member in loss.members { add(loss.property, of: member, in: source) }
        // The other end of a relationship that goes with both is told of once.
        if let dot = loss.inverse?.firstIndex(of: "."), let path = loss.inverse {
          add(String(path[path.index(after: dot)...]), of: String(path[..<dot]), in: source)
        }
      }
    }

    private mutating func add(_ property: String?, of entity: String, in source: DataModel) {
      let lineage = source.entity(named: entity).map { source.lineage(of: $0).map(\.name) }
      for name in lineage ?? [entity] { properties[name, default: []].insert(property) }
    }

    func has(_ entity: String, _ property: String?) -> Bool {
      guard let lost = properties[entity] else { return false }
      // An enum that is kept in another way is lost as a whole.
      let whole = property.map { String($0.prefix { $0 != "." }) }
      return lost.contains(property) || lost.contains(whole)
    }
  }
}

extension ModelPairing.EntityPair {
  /// What a newer property, or a field `author.name`, was in the older version; else itself.
  fileprivate func formerNames(of path: String) -> [String] {
    let end = path.firstIndex(of: ".") ?? path.endIndex
    let (name, rest) = (path[..<end], path[end...])
    if let pair = properties.first(where: { $0.destination.name == name }) {
      return [pair.source.name + rest]
    }
    let identifier = added.first { $0.name == name }?.identifier
    return [path] + removed.filter { $0.identifier == identifier }.map(\.name)
  }
}
