package import StoreModel

/// Which entity and property of an older store continues as which of a newer one: what a migration goes
/// by, stage after stage, so that rows are compared through all renames on the way.
package struct RowMapping: Sendable {
  /// Pairs of names, sorted by the newer one.
  package private(set) var entities: [EntityPair]
  /// False where a mapping model makes all rows anew, with other keys.
  package private(set) var keepsKeys = true
  /// The stages that it comes from; empty where two models were paired.
  package private(set) var stages: [String] = []

  /// An entity and what it continues as.
  package struct EntityPair: Sendable, Hashable {
    package var old: String
    package var new: String
    package var properties: [NamePair]
  }

  /// A property, or a field of a composite by its path, and what it continues as.
  package struct NamePair: Sendable, Hashable {
    package var old: String
    package var new: String
  }

  /// Pairs two models as one inferred migration would.
  package init(from old: DataModel, to new: DataModel) {
    self.init(ModelPairing(from: old, to: new))
  }

  /// What the stages of a migration lead to, one after the other; without stages everything continues
  /// under its name.
  package init(along path: MigrationPath) {
    guard let first = path.steps.first else {
      self.init(from: path.source, to: path.target)
      return
    }
    self.init(first)
    for step in path.steps.dropFirst() { self = followed(by: RowMapping(step)) }
    stages = path.steps.map(\.name)
  }

  private init(_ step: MigrationStep) {
    self.init(ModelPairing(from: step.from, to: step.to))
    if let mapping = step.mapping { take(mapping) }
  }

  private init(_ pairing: ModelPairing) {
    entities = pairing.entities.map { pair in
      EntityPair(
        old: pair.source.name, new: pair.destination.name,
        properties: pair.properties.flatMap(Self.names))
    }
  }

  /// The property itself, and the fields of a composite, which are stored and compared one by one.
  private static func names(_ pair: ModelPairing.PropertyPair) -> [NamePair] {
    let (old, new) = (pair.source.name, pair.destination.name)
    let own = [NamePair(old: old, new: new)]
    guard case .attribute(let first) = pair.source.kind,
      case .attribute(let second) = pair.destination.kind, first.type == .composite,
      second.type == .composite
    else { return own }
    return own
      + ModelPairing.fields(from: first, to: second).pairs.map {
        NamePair(old: "\(old).\($0.source.path)", new: "\(new).\($0.destination.path)")
      }
  }

  /// A mapping model says itself what becomes of what. Where it gives an entity no properties, they are
  /// copied under their names.
  private mutating func take(_ mapping: MappingModel) {
    keepsKeys = false
    let byName = entities
    entities = mapping.entities.compactMap { part in
      guard let old = part.source, let new = part.destination else { return nil }
      let given = (part.attributes + part.relationships).filter { $0.expression != nil }
      let same = byName.first { $0.old == old && $0.new == new }?.properties ?? []
      guard !given.isEmpty else { return EntityPair(old: old, new: new, properties: same) }
      let names = given.compactMap { property -> NamePair? in
        guard Set(property.sourceNames).count == 1 else { return nil }
        return NamePair(old: property.sourceNames[0], new: property.name)
      }
      return EntityPair(
        old: old, new: new,
        properties: names + same.filter { $0.new.contains(".") && names.contains(parent(of: $0)) })
    }.sorted { $0.new.codePointsPrecede($1.new) }
  }

  private func parent(of field: NamePair) -> NamePair {
    NamePair(
      old: String(field.old.prefix { $0 != "." }), new: String(field.new.prefix { $0 != "." }))
  }

  private func followed(by next: RowMapping) -> RowMapping {
    var whole = next
    whole.keepsKeys = keepsKeys && next.keepsKeys
    whole.entities = next.entities.flatMap { later in
      entities.filter { $0.new == later.old }.map { earlier in
        let before = Dictionary(keepingFirst: earlier.properties.map { ($0.new, $0.old) })
        return EntityPair(
          old: earlier.old, new: later.new,
          properties: later.properties.compactMap { name in
            before[name.old].map { NamePair(old: $0, new: name.new) }
          })
      }
    }
    return whole
  }
}

extension RowMapping {
  /// The way from one store's version to the other's through the stages of these histories; nil where
  /// they have no such way.
  package init?(
    from old: Store, to new: Store, in histories: [SchemaHistory], mappings: [MappingModel]
  ) {
    let (source, goal) = (StoreVersion(old), StoreVersion(new))
    for history in histories {
      let target = history.versions.first {
        goal.evidence(for: $0, ModelHashes(of: $0)) != nil
      }
      guard let target,
        let path = try? MigrationPath.find(
          from: source, in: [history], to: target.name, mappings: mappings, goesBack: true)
      else { continue }
      self.init(along: path)
      return
    }
    return nil
  }
}
