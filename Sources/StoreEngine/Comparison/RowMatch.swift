internal import StoreModel

/// How a row of one store is found again in the other.
package enum RowMatch: Sendable, Hashable {
  /// By its key: both are states of one store.
  case key
  /// By the values of attributes that are unique together, or that were named.
  case values([String])
}

/// An entity that both stores have, and what of it can be compared.
package struct ComparedEntity {
  package let old: StoreEntity
  package let new: StoreEntity
  package let match: RowMatch
  /// Attributes and to-one relationships.
  package let properties: [Pair]
  /// Relationships with a table of links in both.
  package let links: [Pair]
  /// Why some of it cannot be compared; one sentence each.
  package let notCompared: [String]

  /// A property and what it is in the other store.
  package struct Pair {
    package let old: StoreProperty
    package let new: StoreProperty
    package var name: String { new.name }
  }
}

/// Two stores whose rows are compared, entity by entity.
package struct ComparedStores {
  package let old: Store
  package let new: Store
  package let entities: [ComparedEntity]
  /// Entities with rows that only one of them has.
  package let onlyOld: [StoreEntity]
  package let onlyNew: [StoreEntity]
  /// Entities whose rows cannot be told apart, with the reason.
  package let notCompared: [(entity: String, reason: String)]

  /// Pairs entities and properties as a migration does.
  ///
  /// - Parameter keys: attributes that tell the rows of an entity apart, by its name in the newer store.
  /// - Throws: `StoreError` for a key that is no attribute of its entity in both.
  package init(_ old: Store, _ new: Store, keys: [String: [String]] = [:]) throws {
    self.old = old
    self.new = new
    let pairing = ModelPairing(from: old.model, to: new.model)
    let isOne = old.metadata.uuid == new.metadata.uuid && !old.metadata.uuid.isEmpty
    var found: [ComparedEntity] = []
    var open: [(String, String)] = []
    for name in keys.keys.sorted() { _ = try new.entity(named: name) }
    for pair in pairing.entities {
      guard let first = try? old.entity(named: pair.source.name),
        let second = try? new.entity(named: pair.destination.name), !second.isAbstract,
        !first.isTableMissing, !second.isTableMissing
      else { continue }
      let names = pair.properties.map { ($0.source.name, $0.destination.name) }
      let match = try Self.match(
        first, second, names, given: keys[second.name], isOne: isOne, in: new)
      guard let match else {
        open.append(
          (
            second.name,
            "the stores have different ids and the entity has no unique attribute; "
              + "--key \(second.name).ATTRIBUTE says what tells its rows apart"
          ))
        continue
      }
      found.append(Self.compared(first, second, names, match))
    }
    entities = found
    notCompared = open
    let oldNames = Set(pairing.entities.map(\.source.name))
    let newNames = Set(pairing.entities.map(\.destination.name))
    onlyOld = old.entities.filter { !oldNames.contains($0.name) && !$0.isAbstract }
    onlyNew = new.entities.filter { !newNames.contains($0.name) && !$0.isAbstract }
  }

  private static func match(
    _ old: StoreEntity, _ new: StoreEntity, _ names: [(String, String)], given: [String]?,
    isOne: Bool, in store: Store
  ) throws -> RowMatch? {
    if let given {
      for name in given
      where new.property(named: name)?.columns.isEmpty != false
        || !names.contains(where: { $0.1 == name })
      {
        throw StoreError.unknownProperty(name, entity: new.name, known: names.map(\.1))
      }
      return .values(given)
    }
    if isOne { return .key }
    let shared = Set(names.map(\.1)).filter { new.property(named: $0)?.attribute != nil }
    let lineage = store.model.entity(named: new.name).map(store.model.lineage) ?? []
    return lineage.flatMap(\.uniquenessConstraints).first { shared.isSuperset(of: $0) }
      .map(RowMatch.values)
  }

  private static func compared(
    _ old: StoreEntity, _ new: StoreEntity, _ names: [(String, String)], _ match: RowMatch
  ) -> ComparedEntity {
    var properties: [ComparedEntity.Pair] = []
    var links: [ComparedEntity.Pair] = []
    var left: [String] = []
    for (first, second) in names {
      // A composite is stored, and compared, element by element.
      let elements = new.properties.filter { $0.name == second || $0.name.hasPrefix(second + ".") }
      for element in elements {
        let before = old.property(named: first + element.name.dropFirst(second.count))
        guard let before, before.isPresent, element.isPresent else { continue }
        switch (before.kind, element.kind) {
        case (.toMany(_, let path?), .toMany(_, let other?)) where path.isJoin && other.isJoin:
          links.append(.init(old: before, new: element))
        case (.toMany, _), (_, .toMany): continue
        case (.toOne, .toOne) where match != .key:
          left.append(
            "'\(new.name).\(element.name)': its keys are not the same in both stores")
        default: properties.append(.init(old: before, new: element))
        }
      }
    }
    if match != .key {
      left += links.map { "'\(new.name).\($0.name)': its keys are not the same in both stores" }
      links = []
    }
    return ComparedEntity(
      old: old, new: new, match: match, properties: properties, links: links, notCompared: left)
  }
}
