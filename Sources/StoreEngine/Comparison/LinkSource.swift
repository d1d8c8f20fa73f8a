internal import StoreModel

/// Links of one relationship in one store, in an order that both stores have alike.
struct LinkSource {
  let sql: String
  /// Columns that tell a link from another; one more holds its place.
  let width: Int

  /// - Parameters:
  ///   - near: what tells the objects that have the relationship, and `far` those in it.
  ///   - hasOrder: whether both stores keep an order.
  init?(
    _ property: StoreProperty, of entity: StoreEntity, near: [String]?, far: [String]?,
    destination: StoreEntity, hasOrder: Bool
  ) {
    let table: String
    let source: String
    let target: String
    var order: String?
    switch property.kind {
    case .toMany(_, let path?):
      (table, source, target, order) = (path.table, path.source, path.destination, path.order)
    case .toOne(_, let column?, _):
      (table, source, target) = (entity.table, "Z_PK", column)
    default: return nil
    }
    let isOwn = source == "Z_PK" && table == entity.table
    let condition = entity.ownRows
    var from = "main.\(table.sqlQuoted) AS l"
    var conditions = ["l.\(source.sqlQuoted) IS NOT NULL", "l.\(target.sqlQuoted) IS NOT NULL"]
    if near != nil || condition != nil && !isOwn {
      from += " JOIN main.\(entity.table.sqlQuoted) AS s ON s.Z_PK = l.\(source.sqlQuoted)"
    }
    if let condition { conditions.append((isOwn && near == nil ? "l." : "s.") + condition) }
    if far != nil {
      from += " JOIN main.\(destination.table.sqlQuoted) AS d ON d.Z_PK = l.\(target.sqlQuoted)"
    }
    let columns =
      (near?.map { "s." + $0 } ?? ["l." + source.sqlQuoted])
      + (far?.map { "d." + $0 } ?? ["l." + target.sqlQuoted])
    width = columns.count
    var place = "NULL"
    if hasOrder, let order {
      // Numbers of places mean nothing in another store; the order does.
      place =
        near == nil && far == nil
        ? "l.\(order.sqlQuoted)"
        : "row_number() OVER (PARTITION BY l.\(source.sqlQuoted) ORDER BY l.\(order.sqlQuoted))"
    }
    let places = (1...width).map(String.init).joined(separator: ", ")
    sql =
      "SELECT \(columns.joined(separator: ", ")), \(place) FROM \(from) WHERE "
      + conditions.joined(separator: " AND ") + " ORDER BY \(places)"
  }
}

extension Store {
  /// Rows of this very entity, without those of entities below it.
  package func ownRowCount(of entity: StoreEntity) throws -> Int64 {
    let condition = entity.ownRows.map { " WHERE \($0)" } ?? ""
    return try connection.value(
      "SELECT count(*) FROM main.\(entity.table.sqlQuoted)\(condition)")?.integer ?? 0
  }

  /// Links of a relationship that are those of this very entity's rows.
  package func linkCount(_ property: StoreProperty, of entity: StoreEntity) throws -> Int64 {
    guard
      let links = LinkSource(
        property, of: entity, near: nil, far: nil, destination: entity, hasOrder: false)
    else { return 0 }
    return try connection.value("SELECT count(*) FROM (\(links.sql))")?.integer ?? 0
  }
}
