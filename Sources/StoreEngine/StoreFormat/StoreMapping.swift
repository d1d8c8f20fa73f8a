internal import StoreModel

/// Finds the tables and columns of a model's properties in a store
/// (Documentation/Format/StoreFormat.md, 2; Documentation/Format/MigrationRules.md, 6.3).
///
/// The layout gives the names; the store decides what is there. Columns appended by a migration,
/// quoted table names and either name of a reflexive join table are all found by name.
struct StoreMapping {
  let model: DataModel
  let layout: StoreLayout
  let tables: StoreTables
  /// Rows of `Z_PRIMARYKEY` by name.
  let keys: [String: PrimaryKey]
  private(set) var problems: [String] = []

  mutating func entities() -> [StoreEntity] {
    var byName: [String: Entity] = [:]
    for entity in model.entities { byName[entity.name] = entity }
    var properties: [String: [StoreProperty]] = [:]
    var views = FreeNames(taken: tables.lowercasedNames)
    var result: [StoreEntity] = []
    for numbered in layout.entities {
      guard let entity = byName[numbered.name] else { continue }
      let parent = numbered.parent > 0 ? layout.entities[numbered.parent - 1].name : nil
      let inherited = parent.flatMap { properties[$0] } ?? []
      let all = Self.merged(own: own(entity, numbered, hidden: inherited), inherited: inherited)
      properties[entity.name] = all
      let isMissing = !tables.has(numbered.table)
      let root = layout.entities[numbered.root - 1]
      if isMissing, numbered.parent == 0 {
        problems.append("table '\(numbered.table)' of entity '\(entity.name)' is missing")
      }
      result.append(
        StoreEntity(
          name: entity.name, number: number(of: numbered), parent: parent,
          isAbstract: entity.isAbstract, table: numbered.table, isTableMissing: isMissing,
          maxKey: keys[root.name]?.max,
          numbers: (numbered.number...numbered.last).map { number(of: layout.entities[$0 - 1]) }
            .sorted(), sharesTable: root.hasSubentities && numbered.parent > 0, properties: all,
          viewName: views.takeView(entity.name)))
    }
    return result
  }

  /// The store's own number where it has one; after a rename `Z_NAME` keeps the old name
  /// (Documentation/Format/MigrationRules.md, 6.5), and then the order is what counts.
  private func number(of entity: NumberedEntity) -> Int64 {
    keys[entity.name]?.number ?? Int64(entity.number)
  }

  private static func merged(own: [StoreProperty], inherited: [StoreProperty]) -> [StoreProperty] {
    guard !own.isEmpty else { return inherited }
    return (own + inherited).sorted { first, second in
      let isFirst = first.attribute != nil
      if isFirst != (second.attribute != nil) { return isFirst }
      return first.name.codePointsPrecede(second.name)
    }
  }

  private mutating func own(
    _ entity: Entity, _ numbered: NumberedEntity, hidden inherited: [StoreProperty]
  ) -> [StoreProperty] {
    // A composite stands as its elements, but what hides a property is the composite's own name.
    let above = Set(inherited.map { $0.name.prefix { $0 != "." } })
    var properties: [StoreProperty] = []
    for attribute in entity.attributes
    where !attribute.isTransient && !above.contains(attribute.name[...]) {
      properties += self.properties(of: attribute, path: [], in: numbered, depth: 0)
    }
    for relationship in entity.relationships
    where !relationship.isTransient && !above.contains(relationship.name[...]) {
      properties.append(property(of: relationship, in: numbered))
    }
    if tables.has(numbered.table) {
      for property in properties where !property.isPresent {
        problems.append("'\(entity.name).\(property.name)' has no column in the store")
      }
    }
    return properties
  }

  private func properties(
    of attribute: Attribute, path: [String], in entity: NumberedEntity, depth: Int
  ) -> [StoreProperty] {
    let path = path + [attribute.name]
    func property(_ kind: StoreProperty.Kind) -> [StoreProperty] {
      [StoreProperty(name: path.joined(separator: "."), declaringEntity: entity.name, kind: kind)]
    }
    guard attribute.type == .composite, depth < 32 else {
      return property(.attribute(attribute, column: column(path, in: entity)))
    }
    if attribute.isEnumeration {
      let leaves = attribute.elements.map { column(path + [$0.name], in: entity) }
      if attribute.elements.count == 1, var leaf = attribute.elements.first {
        leaf.name = attribute.name
        return property(.attribute(leaf, column: leaves[0]))
      }
      return property(.enumeration(attribute, columns: leaves.compactMap { $0 }))
    }
    return attribute.elements.flatMap {
      properties(of: $0, path: path, in: entity, depth: depth + 1)
    }
  }

  private func column(_ path: [String], in entity: NumberedEntity) -> String? {
    tables.column(layout.column(of: entity.name, path)?.name, in: entity.table)
  }

  private func property(of relationship: Relationship, in entity: NumberedEntity) -> StoreProperty {
    let kind: StoreProperty.Kind
    if relationship.isToMany {
      kind = .toMany(relationship, path(of: relationship, in: entity))
    } else {
      let column = column([relationship.name], in: entity)
      let destination = layout.entity(named: relationship.destination)
      let entityColumn = destination.flatMap { destination in
        column.flatMap {
          tables.column("Z\(destination.number)_\($0.dropFirst())", in: entity.table)
        }
      }
      kind = .toOne(relationship, column: column, entityColumn: entityColumn)
    }
    return StoreProperty(name: relationship.name, declaringEntity: entity.name, kind: kind)
  }

  private func path(of relationship: Relationship, in entity: NumberedEntity) -> ToManyPath? {
    if let (join, isOwner) = layout.join(of: entity.name, relationship.name) {
      return path(through: join, isOwner: isOwner)
    }
    guard let destination = layout.entity(named: relationship.destination) else { return nil }
    let found =
      relationship.inverse.flatMap { layout.column(of: destination.name, [$0]) }
      ?? layout.column(of: entity.name, [relationship.name])
    guard let column = tables.column(found?.name, in: destination.table) else { return nil }
    return ToManyPath(
      table: destination.table, source: column, destination: "Z_PK",
      order: tables.column("Z_FOK_\(column.dropFirst())", in: destination.table), isJoin: false)
  }

  private func path(through join: JoinTable, isOwner: Bool) -> ToManyPath? {
    var table = join.name
    if !tables.has(table), let other = layout.entity(named: join.other) {
      // Which side of a reflexive pair names the table cannot be told from the model, nor which
      // side of any pair in the oldest stores.
      table = "Z_\(other.number)\(join.inverse.uppercased())"
    }
    guard let ownerColumn = tables.column(join.ownerColumn, in: table),
      let otherColumn = tables.column(join.otherColumn, in: table)
    else { return nil }
    let order = isOwner ? join.otherOrder : join.ownerOrder
    return ToManyPath(
      table: table, source: isOwner ? ownerColumn : otherColumn,
      destination: isOwner ? otherColumn : ownerColumn, order: tables.column(order, in: table),
      isJoin: true)
  }
}

/// Gives out names that differ, without regard to case, from each other and from those taken.
struct FreeNames {
  var taken: Set<String> = []

  mutating func takeView(_ wanted: String) -> String {
    // SQLite keeps names with this beginning to itself.
    let name = wanted.lowercased().hasPrefix("sqlite_") ? "entity_" + wanted : wanted
    return take(name.isEmpty ? "_" : name)
  }

  mutating func take(_ wanted: String) -> String {
    var name = wanted
    while !taken.insert(name.lowercased()).inserted { name += "_" }
    return name
  }
}
