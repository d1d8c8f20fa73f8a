internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// A file opened for reading, with the store in it when it is one of Core Data's.
final class OpenStore {
  let path: String
  let file: StoreFile
  let kind: FileKind
  /// Nil for other SQLite files.
  let store: Store?
  /// Names a statement may use, for suggestions; filled when the views are made.
  private(set) var names: [String] = []
  private var hasViews = false

  init(path: String, isLive: Bool, observer: ((StatementEvent) -> Void)?) throws {
    self.path = path
    file = try StoreFile.open(path: path, live: isLive)
    file.connection.onStatement(observer)
    let found = FileIdentifier.identify(file)
    store = found.isCoreDataStore ? try Store(connection: file.connection, path: path) : nil
    kind = store?.kind(of: found) ?? found
  }

  var connection: Connection { file.connection }
  var metadata: StoreMetadata? { store?.metadata }
  var model: DataModel? { store?.model }
  var layout: StoreLayout? { store?.layout }

  /// Makes the entities readable under their own names.
  func defineViews() throws {
    guard !hasViews else { return }
    hasViews = true
    guard let store else { return }
    try connection.definingTemporaryViews {
      for view in store.entityViews() { try connection.run(view) }
    }
    for entity in store.entities {
      names.append(entity.viewName)
      names += entity.properties.map(\.name)
      names.append(entity.table)
    }
  }

  /// What identification needs.
  var schema: StoreSchema? {
    guard let store else { return nil }
    return StoreSchema(
      entityHashes: store.metadata.entityHashes, checksum: store.metadata.checksum,
      digest: store.metadata.digest, versionIdentifiers: store.metadata.versionIdentifiers,
      frameworkVersion: store.metadata.frameworkVersion, model: store.model,
      tables: store.existingTables)
  }
}
