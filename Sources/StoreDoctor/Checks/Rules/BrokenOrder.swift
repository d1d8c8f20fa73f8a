internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds places in ordered relationships that are missing or taken twice.
struct BrokenOrder: StoreRule {
  static let info = RuleInfo(
    id: "broken-order", severity: .warning,
    summary: "the positions in an ordered relationship are missing or used twice",
    why:
      "Core Data sorts the objects by these numbers, so their order changes from one fetch to the "
      + "next",
    fix: "set the relationship anew in code, in the order that is meant, and save")

  static let examples: [StoreExample] = [
    .flagged("UPDATE ZMEDIA SET Z_FOK_SHELF = 2048"),
    .flagged("UPDATE ZMEDIA SET Z_FOK_SHELF = NULL WHERE Z_PK = 2"),
    .clean("UPDATE ZMEDIA SET Z_FOK_SHELF = 7 * Z_PK"),
    .clean("UPDATE ZMEDIA SET ZSHELF = NULL, Z_FOK_SHELF = NULL"),
  ]

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    orders(in: inspection).filter { !$0.path.isJoin }.map { order in
      inspection.condition(
        Self.info, on: order.holder, order.property,
        "t.\(order.path.source.sqlQuoted) IS NOT NULL AND t.\(order.column.sqlQuoted) IS NULL"
      ) { "the order of '\(order.name)' has no place for \($0.text)" }
    }
  }

  func examine(_ inspection: StoreInspection, report: StoreReport) throws {
    for order in orders(in: inspection) {
      if let hits = try twice(order, inspection.store.connection) {
        report(
          "the order of '\(order.name)' has the same place twice: \(hits.text)",
          entity: order.entity, property: order.property.name, rows: hits)
      }
    }
  }

  private struct Order {
    let entity: String
    let property: StoreProperty
    let holder: StoreEntity
    let path: ToManyPath
    let column: String

    var name: String { "\(entity).\(property.name)" }
  }

  private func orders(in inspection: StoreInspection) -> [Order] {
    guard inspection.hasModel else { return [] }
    return inspection.declaredProperties.compactMap { entity, property in
      guard case .toMany(let relationship, let path?) = property.kind, relationship.isOrdered,
        let column = path.order, let holder = inspection.entity(named: relationship.destination)
      else { return nil }
      return Order(
        entity: entity.name, property: property, holder: holder, path: path, column: column)
    }
  }

  private func twice(_ order: Order, _ connection: Connection) throws -> RowHits? {
    let source = order.path.source.sqlQuoted
    let column = order.column.sqlQuoted
    let statement = try connection.prepare(
      "SELECT min(\(order.path.destination.sqlQuoted)), count(*) "
        + "FROM main.\(order.path.table.sqlQuoted) "
        + "WHERE \(source) IS NOT NULL AND \(column) IS NOT NULL "
        + "GROUP BY \(source), \(column) HAVING count(*) > 1")
    var hits = RowHits(count: 0, columns: [order.path.destination], keys: [])
    while try statement.step() {
      hits.add([statement.integer(at: 0)], count: statement.integer(at: 1) - 1)
    }
    return hits.count > 0 ? hits : nil
  }
}
