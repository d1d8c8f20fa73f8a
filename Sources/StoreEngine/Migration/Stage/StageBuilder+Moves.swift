internal import StoreModel

/// Which old rows become rows of which new table.
struct TableMove {
  let table: EntityTable
  /// The old table; nil for a table without rows to take over.
  let source: String?
  /// Entities of the table that continue an old one.
  let pairs: [Numbers]
  /// Whether rows of the old table go to several new ones, or others than these stay behind.
  let isSplit: Bool

  struct Numbers {
    let pair: ModelPairing.EntityPair
    let old: NumberedEntity
    let new: NumberedEntity
  }
}

extension StageBuilder {
  /// - Throws: `MigrationError.unsupported` when rows of two tables would become one.
  mutating func tableMoves() throws -> [TableMove] {
    let members = target.tables.map { table in
      family(target, table: table.name).compactMap { new -> TableMove.Numbers? in
        guard let pair = pair(to: new.name), let old = source.entity(named: pair.source.name) else {
          return nil
        }
        return TableMove.Numbers(pair: pair, old: old, new: new)
      }
    }
    var uses: [String: Int] = [:]
    for numbers in members {
      for table in Set(numbers.map(\.old.table)) { uses[table, default: 0] += 1 }
    }
    return try zip(target.tables, members).map { table, numbers in
      let sources = Set(numbers.map(\.old.table)).sorted()
      guard sources.count <= 1 else {
        let list = sources.quotedList(separator: " and ")
        throw MigrationError.unsupported(
          "rows of \(list) would share the table '\(table.name)'; which keys Core Data gives them "
            + "is not known")
      }
      return TableMove(
        table: table, source: sources.first, pairs: numbers,
        isSplit: sources.first.map { uses[$0, default: 0] > 1 } ?? false)
    }
  }

  /// Deletes rows of removed entities from tables that stay, and the links to them.
  mutating func removeRows(_ moves: [TableMove]) {
    let stay = Set(moves.compactMap(\.source))
    for table in source.tables where stay.contains(table.name) {
      let gone = family(source, table: table.name).filter { newNumber(of: $0) == nil }
      guard !gone.isEmpty else { continue }
      let list = gone.map { String($0.number) }.joined(separator: ", ")
      let names = gone.map(\.name).quotedList()
      let reason = "\(names) \(gone.count == 1 ? "is" : "are") removed"
      let numbers = Set(gone.map(\.number))
      removeLinks(to: numbers, in: table.name, list: list, reason: reason)
      if gone.contains(where: { !$0.isAbstract }) {
        add(
          .delete, .deleteRows, "DELETE FROM \(table.name.sqlName) WHERE Z_ENT IN (\(list))",
          reason: reason)
      }
    }
    for table in source.tables where stay.contains(table.name) {
      let abstract = family(source, table: table.name).filter { old in
        guard !old.isAbstract, let pair = pair(from: old.name) else { return false }
        return pair.destination.isAbstract
      }
      for entity in abstract {
        add(
          .check, .check,
          "SELECT Z_PK FROM \(table.name.sqlName) WHERE Z_ENT = \(entity.number) LIMIT 1",
          reason: "'\(entity.name)' becomes abstract",
          failure: .abstractRows(entity: entity.name, key: 0))
      }
    }
  }

  private mutating func removeLinks(
    to gone: Set<Int>, in table: String, list: String, reason: String
  ) {
    let rows = "SELECT Z_PK FROM \(table.sqlName) WHERE Z_ENT IN (\(list))"
    for other in source.tables {
      for column in other.columns {
        switch column.role {
        case .toOne:
          guard let companion = source.companion(of: column),
            case .toOne(let entity, let name) = column.role,
            let destination = source.relationship(of: entity, name)
              .flatMap({ source.entity(named: $0.destination) }),
            gone.contains(where: { destination.number <= $0 && $0 <= destination.last }),
            !gone.contains(destination.number)
          else { continue }
          add(
            .delete, .setValues,
            "UPDATE \(other.name.sqlName) SET \(column.name.sqlName) = NULL, "
              + "\(companion.sqlName) = NULL WHERE \(companion.sqlName) IN (\(list))",
            reason: reason)
        case .inverseless(let entity, _):
          guard let owner = source.entity(named: entity), owner.table == table,
            !gone.contains(owner.number), owner.hasSubentities
          else { continue }
          add(
            .delete, .setValues,
            "UPDATE \(other.name.sqlName) SET \(column.name.sqlName) = NULL WHERE "
              + "\(column.name.sqlName) IN (\(rows))", reason: reason)
        default: continue
        }
      }
    }
    for join in source.joinTables {
      let ends = [(join.owner, join.ownerColumn), (join.other, join.otherColumn)]
      for (entity, column) in ends {
        guard let end = source.entity(named: entity), end.table == table,
          gone.contains(where: { end.number <= $0 && $0 <= end.last }), !gone.contains(end.number)
        else { continue }
        add(
          .delete, .deleteRows,
          "DELETE FROM \(join.name.sqlName) WHERE \(column.sqlName) IN (\(rows))", reason: reason)
      }
    }
  }
}
