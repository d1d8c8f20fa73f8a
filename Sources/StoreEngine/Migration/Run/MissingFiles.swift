internal import StoreModel

/// Values of a property whose file of external data is not beside the store.
public struct MissingFiles: Sendable, Hashable {
  public let entity: String
  public let property: String
  /// How many rows.
  public let count: Int

  /// Every file that a value names is looked at: it has to be a regular one that can be read.
  static func find(in store: Store) throws -> [MissingFiles] {
    var found: [MissingFiles] = []
    for entity in store.entities where !entity.isTableMissing {
      for property in entity.properties where property.declaringEntity == entity.name {
        guard case .attribute(let attribute, let column?) = property.kind,
          attribute.type == .binary, attribute.allowsExternalStorage
        else { continue }
        let name = column.sqlQuoted
        let limit = entity.condition.map { "\($0) AND " } ?? ""
        let statement = try store.connection.prepare(
          "SELECT \(name) FROM main.\(entity.table.sqlQuoted) WHERE \(limit)"
            + "typeof(\(name)) = 'blob' AND length(\(name)) < 64 AND substr(\(name), 1, 1) = x'02'")
        var count = 0
        while try statement.step() {
          let file = statement.withBytes(at: 0) { ExternalStorage.name(in: $0) }
          if file.map(store.externalStorage.isReadable) != true { count += 1 }
        }
        if count > 0 {
          found.append(MissingFiles(entity: entity.name, property: property.name, count: count))
        }
      }
    }
    return found
  }
}
