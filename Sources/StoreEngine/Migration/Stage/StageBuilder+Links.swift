internal import StoreModel

/// Where relationships were kept, and what that means for their new place
/// (Documentation/Format/StoreFormat.md, 2).
extension StageBuilder {
  /// Where an old relationship keeps its links, seen from the objects that have it.
  enum LinkPlace: Hashable {
    /// In their own rows.
    case own(table: String, column: String)
    /// In the rows of the objects they lead to.
    case far(table: String, column: String)
    case join(table: String, near: String, far: String)
  }

  /// What a temporary table has of a place.
  struct LinkPart: Hashable {
    var place: LinkPlace
    var entity: String?
  }

  /// - Parameter name: an old relationship, own or inherited, of an old entity.
  func place(of name: String, in entity: String) -> LinkPlace? {
    guard let relationship = source.relationship(of: entity, name),
      let near = source.entity(named: entity)
    else { return nil }
    if !relationship.isToMany {
      return column(of: entity, [name]).map { .own(table: near.table, column: $0) }
    }
    if let (join, isOwner) = source.join(of: entity, name) {
      return isOwner
        ? .join(table: join.name, near: join.ownerColumn, far: join.otherColumn)
        : .join(table: join.name, near: join.otherColumn, far: join.ownerColumn)
    }
    guard let far = source.entity(named: relationship.destination) else { return nil }
    let key =
      relationship.inverse.flatMap { column(of: far.name, [$0]) } ?? column(of: entity, [name])
    return key.map { .far(table: far.table, column: $0) }
  }

  /// The old relationship that a new one continues.
  func oldRelationship(_ name: String, in pair: ModelPairing.EntityPair) -> Relationship? {
    guard let match = pair.properties.first(where: { $0.destination.name == name }),
      case .relationship(let old) = match.source.kind
    else { return nil }
    return old
  }

  /// Where the links of a new relationship are now, if it continues an old one.
  func oldPlace(_ name: String, in pair: ModelPairing.EntityPair) -> LinkPlace? {
    oldRelationship(name, in: pair).flatMap { place(of: $0.name, in: pair.source.name) }
  }

  mutating func toOneSource(
    _ name: String, for pair: ModelPairing.EntityPair, in move: TableMove
  ) throws -> RowSource {
    if oldRelationship(name, in: pair) != nil {
      guard case .own(_, let column)? = oldPlace(name, in: pair) else {
        throw unknown(name, pair, "keeps one of many links")
      }
      return .column(column, .none, default: nil)
    }
    // A new to-one may be the inverse of a relationship that was there without it.
    guard let new = target.relationship(of: pair.destination.name, name), let inverse = new.inverse,
      let other = self.pair(to: new.destination)
    else { return .nothing }
    return try reversed(
      oldPlace(inverse, in: other), part: inheriting(inverse, in: other), of: name, in: pair, move)
  }

  /// The old entity that a new relationship leads to, where the old one was inherited: it led to objects
  /// of other entities as well.
  func inheriting(
    _ name: String, in pair: ModelPairing.EntityPair
  ) -> NumberedEntity? {
    guard let old = oldRelationship(name, in: pair), let back = old.inverse,
      let declared = source.relationship(of: old.destination, back)?.destination,
      declared != pair.source.name
    else { return nil }
    return source.entity(named: pair.source.name)
  }

  mutating func inverselessSource(
    _ entity: String, _ name: String, in move: TableMove
  ) throws -> RowSource {
    guard let owner = pair(to: entity) else { return .nothing }
    return try reversed(oldPlace(name, in: owner), of: name, in: owner, move)
  }

  /// Links that another object's rows, or a table, hold for the rows of this table.
  private mutating func reversed(
    _ place: LinkPlace?, part: NumberedEntity? = nil, of name: String,
    in pair: ModelPairing.EntityPair, _ move: TableMove
  ) throws -> RowSource {
    switch place {
    case nil: return .nothing
    case .far(let table, let column):
      guard table == move.source else { throw unknown(name, pair, "moves to another table") }
      guard let part else { return .column(column, .none, default: nil) }
      let (links, isNew) = linkTable(for: .far(table: table, column: column), of: part.name)
      guard isNew else { return .links(links) }
      let reason = "of the links of '\(pair.destination.name).\(name)' those to '\(part.name)' stay"
      add(
        .collect, .collectLinks,
        "CREATE TEMP TABLE \(links) (Z_NEAR INTEGER PRIMARY KEY, Z_FAR INTEGER)", reason: reason)
      add(
        .collect, .collectLinks,
        "INSERT INTO temp.\(links) SELECT t.Z_PK, t.\(column.sqlName) FROM \(table.sqlName) AS t "
          + "JOIN \(part.table.sqlName) AS d ON d.Z_PK = t.\(column.sqlName) "
          + "WHERE d.Z_ENT BETWEEN \(part.number) AND \(part.last)", reason: reason)
      return .links(links)
    case .own(let table, let column):
      let (links, isNew) = linkTable(for: .own(table: table, column: column))
      guard isNew else { return .links(links) }
      let path = "\(pair.destination.name).\(name)"
      add(
        .collect, .collectLinks,
        "CREATE TEMP TABLE \(links) (Z_NEAR INTEGER PRIMARY KEY, Z_FAR INTEGER)",
        reason: "links of '\(path)' change their place")
      add(
        .collect, .collectLinks,
        "INSERT INTO temp.\(links) SELECT \(column.sqlName), Z_PK FROM \(table.sqlName) "
          + "WHERE \(column.sqlName) IS NOT NULL", reason: "links of '\(path)' change their place",
        failure: .conflictingLinks(entity: pair.destination.name, relationship: name))
      return .links(links)
    case .join: throw unknown(name, pair, "keeps one of many links")
    }
  }

