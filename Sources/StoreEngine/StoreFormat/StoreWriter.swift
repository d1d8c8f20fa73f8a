public import StoreModel

/// Writes a new store in Apple's format: the schema of `StoreLayout`, metadata, cached model, rows.
///
/// The file is complete only after `finish()`; a writer that is dropped before that removes it.
public final class StoreWriter {
  public struct Options: Sendable {
    /// `NSPersistenceFrameworkVersion`.
    public var framework = StoreEra.defaultFramework
    /// The store id; upper-case text of a UUID.
    public var uuid = "00000000-0000-4000-8000-000000000000"
    /// Whether persistent history is on, as SwiftData has it.
    public var history = false
    /// Largest value in bytes, of attributes that allow external storage, that stays in its row.
    public var externalThreshold = 128 << 10
    /// Seconds since 2001 that history transactions and `now()` take for the present.
    public var date = 757_382_400.0

    public init() {}
  }

  /// A row of the store: an entity's name and a key.
  public struct Object: Sendable, Hashable {
    public let entity: String
    public let key: Int64

    public init(entity: String, key: Int64) {
      self.entity = entity
      self.key = key
    }
  }

  public let layout: StoreLayout
  public let options: Options
  public let path: String
  /// What is guessed or missing in the store, one sentence each.
  public let warnings: [String]
  let externalStorage: ExternalStorage

  private var connection: Connection?
  private var plans: [String: EntityPlan] = [:]
  private var links: [String: Statement] = [:]
  private var changes: Statement?
  /// Highest key by table.
  private var maxKeys: [String: Int64] = [:]
  private var orders = OrderCounters()
  private var changeCount: Int64 = 0
  private var externalCount: UInt64 = 0
  private var isFinished = false

  /// - Throws: `StoreWriterError.exists` rather than overwrite a file; `SQLiteError`.
  public init(path: String, model: DataModel, options: Options = Options()) throws {
    guard !FileRemoval.exists(path) else { throw StoreWriterError.exists(path) }
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
      try writeFixedRows(connection, hashes: hashes)
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
    try addCoreDataFunctions(to: connection, now: options.date)
    try connection.run("BEGIN EXCLUSIVE")
    for statement in layout.statements { try connection.run(statement) }
  }

  /// The functions that the triggers of derived attributes call (§2.7). Two of them tell a running
  /// context about changed values; there is none here.
  private static func addCoreDataFunctions(to connection: Connection, now: Double) throws {
    for name in ["Updated", "InsertUpdated"] {
      try connection.addFunction(
        "NSCoreDataDATrigger\(name)AffectedObjectValue", argumentCount: 5, deterministic: false
      ) { _ in .null }
    }
    try connection.addFunction("NSCoreDataNow", argumentCount: 0, deterministic: false) { _ in
      .real(now)
    }
  }

