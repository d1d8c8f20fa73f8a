public import StoreModel

extension ModelPairing {
  /// Pairs two models as inference would.
  public init(from source: DataModel, to destination: DataModel) {
    self.init(
      from: source, to: destination, sourceHashes: ModelHashes(of: source),
      destinationHashes: ModelHashes(of: destination))
  }

  init(
    from source: DataModel, to destination: DataModel, sourceHashes: ModelHashes,
    destinationHashes: ModelHashes
  ) {
    /// Entities of the same name and hash are copied without looking at their properties.
    func hasSameHash(_ name: String) -> Bool {
      guard let hash = sourceHashes.entities[name] else { return false }
      return hash == destinationHashes.entities[name]
    }

    let pairs = Self.pairs(
      source.entities, destination.entities, name: \.name, identifier: \.identifier,
      prefersName: hasSameHash)
    added = pairs.added.sorted { $0.name.codePointsPrecede($1.name) }
    removed = pairs.removed.sorted { $0.name.codePointsPrecede($1.name) }
    duplicates =
      Self.duplicates(in: source.entities, side: .source)
      + Self.duplicates(in: destination.entities, side: .destination)

    for (old, new) in pairs.pairs.sorted(by: { $0.1.name.codePointsPrecede($1.1.name) }) {
      let isUnchanged = old.name == new.name && hasSameHash(old.name)
      let oldProperties = source.storedProperties(of: old)
      let newProperties = destination.storedProperties(of: new)
      let properties = Self.pairs(
        oldProperties, newProperties, name: \.name, identifier: \.claim,
        prefersName: { _ in isUnchanged })
      entities.append(
        EntityPair(
          source: old, destination: new, isUnchanged: isUnchanged,
          properties: properties.pairs.map { PropertyPair(source: $0.0, destination: $0.1) }
            .sorted { $0.destination.name.codePointsPrecede($1.destination.name) },
          added: properties.added, removed: properties.removed))
      if !isUnchanged {
        duplicates += Self.duplicates(in: oldProperties, of: old, side: .source)
        duplicates += Self.duplicates(in: newProperties, of: new, side: .destination)
      }
    }
  }

  /// Pairs by identifier; the first claim wins, since a duplicate is reported on its own.
  private static func pairs<Item>(
    _ old: [Item], _ new: [Item], name: (Item) -> String, identifier: (Item) -> String,
    prefersName: (String) -> Bool
  ) -> (pairs: [(Item, Item)], added: [Item], removed: [Item]) {
    var byIdentifier: [String: Int] = [:]
    var byName: [String: Int] = [:]
    for (index, item) in old.enumerated() {
      if byIdentifier[identifier(item)] == nil { byIdentifier[identifier(item)] = index }
      if byName[name(item)] == nil { byName[name(item)] = index }
    }
    var used: Set<Int> = []
    var partner: [Int: Int] = [:]
    for (index, item) in new.enumerated() where prefersName(name(item)) {
      if let match = byName[name(item)], used.insert(match).inserted { partner[index] = match }
    }
    for (index, item) in new.enumerated() where partner[index] == nil {
      if let match = byIdentifier[identifier(item)], used.insert(match).inserted {
        partner[index] = match
      }
    }
    return (
      pairs: new.indices.compactMap { index in partner[index].map { (old[$0], new[index]) } },
      added: new.indices.filter { partner[$0] == nil }.map { new[$0] },
      removed: old.indices.filter { !used.contains($0) }.map { old[$0] }
    )
  }

  private static func duplicates(in entities: [Entity], side: DuplicateIdentifier.Side)
    -> [DuplicateIdentifier]
  {
    Dictionary(grouping: entities, by: \.identifier).filter { $0.value.count > 1 }
      .map { identifier, entities in
        DuplicateIdentifier(
          side: side, entity: nil, identifier: identifier, names: entities.map(\.name).sorted())
      }.sorted { $0.identifier < $1.identifier }
  }

  /// Only properties the entity declares itself: an inherited clash is reported where it is made.
  private static func duplicates(
    in properties: [ModelProperty], of entity: Entity, side: DuplicateIdentifier.Side
  ) -> [DuplicateIdentifier] {
    Dictionary(grouping: properties, by: \.identifier).filter { group in
      group.value.count > 1 && group.value.contains { $0.declaredBy == entity.name }
    }.map { identifier, properties in
      DuplicateIdentifier(
        side: side, entity: entity.name, identifier: identifier,
        names: properties.map(\.name).sorted())
    }.sorted { $0.identifier < $1.identifier }
  }
}

extension ModelPairing {
  /// A field of a composite, by its path inside it.
  package struct Field: Sendable, Hashable {
    /// `street`, or `home.street` for a composite within a composite.
    package var path: String
    /// The field itself.
    package var attribute: Attribute
    /// Renaming identifiers instead of names along the path.
    package var identifier: String
  }

  /// The fields of two composites, paired as "parent.child"
  /// (Documentation/Format/MigrationRules.md, 2.1).
  package static func fields(
    from source: Attribute, to destination: Attribute
  ) -> (pairs: [(source: Field, destination: Field)], added: [Field], removed: [Field]) {
    // What keeps an enum's raw value is named after its property, so that it goes where that goes.
    if source.isRawValue, destination.isRawValue {
      let (old, new) = (leaves(of: source), leaves(of: destination))
      return (zip(old, new).map { (source: $0, destination: $1) }, [], [])
    }
    let result = pairs(
      leaves(of: source), leaves(of: destination), name: \.path, identifier: \.identifier,
      prefersName: { _ in false })
    return (result.pairs.map { (source: $0.0, destination: $0.1) }, result.added, result.removed)
  }

  /// Leaves with their paths; the composite's own name is not part of the path.
  package static func leaves(of composite: Attribute) -> [Field] {
    composite.elements.flatMap { element -> [Field] in
      let identifier = element.renamingIdentifier ?? element.name
      guard element.type == .composite else {
        return [Field(path: element.name, attribute: element, identifier: identifier)]
      }
      return leaves(of: element).map {
        Field(
          path: "\(element.name).\($0.path)", attribute: $0.attribute,
          identifier: "\(identifier).\($0.identifier)")
      }
    }
  }
}

extension ModelProperty {
  /// An attribute and a relationship never continue each other.
  fileprivate var claim: String { (isRelationship ? "to " : "") + identifier }
}

extension Entity {
  /// The renaming identifier, or the name where none is set.
  package var identifier: String { renamingIdentifier ?? name }
}

extension DataModel {
  /// Own and inherited properties that are stored, each with the entity that declares it.
  package func storedProperties(of entity: Entity) -> [ModelProperty] {
    var seen: Set<String> = []
    var found: [ModelProperty] = []
    for ancestor in lineage(of: entity) {
      for attribute in ancestor.attributes where seen.insert(attribute.name).inserted {
        guard !attribute.isTransient else { continue }
        found.append(ModelProperty(kind: .attribute(attribute), declaredBy: ancestor.name))
      }
      for relationship in ancestor.relationships where seen.insert(relationship.name).inserted {
        guard !relationship.isTransient else { continue }
        found.append(ModelProperty(kind: .relationship(relationship), declaredBy: ancestor.name))
      }
    }
    return found
  }
}
