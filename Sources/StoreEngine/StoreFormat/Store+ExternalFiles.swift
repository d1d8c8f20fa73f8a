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
        + Self.namesFile(name))
    while try statement.step() {
      let file = statement.withBytes(at: 1) { ExternalStorage.name(in: $0) }
      try body(statement.integer(at: 0), file ?? "")
    }
  }

  /// A condition for a column whose value is the name of a file.
  static func namesFile(_ column: String) -> String {
    "typeof(\(column)) = 'blob' AND length(\(column)) < 64 AND substr(\(column), 1, 1) = x'02'"
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

  /// Removes the files that no value names, in a store that is nobody else's.
  ///
  /// - Returns: how many there were.
  func removeUnnamedFiles() throws -> Int {
    // Which files values of other types name is not known.
    let isKnown = model.entities.allSatisfy { entity in
      entity.attributes.allSatisfy { !$0.allowsExternalStorage || $0.type == .binary }
    }
    guard isKnown else { return 0 }
    let names = externalStorage.fileNames
    let named = Set(try namedFiles(among: names))
    let rest = names.filter { !named.contains($0) }
    if !rest.isEmpty { externalStorage.remove(rest) }
    return rest.count
  }
}
