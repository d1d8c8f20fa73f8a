internal import Foundation
internal import StoreEngine
internal import StoreModel

/// One open store file (or a database in memory) with the plans for its entities.
///
/// All contexts of a container share it; whoever uses the connection, or what of it changes after
/// `init`, holds the lock: that is why it may be shared by threads, unchecked.
final class SQLStore: @unchecked Sendable {
  let configuration: ModelConfiguration
  let schema: Schema
  var connection: Connection
  /// Whether a newer container has migrated the file, or is about to.
  var isClosed = false
  let layout: StoreLayout
  /// The UUID of the file, or what a data store of the app's own calls itself.
  private(set) var identifier: String
  /// The data store of the app's own whose objects this one keeps in memory.
  @exclusivity(unchecked) private(set) var foreign: ForeignStore?
  let externalStorage: ExternalStorage
  var trace: StoreTrace?
  /// By `Z_ENT`, from 1.
  private(set) var plans: [EntityPlan] = []
  private var plansByName: [String: EntityPlan] = [:]
  private var statements: [String: Statement] = [:]
  private let lock = RecursiveLock()
  var history: HistoryWriter?
  /// Of all that have the file open in this process. Every look at a list asks for it; set once, before
  /// anybody else has the store (`StoreRegistry.opening`), so that no access is left to check.
  @exclusivity(unchecked) var commits = CommitCount()
  /// Of the transaction in progress.
  var externalChanges = ExternalChanges()

  /// - Parameter firstTable: the number of the first table among all tables of the container.
  init(
    configuration: ModelConfiguration, schema: Schema, connection: Connection, firstTable: Int
  ) throws {
    self.configuration = configuration
    self.schema = schema
    self.connection = connection
    let metadata = try StoreMetadata(connection: connection)
    identifier = metadata.uuid
    layout = StoreLayout(
      model: schema.model, framework: metadata.frameworkVersion, history: true,
      existing: try Self.existingTables(connection))
    externalStorage = ExternalStorage(storePath: configuration.url.path)
    trace = StoreTrace.make(for: self)
    trace?.opened()
    try prepareConnection()
    history = try HistoryWriter(self)
    let types = Dictionary(
      schema.types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for entity in layout.entities {
      guard let type = types[entity.name] else { continue }
      let plan = EntityPlan(store: self, type: type, entity: entity, tableNumber: firstTable)
      plans.append(plan)
      plansByName[type.name] = plan
    }
    for plan in plans { plan.connect() }
    for plan in plans { plan.findInverses() }
  }

  /// Takes the store, its plans and its history apart, which hold each other.
  func close() {
    locked {
      // An object that outlives its context keeps the store, but not the file open.
      suspend()
      for plan in plans { plan.close() }
      plans = []
      plansByName = [:]
      statements = [:]
      history = nil
      foreign = nil
    }
  }

  /// From now on the rows are those of a data store of the app's own. Before anybody else has this one.
  func mirror(_ other: any AnyDataStore) {
    identifier = other.identifier
    // What is kept of changes is that store's to decide.
    history = nil
    foreign = ForeignStore(other, self)
  }

  func letGoOfStatements() {
    statements = [:]
    for plan in plans { plan.letGoOfStatements() }
  }

  func prepareConnection() throws {
    try connection.run("PRAGMA busy_timeout = 10000")
    try connection.addCoreDataFunctions(clock: { Date().timeIntervalSinceReferenceDate })
    try StringSearch.add(to: connection)
    try connection.run("PRAGMA temp_store = MEMORY")
    if !configuration.isDurable { try connection.run("PRAGMA synchronous = OFF") }
    // In KiB: a save that changes more pages than fit writes them twice.
    try connection.run("PRAGMA cache_size = -16384")
    try connection.run("CREATE TEMP TABLE _Z_intarray0 (value INTEGER PRIMARY KEY)")
  }

  private static func existingTables(_ connection: Connection) throws -> ExistingTables {
    let names = try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
    return ExistingTables(
      try names.compactMap { $0[0].text }.map { name in
        (name, try connection.prepare("SELECT * FROM \(name.sqlName) LIMIT 0").columnNames)
      })
  }

  func plan(named name: String) -> EntityPlan? { plansByName[name] }

  func plan(number: Int) -> EntityPlan? {
    plans.indices.contains(number - 1) && plans[number - 1].entity.number == number
      ? plans[number - 1] : plans.first { $0.entity.number == number }
  }

  func locked<T>(_ body: () throws -> T) rethrows -> T {
    try lock.locked {
      if trace == nil, TraceHub.isRecording { trace = StoreTrace.make(for: self) }
      return try body()
    }
  }

  /// Tells whoever listens how a statement came about.
  func note(_ text: @autoclosure () -> String) { locked { trace?.note(text()) } }

  /// Lends a prepared statement; one that is in use already is prepared again.
  func with<T>(_ sql: String, _ purpose: StoreTrace.Purpose, _ body: (Statement) throws -> T) throws
    -> T
  {
    try locked {
      try requireOpen()
      let statement = try statements.removeValue(forKey: sql) ?? connection.prepare(sql)
      trace?.purpose = purpose
      defer {
        statement.reset()
        trace?.purpose = .other
        if statements.count < 256 { statements[sql] = statement }
      }
      return try body(statement)
    }
  }

  func run(_ sql: String, _ values: [SQLiteValue] = [], _ purpose: StoreTrace.Purpose = .save)
    throws
  {
    try with(sql, purpose) { try $0.run(values) }
  }

  /// Fills the list that `IN (SELECT * FROM _Z_intarray0)` reads.
  func bindKeys(_ keys: some Sequence<Int64>) throws {
    try trace.paused {
      try run("DELETE FROM _Z_intarray0", [], .other)
      // One statement: a transaction of its own for each key would cost more than the fetch.
      try run(
        "INSERT OR IGNORE INTO _Z_intarray0 SELECT value FROM json_each(?1)",
        [.text(keys.jsonText)], .other)
    }
    trace?.note("Bound intarray _Z_intarray0")
    trace?.note("Bound intarray values.")
  }
}
