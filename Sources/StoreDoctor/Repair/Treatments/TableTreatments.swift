internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Tables and columns too many or too few.
extension Treatments {
  static let tables: [Treatment] = [
    Treatment(LeftoverTable.info, .tables) { try leftover($0) },
    Treatment(MissingColumn.info, .tables) { column($0) },
    Treatment(MissingTable.info, .tables) { try table($0) },
  ]

  private static func leftover(_ one: RepairCase) throws -> Remedy {
    let store = one.inspection.store
    let tables = store.existingTables.columns.keys
    guard
      let table = tables.first(where: {
        one.finding.message == "table '\($0)' belongs to no entity"
      })
    else { return .none("it is not known which table this is") }
    guard
      !one.isFound(HalfMigrated.info, HashMismatch.info, MissingTable.info, MissingColumn.info)
    else { return .none("first settle which version the tables belong to") }
    let row = try store.connection.value("SELECT 1 FROM main.\(table.sqlQuoted) LIMIT 1")
    guard row == nil else {
      return .undecided(
        "it has rows, and no model given has an entity for them; drop it in a copy if nobody needs "
          + "them", say: "--model PATH with a version that has the entity")
    }
    return .losesNothing(
      "the table is empty and is dropped",
      RepairStatement(.removed, table, "DROP TABLE main.\(table.sqlQuoted)"))
  }

  /// A table that never had a row is made again; the rows of any other are in no table.
  private static func table(_ one: RepairCase) throws -> Remedy {
    guard !one.isFound(HalfMigrated.info, HashMismatch.info) else {
      return .none("first settle which version the tables belong to")
    }
    let store = one.inspection.store
    guard let name = one.finding.entity, one.entity?.maxKey == 0,
      let table = store.layout.tables.first(where: { $0.root == name }),
      try !isReferred(to: table.name, one.inspection)
    else {
      return .none(
        "no table has these rows; restore a backup, or name the version whose tables these are with "
          + "--model")
    }
    // Its indexes are missing then, and are made as any others.
    return .losesNothing(
      "the table is made again, empty: no row of it was ever numbered or is referred to",
      RepairStatement(.made, table.name, table.sql))
  }

  /// Whether a row of another table has a reference to a row of the table.
  private static func isReferred(to table: String, _ inspection: StoreInspection) throws -> Bool {
    let store = inspection.store
    return try store.entities.filter { !$0.isTableMissing }.contains { holder in
      try holder.properties.contains { property in
        guard case .toOne(let relationship, let column?, _) = property.kind,
          inspection.entity(named: relationship.destination)?.table == table
        else { return false }
        return try store.connection.value(
          "SELECT 1 FROM main.\(holder.table.sqlQuoted) WHERE \(column.sqlQuoted) NOTNULL LIMIT 1")
          != nil
      }
    }
  }

  /// Only what follows from other columns is made again.
  private static func column(_ one: RepairCase) -> Remedy {
    guard !one.isFound(HalfMigrated.info, HashMismatch.info) else {
      return .none("first settle which version the tables belong to")
    }
    let layout = one.inspection.store.layout
    for table in layout.tables {
      let column = table.columns.first {
        one.finding.message.hasSuffix(" has no column '\($0.name)' in '\(table.name)'")
      }
      guard let column else { continue }
      let add = RepairStatement(
        .made, table.name,
        "ALTER TABLE main.\(table.name.sqlQuoted) ADD COLUMN \(column.name.sqlName) "
          + column.sqlType)
      switch column.role {
      case .lock:
        return .losesNothing("the column is added, and filled afterwards", add)
      case .destinationEntity:
        return .losesNothing("the column is added, and filled from the rows that it is about", add)
      case .attribute(let entity, let path):
        guard path.count == 1,
          let fill = count(of: path[0], entity, column: column.name, one.inspection)
        else { break }
        return .losesNothing("the column is added, and its objects are counted", add, fill)
      default: break
      }
    }
    return .none(
      "no table has its values; restore a backup, or name the version whose tables these are",
      say: "--model PATH with the versions of the app")
  }

  /// Sets a derived count of every row.
  private static func count(
    of attribute: String, _ name: String, column: String, _ inspection: StoreInspection
  ) -> RepairStatement? {
    guard let entity = inspection.entity(named: name),
      let counted = entity.property(named: attribute)?.attribute?.countedRelationship,
      case .toMany(_, let path?)? = entity.property(named: counted)?.kind
    else { return nil }
    return .update(
      entity.table, [(column, WrongCount.count(path))],
      where: entity.condition.map { "t.\($0)" } ?? "TRUE")
  }
}
