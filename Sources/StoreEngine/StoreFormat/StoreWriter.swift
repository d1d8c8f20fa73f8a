package import StoreModel

/// Writes a new store in Apple's format: the schema of `StoreLayout`, metadata, cached model, rows.
///
/// The file is complete only after `finish()`; a writer that is dropped before that removes it.
package final class StoreWriter {
  package struct Options: Sendable {
    /// `NSPersistenceFrameworkVersion`.
    package var framework = StoreEra.defaultFramework
    /// The store id; upper-case text of a UUID.
    package var uuid = "00000000-0000-4000-8000-000000000000"
    /// Whether persistent history is on, as SwiftData has it.
    package var history = false
    /// Largest value in bytes, of attributes that allow external storage, that stays in its row.
    package var externalThreshold = 128 << 10
    /// Seconds since 2001 that history transactions and `now()` take for the present.
    package var date = 757_382_400.0

    package init() {}
  }

  /// A row of the store: an entity's name and a key.
  package struct Object: Sendable, Hashable {
    package let entity: String
    package let key: Int64

    package init(entity: String, key: Int64) {
      self.entity = entity
      self.key = key
    }
  }

  package let layout: StoreLayout
  package let options: Options
  package let path: String
  /// What is guessed or missing in the store, one sentence each.
  package let warnings: [String]
  let externalStorage: ExternalStorage

  private var connection: Connection?
  private var plans: [String: EntityPlan] = [:]
  private var statements: [String: Statement] = [:]
  private var joins: [String: JoinPlan] = [:]
  /// Inserts into the history; its state is that of `StoreWriter+History.swift`.
  var changes: Statement?
  /// By table.
  private var keys: [String: KeyCounter] = [:]
  /// By table and column.
  private var orders: [String: OrderCounter] = [:]
  var changeCount: Int64 = 0
  private var externalCount: UInt64 = 0
  private var isFinished = false

  /// - Throws: `StoreWriterError.exists` rather than overwrite a file; `SQLiteError`.
  package init(path: String, model: DataModel, options: Options = Options()) throws {
    guard !RawFile.isEntry(path) else { throw StoreWriterError.exists(path) }
    self.path = path
    self.options = options
    layout = StoreLayout(model: model, framework: options.framework, history: options.history)
    externalStorage = ExternalStorage(storePath: path)
    let hashes = ModelHashes(of: model)
    warnings = layout.unknowns + model.entities.compactMap { hashes.certainty[$0.name]?.reason }
    let connection = try Connection(path: path, mode: .create)
    self.connection = connection
    do {
      try Self.prepare(connection, layout: layout, options: options)
      try Self.writeSchema(of: layout, hashes: hashes, options: options, to: connection)
    } catch {
      remove()
      throw error
    }
  }

  deinit {
    if !isFinished { remove() }
  }

  private static func prepare(
    _ connection: Connection, layout: StoreLayout, options: Options
  ) throws {
    try connection.run("PRAGMA page_size = 4096")
    try connection.run("PRAGMA auto_vacuum = 2")
    // Nothing is lost that a failed write would not remove anyway.
    _ = try connection.rows("PRAGMA journal_mode = OFF")
    try connection.run("PRAGMA synchronous = OFF")
    try connection.run("PRAGMA cache_size = -65536")
    try connection.addCoreDataFunctions(clock: { options.date })
    try connection.run("BEGIN EXCLUSIVE")
  }

  /// Makes an empty store of a database: tables, indexes, triggers, primary keys, metadata and the
  /// cached model. The caller has begun a transaction.
  package static func writeSchema(
    of layout: StoreLayout, hashes: ModelHashes, options: Options, to connection: Connection
  ) throws {
    for statement in layout.statements { try connection.run(statement) }
    for entity in layout.entities {
      try connection.run(
        "INSERT INTO Z_PRIMARYKEY VALUES (?1, ?2, ?3, 0)",
        [.integer(Int64(entity.number)), .text(entity.name), .integer(Int64(entity.parent))])
    }
    let metadata = StoreMetadata(
      uuid: options.uuid, hashes: hashes, versionIdentifiers: layout.model.versionIdentifiers,
      framework: options.framework)
    try connection.run(
      "INSERT INTO Z_METADATA VALUES (1, ?1, ?2)", [.text(options.uuid), .blob(metadata.plist())])
    if layout.era.hasModelCache {
      try connection.run(
        "INSERT INTO Z_MODELCACHE VALUES (?1)", [.blob(ModelCache.content(of: layout.model))])
    }
  }

  /// Writes what depends on the rows, and closes the store without side files.
  package func finish() throws {
    guard let connection else { return }
    for table in layout.tables {
      guard let key = keys[table.name]?.last, key > 0 else { continue }
      try connection.run(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = ?1 WHERE Z_NAME = ?2", [.integer(key), .text(table.root)])
    }
    if changeCount > 0 { try finishHistory(connection) }
    closeStatements()
    try connection.run("COMMIT")
    // The header says WAL, as a store of Core Data does; closing removes the empty log.
    if options.framework > 251 { _ = try connection.rows("PRAGMA journal_mode = WAL") }
    self.connection = nil
    isFinished = true
  }

  private func closeStatements() {
    plans = [:]
    joins = [:]
    statements = [:]
    changes = nil
  }

  private func remove() {
    closeStatements()
    connection = nil
    FileRemoval.remove(path)
    externalStorage.remove((0..<externalCount).lazy.map { self.externalName($0 + 1) })
  }
}

extension StoreWriter {
  /// How rows of one entity are inserted.
  final class EntityPlan {
    let entity: NumberedEntity
    /// Columns behind `Z_PK`, `Z_ENT` and `Z_OPT` that the entity's rows use.
    let columns: [StoreColumn]
    let places: [String: Int]
    fileprivate let keys: KeyCounter
    fileprivate let statement: Statement

    fileprivate init(
      entity: NumberedEntity, columns: [StoreColumn], keys: KeyCounter, connection: Connection
    ) throws {
      self.entity = entity
      self.columns = columns
      self.keys = keys
      places = Dictionary(keepingFirst: columns.enumerated().map { ($1.name, $0) })
      let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map(\.name.sqlName)
      let marks = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      statement = try connection.prepare(
        "INSERT INTO \(entity.table.sqlName) (\(names.joined(separator: ", "))) VALUES (\(marks))")
    }
  }

  /// The connection the store is written through: interrupting it ends the writing with an error.
  package func openConnection() throws -> Connection {
    guard let connection else { throw StoreWriterError.finished }
    return connection
  }

  /// - Throws: `StoreWriterError.unknownEntity`.
  func plan(for name: String) throws -> EntityPlan {
    if let plan = plans[name] { return plan }
    guard let entity = layout.entity(named: name),
      let table = layout.tables.first(where: { $0.name == entity.table })
    else { throw StoreWriterError.unknownEntity(name) }
    let columns = table.columns.filter { layout.uses($0, entity) }
    let counter = keys[entity.table] ?? KeyCounter()
    keys[entity.table] = counter
    let plan = try EntityPlan(
      entity: entity, columns: columns, keys: counter, connection: openConnection())
    plans[name] = plan
    return plan
  }

  /// Inserts a row: three places for the key, the entity and the lock, which are filled in here,
  /// then the values of the plan's columns in their order.
  @discardableResult
  func insertRow(_ plan: EntityPlan, _ row: inout [SQLiteValue]) throws -> Int64 {
    let key = plan.keys.next()
    row[0] = .integer(key)
    row[1] = .integer(Int64(plan.entity.number))
    row[2] = .integer(1)
    try plan.statement.run(row)
    if options.history && layout.era.hasHistory { try addChange(plan.entity.number, key) }
    return key
  }

  /// A statement that is prepared once.
  func cached(_ sql: String) throws -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try openConnection().prepare(sql)
    statements[sql] = statement
    return statement
  }

  /// Counts the places in an order column.
  func orderCounter(_ table: String, _ column: String) -> OrderCounter {
    let name = table + "." + column
    let counter = orders[name] ?? OrderCounter()
    orders[name] = counter
    return counter
  }

  func joinPlan(_ join: JoinTable) throws -> JoinPlan {
    if let plan = joins[join.name] { return plan }
    let plan = try JoinPlan(join, writer: self)
    joins[join.name] = plan
    return plan
  }

  func nextExternalName() -> String {
    externalCount += 1
    return externalName(externalCount)
  }

  private func externalName(_ number: UInt64) -> String {
    var random = SplitMix(seed: number &+ SplitMix.hash(options.uuid))
    return UUIDText.text(random.uuid())
  }
}
