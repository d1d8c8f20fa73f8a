internal import StoreModel

extension LayoutBuilder {
  /// One join table per many-to-many pair (Documentation/Format/StoreFormat.md, 2.5).
  mutating func addJoinTables() {
    let names = joinColumnNames()
    // Two relationships may name one inverse; only one of them is what that names in turn.
    var oneWay: [(key: PropertyKey, table: Int)] = []
    for index in properties.indices {
      var own: [JoinTable] = []
      var returned: Set<String> = []
      for resolved in properties[index].relationships where resolved.isManyToMany {
        guard let inverse = resolved.inverse, ownsTable(resolved, inverse: inverse) else {
          continue
        }
        guard let table = joinTable(resolved, inverse: inverse, names: names) else { continue }
        own.append(table)
        if isNamed(resolved, by: inverse) { returned.insert(table.relationship) }
      }
      for table in sorted(own) {
        joins[PropertyKey(table.owner, [table.relationship])] = joinTables.count
        let back = PropertyKey(table.other, [table.inverse])
        if returned.contains(table.relationship) {
          joins[back] = joinTables.count
        } else {
          oneWay.append((back, joinTables.count))
        }
        joinTables.append(table)
      }
    }
    for (key, table) in oneWay where joins[key] == nil { joins[key] = table }
  }

  /// Whether a relationship is the inverse of its own inverse.
  private func isNamed(
    _ resolved: ResolvedRelationship, by inverse: (source: Int, relationship: Relationship)
  ) -> Bool {
    let back = properties[inverse.source].relationships.first {
      $0.relationship.name == inverse.relationship.name
    }?.inverse
    return back?.source == resolved.source && back?.relationship.name == resolved.relationship.name
  }

  /// `Z_<entity><INVERSE>` for each many-to-many relationship; repeats get 1, 2, … appended.
  private func joinColumnNames() -> [PropertyKey: String] {
    var names: [PropertyKey: String] = [:]
    for (index, own) in properties.enumerated() {
      var free = Names(used: [])
      for resolved in own.relationships where resolved.isManyToMany {
        guard let inverse = resolved.inverse else { continue }
        names[PropertyKey(numbering.entities[index].name, [resolved.relationship.name])] =
          free.take("Z_\(index + 1)\(inverse.relationship.name.uppercased())")
      }
    }
    return names
  }

  private mutating func ownsTable(
    _ resolved: ResolvedRelationship, inverse: (source: Int, relationship: Relationship)
  ) -> Bool {
    guard inverse.source == resolved.source else {
      return ownsTable(resolved, facing: inverse.source, inverse.relationship.name)
    }
    let name = resolved.relationship.name
    let other = inverse.relationship.name
    guard name != other else { return true }
    return reflexiveOwner(name, other, of: resolved.source) == name
  }

  /// The lower number owns the table; before iOS 9 also the higher one was seen to.
  private mutating func ownsTable(
    _ resolved: ResolvedRelationship, facing other: Int, _ inverse: String
  ) -> Bool {
    let isLower = resolved.source < other
    guard !era.hasJoinIndex else { return isLower }
    let name = resolved.relationship.name
    let mine = "Z_\(resolved.source + 1)\(name.uppercased())"
    let theirs = "Z_\(other + 1)\(inverse.uppercased())"
    if isLower {
      note("which of \(mine) and \(theirs) the join table is called before iOS 9 is not known")
    }
    if existing.order[mine] != nil { return true }
    return isLower && existing.order[theirs] == nil
  }

  /// Which of two relationships that are each other's inverse on one entity names the table.
  private mutating func reflexiveOwner(_ first: String, _ second: String, of index: Int) -> String {
    let entity = numbering.entities[index].name
    let pair = [first, second].sorted { $0.codePointsPrecede($1) }
    let tables = pair.map { "Z_\(index + 1)\($0.uppercased())" }
    note(
      "which of '\(entity).\(pair[0])' and '\(entity).\(pair[1])' names their join table is not "
        + "known: \(tables[0]) or \(tables[1])")
    let found = zip(pair, tables).filter { existing.order[$0.1] != nil }
    if found.count == 1 { return found[0].0 }
    let stored =
      properties[index].attributes.map(\.name)
      + properties[index].relationships.map(\.relationship.name)
    return ReflexiveNaming.owner(pair[0], pair[1], among: stored)
  }

