/// Values of a property whose file of external data is not beside the store.
public struct MissingFiles: Sendable, Hashable {
  /// The entity that declares the property.
  public let entity: String
  /// A binary attribute with external storage.
  public let property: String
  /// How many rows.
  public let count: Int

  /// Every file that a value names is looked at: it has to be a regular one that can be read.
  static func find(in store: Store) throws -> [MissingFiles] {
    try store.externalAttributes.compactMap { entity, property, column in
      var count = 0
      try store.forEachFileName(in: column, of: entity) { _, name in
        if !store.externalStorage.hasContent(name) { count += 1 }
      }
      return count == 0
        ? nil : MissingFiles(entity: entity.name, property: property.name, count: count)
    }
  }
}
