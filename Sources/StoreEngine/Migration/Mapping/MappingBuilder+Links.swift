internal import StoreModel

/// Links that are kept in one place, whichever of its two relationships a mapping model sets.
struct MappedLinks {
  enum Place: Equatable {
    /// A key column in the rows of the entity at the to-one end, or without an inverse at the other.
    case column(table: String, StoreColumn, parent: String)
    case join(JoinTable)
  }

  let place: Place
  /// The temporary table: `child` has the column or owns the join, `parent` is what it leads to.
  let table: String
  let entity: String
  let relationship: String
}

/// Relationships.
extension MappingBuilder {
  mutating func collectLinks(_ part: MappedRows) throws {
    for property in part.mapping.relationships {
      guard let expression = property.expression, expression != .constant(nil) else { continue }
      let place = "\(part.new.name).\(property.name)"
      guard let relationship = target.relationship(of: part.new.name, property.name) else {
        throw MigrationError.unsupported(
          "the mapping model sets '\(place)', which '\(target.model.name)' does not have")
      }
      let (links, ends) = try sources(expression, place, part)
      for end in ends {
        for (target, isChild) in try places(of: relationship, part.new.name) {
          let name = table(for: target, part.new.name, relationship.name)
          let (child, parent) = isChild ? ("m.far", "d.far") : ("d.far", "m.far")
          // The order is that of the objects of a to-many end, or of a join's first column.
          let order = relationship.isOrdered ? "l.o" : "NULL"
          let (place, back) = isJoin(target) && isChild ? (order, "NULL") : ("NULL", order)
          add(
            .collectLinks,
            "INSERT INTO temp.\(name) (child, parent, place, back) SELECT \(child), \(parent), "
              + "\(place), \(back) FROM (\(links)) AS l JOIN temp.\(part.table) AS m ON m.near = l.n "
              + "JOIN temp.\(end.table) AS d ON d.near = l.f WHERE true ON CONFLICT (child, parent) DO "
              + "UPDATE SET place = COALESCE(place, excluded.place), "
              + "back = COALESCE(back, excluded.back)",
            reason: "'\(part.mapping.name)' sets '\(part.new.name).\(relationship.name)'")
        }
      }
    }
  }

  private func isJoin(_ place: MappedLinks.Place) -> Bool {
    if case .join = place { true } else { false }
  }

  // MARK: What a mapping asks for

  /// The old links as a question for `n`, `f` and `o`, and the mappings their far ends went through.
  private func sources(
    _ expression: MappingExpression, _ place: String, _ part: MappedRows
  ) throws -> (String, [MappedRows]) {
    guard case .function(.variable("manager")?, let selector, let arguments) = expression,
      arguments.count == 2, case .constant(.string(let name)?) = arguments[0],
      case .keyPath(.source, let path) = arguments[1]
    else { throw notUnderstood(expression, place) }
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let (links, entity) = chain(names, from: part.old.name) else {
      throw notUnderstood(expression, place)
    }
    let family = Set(source.model.family(of: entity).map(\.name))
    let ends: [MappedRows]
    switch selector {
    case MappingExpression.byMapping:
      guard let known = mapping.entity(named: name) else {
        throw MigrationError.unsupported(
          "the mapping model sets '\(place)' through '\(name)', which is none of its entity mappings"
        )
      }
      ends = rows.filter { $0.mapping.name == known.name }
    case MappingExpression.byRelationship where names == [name]:
      ends = rows.filter { family.contains($0.old.name) }
      guard Set(ends.map(\.old.name)).count == ends.count else {
        throw MigrationError.unsupported(
          "not run: several entity mappings make objects of one that '\(path)' leads to; which of "
            + "them '\(place)' gets is not known")
      }
    default: throw notUnderstood(expression, place)
    }
    // Keys mean nothing in another table.
    guard let table = source.entity(named: entity)?.table,
      ends.allSatisfy({ $0.old.table == table })
    else { throw notUnderstood(expression, place) }
    let destination = target.relationship(
      of: part.new.name, String(place.dropFirst(part.new.name.count + 1)))?.destination
    let wanted = Set(target.model.family(of: destination ?? "").map(\.name))
    guard ends.allSatisfy({ wanted.contains($0.new.name) }) else {
      throw MigrationError.unsupported(
        "the mapping model sets '\(place)' to objects of another entity than '\(destination ?? "")'"
      )
    }
    return (links, ends)
  }

  /// Follows `country.continent`, or `countries.@distinctUnionOfSets.moods`.
  private func chain(_ names: [String], from entity: String) -> (sql: String, entity: String)? {
    var (sql, current, isMany, isUnion) = (String?.none, entity, false, false)
    for name in names {
      if name == "@distinctUnionOfSets" {
        guard isMany, !isUnion else { return nil }
        isUnion = true
        continue
      }
      guard let relationship = source.relationship(of: current, name),
        isMany == isUnion, !isUnion || relationship.isToMany,
        let next = links(current, relationship)
      else { return nil }
      sql =
        sql.map {
          "SELECT DISTINCT a.n AS n, b.f AS f, NULL AS o FROM (\($0)) AS a JOIN (\(next)) AS b ON b.n "
            + "= a.f"
        } ?? next
      (current, isMany, isUnion) = (
        relationship.destination, isMany || relationship.isToMany, false
      )
    }
    guard !isUnion, let sql else { return nil }
    return (sql, current)
  }

