internal import StoreModel

/// Works out what of an entity can be compared.
struct ComparisonBuilder {
  private let old: StoreEntity
  private let new: StoreEntity
  private let store: Store
  private let pairs: [ComparedEntity.Pair]
  /// Names of properties that continue, but are kept in such other ways that nothing can be compared.
  private let unlike: [String]

  init(_ old: StoreEntity, _ new: StoreEntity, _ names: [RowMapping.NamePair], in store: Store) {
    (self.old, self.new, self.store) = (old, new, store)
    var seen: Set<String> = []
    var found: [ComparedEntity.Pair] = []
    for name in names {
      guard let first = old.stored(name.old), let second = new.stored(name.new),
        (first.attribute == nil) == (second.attribute == nil), seen.insert(second.name).inserted
      else { continue }
      found.append(.init(old: first, new: second))
    }
    pairs = found
    unlike = names.filter { name in
      !name.new.contains(".")
        && !found.contains { $0.new.name == name.new || $0.new.name.hasPrefix(name.new + ".") }
    }.map(\.new)
  }

  /// The entity with what tells its rows apart; nil without anything.
  ///
  /// - Throws: `StoreError.unknownProperty` for a given attribute that not both have.
  func matched(by given: [String]?, isOne: Bool) throws -> ComparedEntity? {
    func usable(_ name: String) -> Bool {
      pairs.contains {
        $0.name == name && $0.new.attribute != nil && $0.new.columns.count == 1
          && $0.old.columns.count == 1
      }
    }
    let match: RowMatch?
    if let given {
      if let name = given.first(where: { !usable($0) }) {
        throw StoreError.unknownProperty(
          name, entity: new.name, known: pairs.map(\.name).filter(usable))
      }
      match = .values(given)
    } else if isOne {
      match = .key
    } else {
      let lineage = store.model.entity(named: new.name).map(store.model.lineage) ?? []
      match = lineage.flatMap(\.uniquenessConstraints).first { $0.allSatisfy(usable) }
        .map(RowMatch.values)
    }
    guard let match else { return nil }
    var entity = ComparedEntity(old: old, new: new, match: match)
    if case .values(let names) = match {
      entity.keys = names.compactMap { name in pairs.first { $0.name == name } }
    }
    return entity
  }

  func filled(_ entity: ComparedEntity, _ identities: Identities) -> ComparedEntity {
    var entity = entity
    for pair in pairs {
      if pair.new.attribute == nil {
        addRelationship(pair, to: &entity, identities)
      } else if pair.old.isPresent, pair.new.isPresent {
        entity.properties.append(ComparedProperty(pair: pair, cells: [cell(pair)]))
      } else {
        entity.notCompared.append(
          "'\(new.name).\(pair.name)': \(pair.old.isPresent ? "the newer" : "the older") store has no column for it"
        )
      }
    }
    for name in unlike where new.has(name) {
      entity.notCompared.append("'\(new.name).\(name)': the stores keep it in different forms")
    }
    let (before, after) = (Set(pairs.map(\.old.name)), Set(pairs.map(\.new.name)))
    let gone = old.properties.filter { !before.contains($0.name) && $0.isPresent }
    let come = new.properties.filter {
      !after.contains($0.name) && $0.isPresent && !unlike.contains($0.root)
    }
    (entity.removed, entity.added) = (
      gone.filter { !$0.columns.isEmpty }, come.filter { !$0.columns.isEmpty }
    )
    (entity.removedLinks, entity.addedLinks) = (gone.filter(\.hasJoin), come.filter(\.hasJoin))
    return entity
  }

  private func cell(_ pair: ComparedEntity.Pair) -> ComparedProperty.Cell {
    let decoders = (ValueDecoder(property: pair.old), ValueDecoder(property: pair.new))
    return .init(
      old: pair.old.expression, new: pair.new.expression, decoders: decoders,
      isPlain: decoders.0 == decoders.1 && decoders.0 != .externalData)
  }

  private func addRelationship(
    _ pair: ComparedEntity.Pair, to entity: inout ComparedEntity, _ identities: Identities
  ) {
    func leaveOut(_ reason: String) {
      entity.notCompared.append("'\(new.name).\(pair.name)': \(reason)")
    }
    guard pair.old.isPresent, pair.new.isPresent else {
      return leaveOut(
        "\(pair.old.isPresent ? "the newer" : "the older") store has no place for its links")
    }
    guard let destination = identities.destination(pair) else {
      let name = pair.new.relationship?.destination ?? ""
      return leaveOut(
        "nothing tells the rows of '\(name)' apart in both stores; --key \(name).ATTRIBUTE says what does"
      )
    }
    let identity = RowIdentity(destination)
    if case .toOne(_, let before?, _) = pair.old.kind, case .toOne(_, let after?, _) = pair.new.kind
    {
      let cells = identity.cells(old: "t." + before.sqlQuoted, new: "t." + after.sqlQuoted)
      entity.properties.append(ComparedProperty(pair: pair, cells: cells))
      return
    }
    let isOther = pair.old.isColumn && pair.new.isColumn && identities.haveOneInverse(pair)
    let hasOrder = pair.old.order != nil && pair.new.order != nil
    guard !isOther || hasOrder else { return }
    let own = RowIdentity(entity)
    guard
      let before = LinkSource(
        pair.old, of: old, near: own.columns?.map(\.old), far: identity.columns?.map(\.old),
        destination: destination.old, hasOrder: hasOrder),
      let after = LinkSource(
        pair.new, of: new, near: own.columns?.map(\.new), far: identity.columns?.map(\.new),
        destination: destination.new, hasOrder: hasOrder)
    else { return leaveOut("a store has no place for its links") }
    entity.links.append(ComparedLinks(pair: pair, old: before, new: after, onlyOrder: isOther))
  }
}

extension StoreEntity {
  /// The property of a name, or the enumeration that a field's path leads into.
  fileprivate func stored(_ name: String) -> StoreProperty? {
    if let found = property(named: name) { return found }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return property(named: String(name[..<dot]))
  }

  fileprivate func has(_ name: String) -> Bool { properties.contains { $0.root == name } }
}

extension StoreProperty {
  /// The composite that it is a field of, or its own name.
  fileprivate var root: String { String(name.prefix { $0 != "." }) }

  /// What a row has of it, over `t`.
  var expression: String {
    let columns = columns.map { "t." + $0.sqlQuoted }.joined(separator: ", ")
    return self.columns.count > 1 ? "coalesce(\(columns))" : columns
  }

  private var path: ToManyPath? { if case .toMany(_, let path) = kind { path } else { nil } }
  /// Whether its links lie in a table of links.
  fileprivate var hasJoin: Bool { path?.isJoin == true }
  /// Whether its links are the to-one relationship of its destination.
  fileprivate var isColumn: Bool { path?.isJoin == false }
  fileprivate var order: String? { path?.order }
}