  private func unknown(
    _ name: String, _ pair: ModelPairing.EntityPair, _ what: String
  ) -> MigrationError {
    .unsupported(
      "'\(pair.destination.name).\(name)' \(what); how Core Data does that is not known")
  }

  /// The value of `Z<n>_NAME` beside a to-one column.
  mutating func companionSource(
    _ name: String, for pair: ModelPairing.EntityPair, in move: TableMove
  ) throws -> RowSource {
    guard let old = oldRelationship(name, in: pair), !old.isToMany,
      let oldColumn = source.column(of: pair.source.name, [old.name])
    else {
      return try toOneSource(name, for: pair, in: move) == .nothing ? .nothing : .later
    }
    if let companion = source.companion(of: oldColumn) {
      let inFamily = renumbered.filter { change in
        guard let destination = source.entity(named: old.destination) else { return false }
        return destination.number <= change.from && change.from <= destination.last
      }
      return .column(companion, inFamily.isEmpty ? .none : .numbers(inFamily), default: nil)
    }
    guard let destination = source.entity(named: old.destination),
      let number = newNumber(of: destination)
    else { return .later }
    return .column(oldColumn.name, .number(number), default: nil)
  }

  mutating func orderSource(
    _ entity: String, _ name: String, for pair: ModelPairing.EntityPair, in move: TableMove
  ) throws -> RowSource {
    // The order stands beside a key column: the to-one's own, or that of a to-many without inverse.
    let declared = target.relationship(of: entity, name)
    let key =
      declared?.isToMany == true
      ? try inverselessSource(entity, name, in: move) : try toOneSource(name, for: pair, in: move)
    switch key {
    case .nothing: return .nothing
    case .column(let column, _, _):
      guard let table = source.tables.first(where: { $0.name == move.source }),
        let known = table.columns.first(where: { $0.name == column }),
        let order = source.orderColumn(for: known)
      else { return .later }
      return .column(order, .none, default: nil)
    default: return .later
    }
  }

  // MARK: Statements for what is filled last

  /// The first place is 2048, the next ones follow in steps of 1024
  /// (Documentation/Format/StoreFormat.md, 2.4).
  static func ordering(_ table: String, _ order: String, within key: String, by next: String)
    -> String
  {
    "UPDATE \(table.sqlName) SET \(order.sqlName) = o.place FROM (SELECT rowid AS r, 1024 + 1024 "
      + "* row_number() OVER (PARTITION BY \(key.sqlName) ORDER BY \(next.sqlName)) AS place FROM "
      + "\(table.sqlName) WHERE \(key.sqlName) IS NOT NULL) AS o WHERE o.r = "
      + "\(table.sqlName).rowid"
  }

  /// Fills a column whose values come from tables in their final form.
  mutating func complete(_ column: StoreColumn, in table: String, reason: String) {
    let name = column.name.sqlName
    switch column.role {
    case .order:
      let key = "Z\(column.name.dropFirst("Z_FOK_".count))"
      add(
        .complete, .setValues, Self.ordering(table, column.name, within: key, by: "Z_PK"),
        reason: "\(reason); objects get the order of their keys")
    case .destinationEntity(let entity, let relationship):
      guard let key = target.column(of: entity, [relationship])?.name,
        let destination = target.relationship(of: entity, relationship)?.destination,
        let far = target.entity(named: destination)
      else { return }
      add(
        .complete, .setValues,
        "UPDATE \(table.sqlName) SET \(name) = (SELECT d.Z_ENT FROM \(far.table.sqlName) AS d "
          + "WHERE d.Z_PK = \(table.sqlName).\(key.sqlName)) WHERE \(key.sqlName) IS NOT NULL",
        reason: reason)
    default: break
    }
  }
}