  /// The links of an old relationship, wherever they are kept.
  private func links(_ entity: String, _ relationship: Relationship) -> String? {
    func select(_ near: String, _ far: String, _ order: String?, _ table: String) -> String {
      "SELECT \(near.sqlName) AS n, \(far.sqlName) AS f, \(order?.sqlName ?? "NULL") AS o FROM "
        + "\(aside(table)) WHERE \(near.sqlName) IS NOT NULL AND \(far.sqlName) IS NOT NULL"
    }
    if let (join, isOwner) = source.join(of: entity, relationship.name) {
      return isOwner
        ? select(join.ownerColumn, join.otherColumn, join.otherOrder, join.name)
        : select(join.otherColumn, join.ownerColumn, join.ownerOrder, join.name)
    }
    let destination = relationship.destination
    guard let near = source.entity(named: entity), let far = source.entity(named: destination)
    else {
      return nil
    }
    if !relationship.isToMany {
      return source.column(of: entity, [relationship.name]).map {
        select("Z_PK", $0.name, nil, near.table)
      }
    }
    let column =
      relationship.inverse.flatMap { source.column(of: destination, [$0]) }
      ?? source.column(of: entity, [relationship.name])
    return column.map { select($0.name, "Z_PK", source.orderColumn(for: $0), far.table) }
  }

  // MARK: Where it goes

  /// Where links of a new relationship are kept, and whether the object that has the relationship is
  /// the child there. One-to-one links are kept on both sides.
  private func places(
    of relationship: Relationship, _ entity: String
  ) throws -> [(MappedLinks.Place, isChild: Bool)] {
    if let (join, isOwner) = target.join(of: entity, relationship.name) {
      guard !join.isOwnInverse else {
        throw MigrationError.unsupported(
          "'\(entity).\(relationship.name)' is its own inverse; how Core Data fills it is not known"
        )
      }
      return [(.join(join), isOwner)]
    }
    let destination = relationship.destination
    guard let near = target.entity(named: entity)?.table,
      let far = target.entity(named: destination)?.table
    else { return [] }
    let own = target.column(of: entity, [relationship.name])
    let back = relationship.inverse.flatMap { target.column(of: destination, [$0]) }
    var places: [(MappedLinks.Place, isChild: Bool)] = []
    if let own, !relationship.isToMany {
      places.append((.column(table: near, own, parent: far), true))
    }
    if let back { places.append((.column(table: far, back, parent: near), false)) }
    if let own, relationship.isToMany, back == nil {
      places.append((.column(table: far, own, parent: near), false))
    }
    // The to-one end alone has a column, unless both are to-one.
    if !relationship.isToMany, let inverse = relationship.inverse,
      target.relationship(of: destination, inverse)?.isToMany == true
    {
      places.removeAll { !$0.isChild }
    }
    return places
  }

  /// The temporary table of a place, made when it is first asked for.
  private mutating func table(
    for place: MappedLinks.Place, _ entity: String, _ relationship: String
  ) -> String {
    if let known = links.first(where: { $0.place == place }) { return known.table }
    let name = "Z_LINKS_\(links.count + 1)"
    links.append(
      MappedLinks(place: place, table: name, entity: entity, relationship: relationship))
    add(
      .collectLinks,
      "CREATE TABLE temp.\(name) (child INTEGER, parent INTEGER, place INTEGER, back INTEGER, "
        + "PRIMARY KEY (child, parent))", reason: "the links of '\(entity).\(relationship)'")
    return name
  }

  mutating func fill(_ links: MappedLinks) {
    let reason = "the links of '\(links.entity).\(links.relationship)'"
    func position(_ group: String, _ order: String, _ last: String) -> String {
      // As Core Data numbers them: Documentation/Format/StoreFormat.md, 2.4.
      "1024 + 1024 * row_number() OVER (PARTITION BY \(group) ORDER BY \(order), \(last))"
    }
    switch links.place {
    case .join(let join):
      var columns = [join.ownerColumn, join.otherColumn]
      var values = ["child", "parent"]
      if let order = join.ownerOrder {
        columns.append(order)
        values.append(position("parent", "back", "child"))
      }
      if let order = join.otherOrder {
        columns.append(order)
        values.append(position("child", "place", "parent"))
      }
      add(
        .copyRows,
        "INSERT INTO \(join.name.sqlName) (\(columns.map(\.sqlName).joined(separator: ", "))) SELECT "
          + "\(values.joined(separator: ", ")) FROM temp.\(links.table)", reason: reason)
    case .column(let table, let column, let parent):
      add(
        .check, "SELECT child FROM temp.\(links.table) GROUP BY child HAVING count(*) > 1 LIMIT 1",
        reason: reason,
        failure: .conflictingLinks(entity: links.entity, relationship: links.relationship))
      func set(_ name: String, _ value: String) {
        add(
          .setValues,
          "UPDATE \(table.sqlName) SET \(name.sqlName) = \(value) WHERE Z_PK IN (SELECT child FROM "
            + "temp.\(links.table))", reason: reason)
      }
      let key =
        "(SELECT l.parent FROM temp.\(links.table) AS l WHERE l.child = \(table.sqlName).Z_PK)"
      set(column.name, key)
      if let companion = target.companion(of: column) {
        set(companion, "(SELECT p.Z_ENT FROM \(parent.sqlName) AS p WHERE p.Z_PK = \(key))")
      }
      if let order = target.orderColumn(for: column) {
        add(
          .setValues,
          "INSERT OR REPLACE INTO temp.\(links.table) (child, parent, place, back) SELECT child, "
            + "parent, \(position("parent", "back", "child")), back FROM temp.\(links.table)",
          reason: reason)
        set(
          order,
          "(SELECT l.place FROM temp.\(links.table) AS l WHERE l.child = \(table.sqlName).Z_PK)")
      }
    }
  }
}
