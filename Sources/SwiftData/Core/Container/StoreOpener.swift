internal import Foundation
internal import StoreEngine
internal import StoreModel

/// Opens the store of a configuration: makes it, opens it, or migrates it first.
struct StoreOpener {
  let configuration: ModelConfiguration
  let schema: Schema
  let plan: (any SchemaMigrationPlan.Type)?

  func open(firstTable: Int) throws -> SQLStore {
    guard configuration.isStoredInMemoryOnly else {
      return try StoreRegistry.opening(configuration.url.path) {
        try store(openFile(configuration.url.path), firstTable)
      }
    }
    let connection = try Connection(path: ":memory:", mode: .memory)
    try create(connection)
    return try store(connection, firstTable)
  }

  private func store(_ connection: Connection, _ firstTable: Int) throws -> SQLStore {
    try SQLStore(
      configuration: configuration, schema: schema, connection: connection, firstTable: firstTable)
  }

  private func openFile(_ path: String) throws -> Connection {
    if isMissing(path) {
      guard configuration.allowsSave else {
        throw SwiftDataError(
          .loadIssueModelContainer,
          "there is no store at '\(path)', and the configuration does not allow saving")
      }
      return try make(path)
    }
    try migrate(path)
    return try Self.connection(path, configuration.allowsSave ? .readWrite : .readOnly)
  }

  /// A connection that waits for others from its first statement on: the last one to close holds the
  /// file for a moment.
  static func connection(_ path: String, _ mode: Connection.Mode) throws -> Connection {
    let connection = try Connection(path: path, mode: mode)
    try connection.run("PRAGMA busy_timeout = 10000")
    return connection
  }

  private func isMissing(_ path: String) -> Bool {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
    return (size?.int64Value ?? 0) == 0
  }

  /// A file appears under its name only when it is complete.
  private func make(_ path: String) throws -> Connection {
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let connection = try Self.connection(path, .create)
    try create(connection)
    return connection
  }

  private func create(_ connection: Connection) throws {
    var options = StoreWriter.Options()
    options.uuid = UUID().uuidString
    options.history = true
    let layout = StoreLayout(model: schema.model, framework: options.framework, history: true)
    try connection.run("PRAGMA page_size = 4096")
    try connection.run("PRAGMA auto_vacuum = 2")
    if !configuration.isStoredInMemoryOnly { _ = try connection.rows("PRAGMA journal_mode = WAL") }
    try connection.transaction(.exclusive) {
      // Two processes may have found the file missing.
      let known = try connection.value("SELECT 1 FROM sqlite_master WHERE name = 'Z_METADATA'")
      guard known == nil else { return }
      try StoreWriter.writeSchema(
        of: layout, hashes: ModelHashes(of: schema.model), options: options, to: connection)
    }
  }

  private func migrate(_ path: String) throws {
    let metadata: StoreMetadata
    do {
      metadata = try StoreMetadata(connection: Self.connection(path, .readOnly))
    } catch {
      throw SwiftDataError(.loadIssueModelContainer, "'\(path)' cannot be read: \(error)")
    }
    if metadata.entityHashes == ModelHashes(of: schema.model).entities { return }
    guard configuration.allowsSave else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "the store '\(path)' needs a migration, and the configuration does not allow saving")
    }
    try StoreRegistry.migrating(path) {
      try ContainerMigration(path: path, schema: schema, plan: plan).run()
    }
  }
}
