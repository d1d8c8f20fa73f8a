public import StoreEngine

extension StoreSchema {
  /// Reads metadata, cached model and table columns of a Core Data or SwiftData store.
  ///
  /// - Parameter name: what to call the cached model, usually the file's name.
  /// - Throws: what the metadata reader throws. A cached model that cannot be read is left out:
  ///   the hashes still identify the version.
  public init(connection: Connection, name: String) throws {
    let metadata = try StoreMetadata(connection: connection)
    var tables: [(name: String, columns: [String])] = []
    let statement = try connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    var names: [String] = []
    while try statement.step() {
      if case .text(let name) = statement.value(at: 0), name.hasPrefix("Z") { names.append(name) }
    }
    for name in names {
      let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(name)])
      tables.append((name, columns.compactMap { $0.first?.text }))
    }
    self.init(
      entityHashes: metadata.entityHashes, checksum: metadata.checksum, digest: metadata.digest,
      versionIdentifiers: metadata.versionIdentifiers, frameworkVersion: metadata.frameworkVersion,
      model: try? ModelCache.read(connection, name: name), tables: ExistingTables(tables))
  }
}
