internal import StoreModel

/// The values that name files of external data.
extension Store {
  /// Attributes whose values may lie in files, each with the entity that declares it.
  package var externalAttributes: [(entity: StoreEntity, property: StoreProperty, column: String)] {
    entities.filter { !$0.isTableMissing }.flatMap { entity in
      entity.properties.compactMap { property in
        guard property.declaringEntity == entity.name,
          case .attribute(let attribute, let column?) = property.kind,
          attribute.type == .binary, attribute.allowsExternalStorage
        else { return nil }
        return (entity, property, column)
      }
    }
  }

  /// Calls `body` with the key and the name of each value that names a file.
  package func forEachFileName(
    in column: String, of entity: StoreEntity, _ body: (Int64, String) throws -> Void
  ) throws {
    let name = column.sqlQuoted
    let limit = entity.condition.map { "\($0) AND " } ?? ""
    let statement = try connection.prepare(
      "SELECT Z_PK, \(name) FROM main.\(entity.table.sqlQuoted) WHERE \(limit)"
        + "typeof(\(name)) = 'blob' AND length(\(name)) < 64 AND substr(\(name), 1, 1) = x'02'")
    while try statement.step() {
      let file = statement.withBytes(at: 1) { ExternalStorage.name(in: $0) }
      try body(statement.integer(at: 0), file ?? "")
    }
  }

  /// Those of the files that a value names, in their order.
  func namedFiles(among names: [String]) throws -> [String] {
    var named: Set<ExternalStorage.FileKey> = []
    for (entity, _, column) in externalAttributes {
      try forEachFileName(in: column, of: entity) { _, name in
        if let key = ExternalStorage.FileKey(name: name) { named.insert(key) }
      }
    }
    return names.filter { ExternalStorage.FileKey(name: $0).map(named.contains) ?? false }
  }
}
