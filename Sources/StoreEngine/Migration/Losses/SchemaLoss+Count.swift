internal import StoreModel

extension SchemaLoss {
  /// The same loss with what a store has of it: rows, values that are neither NULL nor the default,
  /// links.
  ///
  /// - Parameter layout: of the model the store has now, the step's older one.
  func counted(_ connection: Connection, _ layout: StoreLayout) throws -> SchemaLoss {
    var loss = self
    var count: Int64 = 0
    guard let queries = queries(layout) else { return loss }
    for query in queries { count += try connection.value(query)?.integer ?? 0 }
    loss.count = count
    for query in fileQueries(layout) {
      loss.files = try (loss.files ?? 0) + (connection.value(query)?.integer ?? 0)
    }
    return loss
  }

  /// Values that name a file of external data, not those that hold their bytes.
  private func fileQueries(_ layout: StoreLayout) -> [String] {
    guard kind == .values, let property else { return [] }
    return members.compactMap { member in
      guard let entity = layout.entity(named: member),
        layout.attribute(of: member, [property])?.allowsExternalStorage == true,
        let column = layout.column(of: member, [property])?.name.sqlName
      else { return nil }
      return "SELECT count(*) FROM \(entity.table.sqlName) WHERE Z_ENT = \(entity.number) AND "
        + "\(Store.namesFile(column))"
    }
  }

  /// Nil where the number stays open.
  private func queries(_ layout: StoreLayout) -> [String]? {
    if let filters {
      guard let rows = layout.entity(named: entity),
        let taken = try? filters.map({ try RowFilter($0, of: entity, in: layout).taken })
      else { return nil }
      return [
        "SELECT count(*) FROM \(rows.table.sqlName) AS s WHERE s.Z_ENT = \(rows.number) AND NOT ("
          + taken.joined(separator: " OR ") + ")"
      ]
    }
    if kind == .links, let query = linkQuery(layout) { return [query] }
    return members.compactMap { member in
      guard let entity = layout.entity(named: member) else { return nil }
      let condition = condition(member, layout)
      guard kind == .rows || condition != nil else { return nil }
      let isShared = layout.entities.contains { $0.table == entity.table && $0.name != entity.name }
      let conditions = [isShared ? "Z_ENT = \(entity.number)" : nil, condition.map { "(\($0))" }]
        .compactMap { $0 }
      return "SELECT count(*) FROM \(entity.table.sqlName)"
        + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
    }
  }

  /// Links that are not a column of the entity's own rows.
  private func linkQuery(_ layout: StoreLayout) -> String? {
    guard let property else { return nil }
    if let (join, _) = layout.join(of: entity, property) {
      return "SELECT count(*) FROM \(join.name.sqlName)"
    }
    guard let relationship = layout.relationship(of: entity, property), relationship.isToMany,
      let column = layout.column(of: entity, [property]),
      let table = layout.entity(named: relationship.destination)?.table
    else { return nil }
    return "SELECT count(\(column.name.sqlName)) FROM \(table.sqlName)"
  }

  private func condition(_ member: String, _ layout: StoreLayout) -> String? {
    guard let property else { return nil }
    let path = property.split(separator: ".").map(String.init)
    func column(_ path: [String]) -> String? { layout.column(of: member, path)?.name.sqlName }
    switch kind {
    case .rows: return nil
    case .links: return column(path).map { "\($0) IS NOT NULL" }
    case .conversion:
      guard let type = newType, let column = column(path) else { return nil }
      return NumericFit.fault(in: type, column)
    case .values:
      guard let attribute = layout.attribute(of: member, path) else { return nil }
      let leaves: [(path: [String], attribute: Attribute)] =
        attribute.type == .composite
        ? ModelPairing.leaves(of: attribute).map {
          (path + $0.path.split(separator: ".").map(String.init), $0.attribute)
        } : [(path, attribute)]
      let tests = leaves.compactMap { leaf in column(leaf.path).map { leaf.attribute.isSet($0) } }
      return tests.isEmpty ? nil : tests.joined(separator: " OR ")
    }
  }
}

extension Attribute {
  /// A condition for a column that holds more than every new object has.
  package func isSet(_ column: String) -> String {
    guard let value = defaultValue?.propertyValue, let stored = try? storedValue(value),
      stored != .null
    else { return "\(column) IS NOT NULL" }
    return "(\(column) IS NOT NULL AND \(column) <> \(stored.sqlLiteral))"
  }
}
