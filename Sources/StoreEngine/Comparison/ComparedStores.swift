internal import StoreModel

/// Two stores whose rows are compared, entity by entity.
package struct ComparedStores {
  package let old: Store
  package let new: Store
  package private(set) var entities: [ComparedEntity] = []
  /// Entities that only one of them has.
  package let onlyOld: [StoreEntity]
  package let onlyNew: [StoreEntity]
  /// Entities whose rows cannot be told apart, with the reason.
  package private(set) var notCompared: [(entity: String, reason: String)] = []

  /// Pairs entities and properties as a migration does.
  ///
  /// - Parameters:
  ///   - mapping: what becomes of what; nil pairs the models that the stores have.
  ///   - keys: attributes that tell the rows of an entity apart, by its name in the newer store.
  /// - Throws: `StoreError` for a key that is no attribute of its entity in both.
  package init(
    _ old: Store, _ new: Store, mapping given: RowMapping? = nil, keys: [String: [String]] = [:]
  ) throws {
    self.old = old
    self.new = new
    let mapping = given ?? RowMapping(from: old.model, to: new.model)
    for name in keys.keys.sorted() { _ = try new.entity(named: name) }
    let (oldNames, newNames) = (
      Set(mapping.entities.map(\.old)), Set(mapping.entities.map(\.new))
    )
    onlyOld = old.entities.filter { !oldNames.contains($0.name) && !$0.isAbstract }
    onlyNew = new.entities.filter { !newNames.contains($0.name) && !$0.isAbstract }
    let isOne =
      mapping.keepsKeys && old.metadata.uuid == new.metadata.uuid && !old.metadata.uuid.isEmpty
    var found: [ComparedEntity] = []
    for pair in mapping.entities {
      guard let first = try? old.entity(named: pair.old),
        let second = try? new.entity(named: pair.new)
      else { continue }
      let hasRows = !first.isAbstract || !second.isAbstract
      guard !first.isTableMissing, !second.isTableMissing else {
        if hasRows { notCompared.append((second.name, "a store has no table for it")) }
        continue
      }
      // What several mappings make or take cannot be told row by row.
      let parts = mapping.entities.filter { $0.new == pair.new || $0.old == pair.old }
      guard parts.count == 1 else {
        let isKnown = notCompared.contains { $0.entity == second.name }
        if !isKnown { notCompared.append((second.name, "several mappings make or take its rows")) }
        continue
      }
      let builder = ComparisonBuilder(first, second, pair.properties, in: new)
      if let entity = try builder.matched(by: keys[second.name], isOne: isOne) {
        found.append(entity)
      } else if hasRows {
        let why =
          mapping.keepsKeys ? "the stores have different ids" : "a mapping model made new keys"
        notCompared.append(
          (
            second.name,
            "\(why) and the entity has no unique attribute; --key \(second.name).ATTRIBUTE says what "
              + "tells its rows apart"
          ))
      }
    }
    let identities = Identities(old: old, new: new, entities: found, mapping: mapping)
    for (entity, pair) in found.map({ entity in
      (entity, mapping.entities.first { $0.old == entity.old.name && $0.new == entity.new.name })
    }) where !entity.new.isAbstract || !entity.old.isAbstract {
      let builder = ComparisonBuilder(entity.old, entity.new, pair?.properties ?? [], in: new)
      entities.append(builder.filled(entity, identities))
    }
  }
}

/// What tells the objects that relationships lead to.
struct Identities {
  let old: Store
  let new: Store
  private let byName: [String: ComparedEntity]
  private let inverses: [String: Set<RowMapping.NamePair>]
  private let newNames: [String: String]

  init(old: Store, new: Store, entities: [ComparedEntity], mapping: RowMapping) {
    (self.old, self.new) = (old, new)
    byName = Dictionary(keepingFirst: entities.map { ($0.new.name, $0) })
    inverses = Dictionary(keepingFirst: mapping.entities.map { ($0.new, Set($0.properties)) })
    newNames = Dictionary(keepingFirst: mapping.entities.map { ($0.old, $0.new) })
  }

  /// The destination of a relationship as both stores have it; nil where it is another entity's rows
  /// now, or where nothing tells these apart.
  func destination(_ pair: ComparedEntity.Pair) -> ComparedEntity? {
    guard let first = pair.old.relationship, let second = pair.new.relationship,
      let found = byName[second.destination]
    else { return nil }
    if newNames[first.destination] == second.destination { return found }
    // A relationship to an entity above or below: the same rows, as far as their keys are the same.
    guard found.match == .key, let other = newNames[first.destination].flatMap({ byName[$0] }),
      other.match == .key, other.new.table == found.new.table
    else { return nil }
    return found
  }

  /// Whether the other ends continue each other too, so that links are compared there.
  func haveOneInverse(_ pair: ComparedEntity.Pair) -> Bool {
    guard let first = pair.old.relationship?.inverse, let second = pair.new.relationship?.inverse,
      let destination = pair.new.relationship?.destination
    else { return false }
    return inverses[destination]?.contains(.init(old: first, new: second)) == true
  }
}
