internal import StoreModel

/// Works out a `StoreLayout`; the parts are in `LayoutBuilder+….swift`.
struct LayoutBuilder {
  let model: DataModel
  let era: StoreEra
  let existing: ExistingTables
  let numbering: EntityNumbering
  /// Own, not inherited, not transient properties of each entity, sorted by name.
  let properties: [OwnProperties]
  /// Inverse-less to-many relationships by the index of their destination.
  let inverseless: [Int: [ResolvedRelationship]]

  var tables: [EntityTable] = []
  var joinTables: [JoinTable] = []
  var columns: [PropertyKey: StoreColumn] = [:]
  var joins: [PropertyKey: Int] = [:]
  var statements: [String] = []
  var unknowns: [String] = []
  /// The unknowns that leave something out.
  var omissions: [String] = []
  private var seenUnknowns: Set<String> = []

  struct OwnProperties {
    var attributes: [Attribute] = []
    var relationships: [ResolvedRelationship] = []
  }

  /// A relationship with its two ends looked up.
  struct ResolvedRelationship {
    let relationship: Relationship
    /// Index of the declaring entity.
    let source: Int
    /// Index of the destination; nil when the model has no such entity.
    let destination: Int?
    /// The inverse and the index of the entity that declares it.
    let inverse: (source: Int, relationship: Relationship)?

    var isManyToMany: Bool {
      relationship.isToMany && inverse.map { $0.relationship.isToMany } == true
    }
  }

  init(model: DataModel, era: StoreEra, existing: ExistingTables) {
    self.model = model
    self.era = era
    self.existing = existing
    let numbering = EntityNumbering(model)
    self.numbering = numbering
    var unresolved: [String] = numbering.problems
    let declared = numbering.entities.map {
      Set($0.attributes.map(\.name) + $0.relationships.map(\.name))
    }
    properties = numbering.entities.indices.map { index in
      Self.ownProperties(of: index, numbering: numbering, declared: declared, problems: &unresolved)
    }
    var inverseless: [Int: [ResolvedRelationship]] = [:]
    for relationship in properties.flatMap(\.relationships)
    where relationship.relationship.isToMany && relationship.inverse == nil {
      if let destination = relationship.destination {
        inverseless[destination, default: []].append(relationship)
      }
    }
    self.inverseless = inverseless
    for problem in unresolved { note(problem) }
  }

  mutating func build(history: Bool) {
    for root in numbering.numbered where root.parent == 0 { addTable(root: root) }
    addJoinTables()
    let tombstones = era.hasHistory ? tombstoneCount : 0
    let families = tables.map { family(of: $0) }
    if era.groupsIndexesByTable {
      for (table, family) in zip(tables, families) {
        statements.append(table.sql)
        statements += entityIndexes(of: table, family: family)
        for join in joinTables(of: family) { statements += [join.sql] + joinIndexes(of: join) }
      }
    } else {
      for (table, family) in zip(tables, families) {
        statements.append(table.sql)
        statements += joinTables(of: family).map(\.sql)
      }
      for (table, family) in zip(tables, families) {
        statements += entityIndexes(of: table, family: family)
        statements += joinTables(of: family).flatMap(joinIndexes)
        statements += fetchIndexes(of: table, family: family)
      }
    }
    if era.hasDerivedAttributes { statements += triggers() }
    statements += FixedTables.statements(era)
    if history && era.hasHistory {
      statements += HistoryTables.statements(era, tombstones: tombstones)
    }
  }

  mutating func note(_ unknown: String) {
    if seenUnknowns.insert(unknown).inserted { unknowns.append(unknown) }
  }

  /// Notes something that the layout does without.
  mutating func omit(_ unknown: String) {
    if !seenUnknowns.contains(unknown) { omissions.append(unknown) }
    note(unknown)
  }

  /// Indexes of the entities that share a table.
  func family(of table: EntityTable) -> ClosedRange<Int> {
    guard let root = numbering.index(of: table.root) else { return 0...0 }
    return root...(numbering.numbered[root].last - 1)
  }

  private func joinTables(of family: ClosedRange<Int>) -> [JoinTable] {
    joinTables.filter { join in numbering.index(of: join.owner).map(family.contains) ?? false }
  }

  /// One column per preserved attribute of the entity that has most of them, inherited ones
  /// included: seen with 3 and with 4, beside entities with fewer.
  private var tombstoneCount: Int {
    numbering.entities.indices.map { index in
      numbering.lineage(of: index).reduce(0) { sum, level in
        sum + properties[level].attributes.count { $0.preservesValueOnDeletion }
      }
    }.max() ?? 0
  }

  private static func ownProperties(
    of index: Int, numbering: EntityNumbering, declared: [Set<String>], problems: inout [String]
  ) -> OwnProperties {
    let entity = numbering.entities[index]
    let above = numbering.lineage(of: index).dropFirst()
    var seen: Set<String> = []
    func isOwn(_ name: String) -> Bool {
      seen.insert(name).inserted && !above.contains { declared[$0].contains(name) }
    }
    var own = OwnProperties()
    own.attributes = entity.attributes.filter { !$0.isTransient && isOwn($0.name) }
      .sorted { $0.name.codePointsPrecede($1.name) }
    for relationship in entity.relationships where !relationship.isTransient {
      guard isOwn(relationship.name) else { continue }
      let path = "\(entity.name).\(relationship.name)"
      let destination = numbering.index(of: relationship.destination)
      if destination == nil {
        problems.append(
          "destination '\(relationship.destination)' of '\(path)' is not in the model")
      }
      let inverse = destination.flatMap { self.inverse(of: relationship, at: $0, numbering) }
      if let name = relationship.inverse, inverse == nil {
        problems.append("inverse '\(name)' of '\(path)' is not in the model")
      }
      own.relationships.append(
        ResolvedRelationship(
          relationship: relationship, source: index, destination: destination, inverse: inverse))
    }
    own.relationships.sort { $0.relationship.name.codePointsPrecede($1.relationship.name) }
    return own
  }

  /// The inverse, declared by the destination or as far up as possible in its lineage.
  private static func inverse(
    of relationship: Relationship, at destination: Int, _ numbering: EntityNumbering
  ) -> (source: Int, relationship: Relationship)? {
    guard let name = relationship.inverse else { return nil }
    for level in numbering.lineage(of: destination).reversed() {
      if let found = numbering.entities[level].relationship(named: name) { return (level, found) }
    }
    return nil
  }
}
