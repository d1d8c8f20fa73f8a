internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Places in ordered relationships, and pairs that a join table holds twice.
extension Treatments {
  static let orders: [Treatment] = [
    Treatment(BrokenOrder.info, .order) { order($0) },
    Treatment(DuplicateJoinRow.info, .values) { pairs($0) },
  ]

  /// Places as Core Data gives them (Documentation/Format/StoreFormat.md, 2.4), in the order that is
  /// known: by place, then by key; only where a relationship has a fault.
  private static func order(_ one: RepairCase) -> Remedy {
    let ordered = one.inspection.declaredProperties.first { entity, property in
      property.name == one.finding.property
        && one.finding.message.hasPrefix("the order of '\(entity.name).\(property.name)' ")
    }
    guard case .toMany(_, let path?)? = ordered?.property.kind, let order = path.order else {
      return unknown
    }
    let table = "main.\(path.table.sqlQuoted)"
    let (source, column) = (path.source.sqlQuoted, order.sqlQuoted)
    let key = path.isJoin ? path.destination.sqlQuoted : "Z_PK"
    let isBroken =
      "t.\(source) IN (SELECT o.\(source) FROM \(table) AS o WHERE o.\(source) IS NOT NULL "
      + "GROUP BY o.\(source) HAVING count(*) <> count(DISTINCT o.\(column)))"
    // Places change while rows are numbered, so they are worked out first.
    let make = RepairStatement(
      .none, path.table,
      "CREATE TEMP TABLE repair_places AS SELECT t.\(source) AS source, t.\(key) AS object, "
        + "1024 + 1024 * row_number() OVER (PARTITION BY t.\(source) ORDER BY t.\(column) IS NULL, "
        + "t.\(column), t.\(key)) AS place FROM \(table) AS t WHERE \(isBroken)")
    let index = RepairStatement(
      .none, path.table, "CREATE INDEX temp.repair_place ON repair_places (object, source)")
    let row =
      "FROM temp.repair_places AS p WHERE p.object = t.\(key) AND p.source = t.\(source)"
    let set = RepairStatement.update(
      path.table, [(order, "(SELECT p.place \(row))")], where: "EXISTS (SELECT 1 \(row))")
    return .drops(
      "the objects are renumbered; those without a place, or with the same one, follow their keys",
      make, index, set, RepairStatement(.none, path.table, "DROP TABLE temp.repair_places"))
  }

  private static func pairs(_ one: RepairCase) -> Remedy {
    guard let join = one.join else { return unknown }
    let columns = one.inspection.store.existingTables.columns[join.path.table] ?? []
    let pair = [join.path.source, join.path.destination].map(\.sqlQuoted).joined(separator: ", ")
    let statement = RepairStatement.delete(
      join.path.table,
      where: "t.rowid NOT IN (SELECT min(o.rowid) FROM main.\(join.path.table.sqlQuoted) AS o "
        + "GROUP BY \(pair))")
    // Beside the pair there may be a place in an order, and two pairs may have two.
    return columns.count > 2
      ? .drops("the first row of each pair stays, with its place", statement)
      : .losesNothing("one row of each pair stays", statement)
  }
}
