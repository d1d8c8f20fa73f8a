internal import StoreModel

/// How a join table of the new model comes to its rows.
struct JoinMove {
  let join: JoinTable
  /// An old join table that becomes this one: its columns, in the order owner, other, their orders.
  var reused: JoinColumns?
  /// Otherwise: questions for pairs of owner and other, over old tables under their current names.
  var links: [LinkQuery] = []

  struct JoinColumns {
    var table: String
    var owner: String
    var other: String
    var ownerOrder: String?
    var otherOrder: String?

    /// In the order of `JoinTable.columns`.
    var columns: [String?] { [owner, other, ownerOrder, otherOrder] }
  }

  struct LinkQuery: Hashable {
    var table: String
    var owner: String
    var other: String
  }
}

extension StageBuilder {
  /// Of a relationship that is its own inverse only the table that a store has is known
  /// (Documentation/Format/StoreFormat.md, 2.5): it is kept, but none is made.
  func checkOwnInverses() throws {
    for join in target.joinTables where join.isOwnInverse {
      let old = pair(to: join.owner).flatMap { pair in
        oldRelationship(join.relationship, in: pair).flatMap {
          source.join(of: pair.source.name, $0.name)?.table
        }
      }
      guard let old, old.isOwnInverse, old.otherOrder == nil, join.otherOrder == nil else {
        throw MigrationError.unsupported(
          "'\(join.owner).\(join.relationship)' is its own inverse; how Core Data stores its links "
            + "is not known")
      }
    }
  }

  func joinMoves() -> [JoinMove] {
    var taken: Set<String> = []
    return target.joinTables.map { join in
      var move = JoinMove(join: join)
      let forward = place(join.relationship, of: join.owner)
      // A relationship that is its own inverse has one table with both ends in it, and where two name one
      // inverse, that one has its links in the table of the other.
      let isAnswered = target.join(of: join.other, join.inverse)?.table.name == join.name
      let back = join.isOwnInverse || !isAnswered ? nil : place(join.inverse, of: join.other)
      if case .join(let table, let near, let far)? = forward ?? back?.flipped,
        [forward, back?.flipped].allSatisfy({ $0 == nil || $0 == forward ?? back?.flipped }),
        taken.insert(table).inserted
      {
        move.reused = reused(table, near: near, far: far)
      } else {
        for place in [forward, back?.flipped].compactMap({ $0 }) {
          let query = query(place)
          if !move.links.contains(query) { move.links.append(query) }
        }
      }
      return move
    }
  }

  private func place(_ name: String, of entity: String) -> LinkPlace? {
    guard let pair = pair(to: entity), let old = oldRelationship(name, in: pair) else { return nil }
    return place(of: old.name, in: pair.source.name)
  }

  private func reused(_ name: String, near: String, far: String) -> JoinMove.JoinColumns? {
    guard let old = source.joinTables.first(where: { $0.name == name }) else { return nil }
    let isOwner = old.ownerColumn == near
    return JoinMove.JoinColumns(
      table: name, owner: near, other: far, ownerOrder: isOwner ? old.ownerOrder : old.otherOrder,
      otherOrder: isOwner ? old.otherOrder : old.ownerOrder)
  }

  private func query(_ place: LinkPlace) -> JoinMove.LinkQuery {
    switch place {
    case .own(let table, let column): JoinMove.LinkQuery(table: table, owner: "Z_PK", other: column)
    case .far(let table, let column): JoinMove.LinkQuery(table: table, owner: column, other: "Z_PK")
    case .join(let table, let near, let far):
      JoinMove.LinkQuery(table: table, owner: near, other: far)
    }
  }

  /// Whether the old table can stay and only its names change.
  func isAltered(_ move: JoinMove) -> Bool {
    guard let old = move.reused, let table = schema.tables[old.table] else { return false }
    // An order that goes takes its column with it, and so does an old table without types.
    guard (old.ownerOrder == nil) == (move.join.ownerOrder == nil) || old.ownerOrder == nil,
      (old.otherOrder == nil) == (move.join.otherOrder == nil) || old.otherOrder == nil,
      move.join.isTyped == (table.columns.first?.type == "INTEGER")
    else { return false }
    let olds = Set(table.columns.map(\.name))
    return renames(move).allSatisfy { !olds.contains($0.to) }
      && added(move).allSatisfy { !olds.contains($0) }
  }