  private func writeFixedRows(_ connection: Connection, hashes: ModelHashes) throws {
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
  public func finish() throws {
    guard let connection else { return }
    for (table, key) in maxKeys.sorted(by: { $0.key < $1.key }) {
      guard let root = layout.tables.first(where: { $0.name == table })?.root else { continue }
      try connection.run(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = ?1 WHERE Z_NAME = ?2", [.integer(key), .text(root)])
    }
    if changeCount > 0 { try finishHistory(connection) }
    plans = [:]
    links = [:]
    changes = nil
    try connection.run("COMMIT")
    // The header says WAL, as a store of Core Data does; closing removes the empty log.
    if options.framework > 251 { _ = try connection.rows("PRAGMA journal_mode = WAL") }
    self.connection = nil
    isFinished = true
  }

  private func remove() {
    plans = [:]
    links = [:]
    changes = nil
    connection = nil
    FileRemoval.remove(path)
  }
}

extension StoreWriter {
  /// How rows of one entity are inserted.
  final class EntityPlan {
    let entity: NumberedEntity
    /// Columns behind `Z_PK`, `Z_ENT` and `Z_OPT` that the entity's rows use.
    let columns: [StoreColumn]
    let places: [String: Int]
    fileprivate let statement: Statement

    fileprivate init(entity: NumberedEntity, columns: [StoreColumn], connection: Connection) throws
    {
      self.entity = entity
      self.columns = columns
      places = Dictionary(
        columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
      let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map(\.name.sqlName)
      let marks = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      statement = try connection.prepare(
        "INSERT INTO \(entity.table.sqlName) (\(names.joined(separator: ", "))) VALUES (\(marks))")
    }
  }

  func openConnection() throws -> Connection {
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
    let plan = try EntityPlan(entity: entity, columns: columns, connection: openConnection())
    plans[name] = plan
    return plan
  }

  /// Inserts a row with the values of the plan's columns in their order.
  @discardableResult
  func insertRow(_ plan: EntityPlan, _ values: [SQLiteValue]) throws -> Int64 {
    let key = (maxKeys[plan.entity.table] ?? 0) + 1
    maxKeys[plan.entity.table] = key
    try plan.statement.run(
      [.integer(key), .integer(Int64(plan.entity.number)), .integer(1)] + values)
    if options.history && layout.era.hasHistory { try addChange(plan.entity.number, key) }
    return key
  }

  /// A statement that is prepared once.
  func cached(_ sql: String) throws -> Statement {
    if let statement = links[sql] { return statement }
    let statement = try openConnection().prepare(sql)
    links[sql] = statement
    return statement
  }

  func nextOrder(_ column: String, parent: Int64) -> Int64 {
    orders.next(column, parent: parent)
  }

  func nextExternalName() -> String {
    externalCount += 1
    var random = SplitMix(seed: externalCount &+ SplitMix.hash(options.uuid))
    return UUIDText.text(random.uuid())
  }
}

// MARK: History

extension StoreWriter {
  private func addChange(_ entity: Int, _ key: Int64) throws {
    let statement =
      try changes
      ?? openConnection().prepare(
        "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) "
          + "VALUES (?1, \(HistoryTables.change.number), 0, ?2, ?3, 1)")
    changes = statement
    changeCount += 1
    try statement.run([.integer(changeCount), .integer(Int64(entity)), .integer(key)])
  }

  /// One transaction that inserted everything, made by this tool.
  private func finishHistory(_ connection: Connection) throws {
    let hasStrings = layout.era.hasHistoryStrings
    let columns = hasStrings ? "ZBUNDLEIDTS, ZPROCESSIDTS" : "ZBUNDLEID, ZPROCESSID"
    let names: [SQLiteValue] = [.text("storedoctor"), .text("generate")]
    try connection.run(
      "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP, \(columns)) VALUES (1, ?1, ?2, ?3, ?4)",
      [.integer(Int64(HistoryTables.transaction.number)), .real(options.date)]
        + (hasStrings ? [.integer(1), .integer(2)] : names))
    var maxima: [((number: Int, name: String), Int64)] = [
      (HistoryTables.change, changeCount), (HistoryTables.transaction, 1),
    ]
    if hasStrings {
      for (index, name) in names.enumerated() {
        try connection.run(
          "INSERT INTO ATRANSACTIONSTRING VALUES (?1, ?2, NULL, ?3)",
          [.integer(Int64(index + 1)), .integer(Int64(HistoryTables.string.number)), name])
      }
      maxima.append((HistoryTables.string, 2))
    }
    for (entity, count) in maxima {
      try connection.run(
        "INSERT INTO Z_PRIMARYKEY VALUES (?1, ?2, 0, ?3)",
        [.integer(Int64(entity.number)), .text(entity.name), .integer(count)])
    }
  }
}

/// The places Core Data gives to objects of ordered relationships: 2048, then steps of 1024.
struct OrderCounters {
  private var last: [String: [Int64: Int64]] = [:]

  mutating func next(_ column: String, parent: Int64) -> Int64 {
    let value = (last[column]?[parent]).map { $0 + 1024 } ?? 2048
    last[column, default: [:]][parent] = value
    return value
  }
}