  private mutating func joinTable(
    _ resolved: ResolvedRelationship, inverse: (source: Int, relationship: Relationship),
    names: [PropertyKey: String]
  ) -> JoinTable? {
    let owner = numbering.numbered[resolved.source]
    let other = numbering.numbered[inverse.source]
    let relationship = resolved.relationship
    guard let ownerColumn = names[PropertyKey(owner.name, [relationship.name])],
      var otherColumn = names[PropertyKey(other.name, [inverse.relationship.name])]
    else {
      note("'\(owner.name).\(relationship.name)' and its inverse do not name each other")
      return nil
    }
    let name = "Z_\(owner.number)\(relationship.name.uppercased())"
    if ownerColumn == otherColumn {
      // What the second column is called is known of a store that exists only.
      if let found = existing.columns[name]?.first(where: { $0 != ownerColumn }) {
        otherColumn = found
      } else {
        note(
          "the join table of '\(owner.name).\(relationship.name)', its own inverse, was never "
            + "seen; its second column is called REFLEXIVE here")
        otherColumn = "REFLEXIVE"
      }
    } else if resolved.destination != inverse.source {
      note(
        "the column numbers of the join table of '\(owner.name).\(relationship.name)', whose "
          + "inverse is inherited, were never seen")
    }
    return JoinTable(
      name: name, owner: owner.name, relationship: relationship.name, other: other.name,
      inverse: inverse.relationship.name, ownerColumn: ownerColumn, otherColumn: otherColumn,
      ownerOrder: inverse.relationship.isOrdered && ownerColumn != otherColumn
        ? "Z_FOK_\(ownerColumn.dropFirst(2))" : nil,
      otherOrder: relationship.isOrdered
        ? "Z_FOK_\(otherColumn == "REFLEXIVE" ? otherColumn[...] : otherColumn.dropFirst(2))" : nil,
      isTyped: era.hasTypedJoinTables)
  }

  /// Join tables of an entity are not always in the order of their names; a store settles it.
  private mutating func sorted(_ tables: [JoinTable]) -> [JoinTable] {
    guard tables.count > 1, let owner = tables.first?.owner else { return tables }
    note("the order among the join tables of '\(owner)' is not known")
    let places = tables.map { existing.order[$0.name] }
    guard places.allSatisfy({ $0 != nil }) else { return tables }
    return zip(tables, places).sorted { ($0.1 ?? 0) < ($1.1 ?? 0) }.map(\.0)
  }
}

/// The best rule found for the name of a reflexive join table.
///
/// All stored property names of the entity, sorted, go into a linear-probing table by the string
/// hash of the open-source Core Foundation; the name in the later bucket wins. It fits 234 of 240
/// pairs seen, but only three different pairs of names (Documentation/Format/StoreFormat.md, 2.5),
/// so whoever uses it must say that the name is a guess.
enum ReflexiveNaming {
  static func owner(_ first: String, _ second: String, among properties: [String]) -> String {
    let count = properties.count
    let size = count <= 11 ? 13 : count <= 32 ? 41 : max(127, count * 2 + 1)
    var buckets = [String?](repeating: nil, count: size)
    for name in properties.sorted(by: { $0.codePointsPrecede($1) }) {
      var place = Int(hash(name) % UInt64(size))
      while buckets[place] != nil { place = (place + 1) % size }
      buckets[place] = name
    }
    let last = buckets.last { $0 == first || $0 == second } ?? nil
    return last ?? first
  }

  /// `CFStringHashCharacters` on 64 bits: 96 UTF-16 units, or 32 at the start, middle and end.
  private static func hash(_ text: String) -> UInt64 {
    let units = Array(text.utf16)
    let count = units.count
    var used = units[...]
    if count > 96 {
      let middle = count / 2 - 16
      used = units[..<32] + units[middle..<middle + 32] + units[(count - 32)...]
    }
    var result = UInt64(count)
    for unit in used { result = result &* 257 &+ UInt64(unit) }
    return result &+ (result << UInt64(count & 31))
  }
}