  func renames(_ move: JoinMove) -> [(from: String, to: String)] {
    guard let old = move.reused else { return [] }
    return zip(old.columns, move.join.columns).compactMap { from, to in
      guard let from, let to, from != to else { return nil }
      return (from, to)
    }
  }

  private func added(_ move: JoinMove) -> [String] {
    guard let old = move.reused else { return [] }
    return zip(old.columns, move.join.columns).compactMap { $0 == nil ? $1 : nil }
  }

  mutating func apply(_ move: JoinMove) {
    let join = move.join
    let name = join.name.sqlName
    let path = "'\(join.owner).\(join.relationship)'"
    if let old = move.reused, altered[old.table] != nil {
      let current = currentNames[old.table] ?? join.name
      for column in added(move) {
        add(
          .addColumns, .addColumn,
          "ALTER TABLE \(current.sqlName) ADD COLUMN \(column.sqlName) INTEGER",
          reason: "\(path) is ordered now")
      }
      for (from, to) in renames(move) {
        add(
          .renameColumns, .renameColumn,
          "ALTER TABLE \(current.sqlName) RENAME COLUMN \(from.sqlName) TO \(to.sqlName)",
          reason: "entities of \(path) have other numbers or names")
      }
      order(move, missing: added(move))
      return
    }
    let reason = move.reused != nil || !move.links.isEmpty ? "\(path) changes" : "\(path) is new"
    add(.create, .createTable, join.sql, reason: reason)
    if let old = move.reused { copy(old, to: move, name, reason: reason) }
    for link in move.links {
      let table = currentNames[link.table] ?? link.table
      add(
        .copy, .copyRows,
        "INSERT OR IGNORE INTO \(name) (\(join.ownerColumn.sqlName), "
          + "\(join.otherColumn.sqlName)) SELECT \(link.owner.sqlName), \(link.other.sqlName) "
          + "FROM \(table.sqlName) WHERE \(link.owner.sqlName) IS NOT NULL AND "
          + "\(link.other.sqlName) IS NOT NULL", reason: "links of \(path) move here")
    }
    if !move.links.isEmpty {
      order(move, missing: [join.ownerOrder, join.otherOrder].compactMap { $0 })
    }
  }

  private mutating func copy(
    _ old: JoinMove.JoinColumns, to move: JoinMove, _ name: String, reason: String
  ) {
    let join = move.join
    let table = currentNames[old.table] ?? old.table
    let columns = zip(join.columns, old.columns).compactMap { new, old in
      new.flatMap { new in old.map { (new, $0) } }
    }
    add(
      .copy, .copyRows,
      "INSERT OR IGNORE INTO \(name) (\(columns.map(\.0.sqlName).joined(separator: ", "))) SELECT "
        + "\(columns.map(\.1.sqlName).joined(separator: ", ")) FROM \(table.sqlName)",
      reason: reason)
    order(move, missing: added(move))
  }

  private mutating func order(_ move: JoinMove, missing: [String]) {
    let join = move.join
    for column in missing {
      let isOwner = column == join.ownerOrder
      add(
        .complete, .setValues,
        Self.ordering(
          join.name, column, within: isOwner ? join.otherColumn : join.ownerColumn,
          by: isOwner ? join.ownerColumn : join.otherColumn),
        reason: "'\(isOwner ? join.other : join.owner)."
          + "\(isOwner ? join.inverse : join.relationship)' is ordered now; objects get the "
          + "order of their keys")
    }
  }
}

extension StageBuilder.LinkPlace {
  /// The same links seen from the other end.
  var flipped: Self {
    switch self {
    case .own(let table, let column): .far(table: table, column: column)
    case .far(let table, let column): .own(table: table, column: column)
    case .join(let table, let near, let far): .join(table: table, near: far, far: near)
    }
  }
}
