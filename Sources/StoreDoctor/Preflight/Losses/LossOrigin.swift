internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// What is lost, in the versions on the way to where it goes, and the code that works there.
struct LossOrigin {
  /// What one version calls it.
  struct Names {
    /// The entities whose own rows have it.
    var entities: Set<String>
    /// Nil where the rows go themselves.
    var property: String?
    /// Classes whose new objects have it.
    var made: Set<String>
    /// Properties that give it to objects there are.
    var filled: Set<String>
  }

  /// Whether the first version has it.
  let isOld: Bool
  /// The code that runs before it goes and where there is such a thing, in order.
  let closures: [(place: Location, names: Names)]

  /// - Parameter steps: the stages of the path; none where nothing is known.
  init(_ loss: SchemaLoss, along steps: [MigrationStep]) {
    guard let stage = steps.firstIndex(where: { $0.name == loss.stage }) else {
      (isOld, closures) = (true, [])
      return
    }
    var entities = Set(loss.members)
    var path = loss.property?.split(separator: ".").map(String.init)
    // From where it goes to where it came.
    var versions: [Names?] = [Self.names(entities, path, loss.kind, in: steps[stage].from)]
    for step in steps[..<stage].reversed() {
      // What a mapping model makes of what is not known here.
      if step.mapping == nil, versions[0] != nil {
        let pairing = ModelDiff.compare(from: step.from, to: step.to).pairing
        let pairs = entities.compactMap { pairing.pair(to: $0) }
        var found: [(entity: String, property: String?)] = []
        for pair in pairs {
          guard let name = path?.first else {
            found.append((pair.source.name, nil))
            continue
          }
          let old = pair.properties.first { $0.destination.name == name }
          if let old { found.append((pair.source.name, old.source.name)) }
        }
        entities = Set(found.map(\.entity))
        if let name = found.first?.property { path?[0] = name }
      }
      let isThere = versions[0] != nil && !entities.isEmpty
      versions.insert(isThere ? Self.names(entities, path, loss.kind, in: step.from) : nil, at: 0)
    }
    isOld = versions[0] != nil
    var closures: [(Location, Names)] = []
    for (index, step) in steps[...stage].enumerated() {
      if let place = step.willMigrate, let names = versions[index] {
        closures.append((place, names))
      }
      if index < stage, let place = step.didMigrate, let names = versions[index + 1] {
        closures.append((place, names))
      }
    }
    self.closures = closures
  }

  private static func names(
    _ entities: Set<String>, _ path: [String]?, _ kind: SchemaLoss.Kind, in model: DataModel
  ) -> Names {
    var names = Names(entities: entities, property: path?.first, made: entities, filled: [])
    guard let path, let first = path.first else { return names }
    names.filled.formUnion([first, path[path.count - 1]])
    guard kind == .links else { return names }
    for entity in entities.compactMap(model.entity(named:)) {
      for property in model.storedProperties(of: entity) where property.name == first {
        guard case .relationship(let relationship) = property.kind else { continue }
        names.made.insert(relationship.destination)
        if let inverse = relationship.inverse { names.filled.insert(inverse) }
      }
    }
    return names
  }
}
