public import StoreModel

/// A Core Data or SwiftData store opened for reading, with its entities under their own names.
public final class Store {
  /// The connection that everything is read through.
  public let connection: Connection
  /// As it was given.
  public let path: String
  /// What the store says about itself.
  public let metadata: StoreMetadata
  /// Given, cached in the store, or, with `source == .store`, rebuilt from its tables.
  public let model: DataModel
  /// The schema the model has in a fresh store.
  package let layout: StoreLayout
  /// In the order of their numbers.
  public let entities: [StoreEntity]
  /// What the model names and the store lacks, and what could not be read; one sentence each.
  public let problems: [String]
  package let externalStorage: ExternalStorage
  /// Whether the schema was changed after the store was made: more schema changes than objects, so
  /// columns may stand in another order and indexes with old names may be left
  /// (Documentation/Format/StoreFormat.md, 1.1; Documentation/Format/MigrationRules.md, 6.3).
  public let wasMigratedInPlace: Bool
  /// Whether it keeps a persistent history.
  public let hasHistory: Bool
  /// Tables of a store that is mirrored to CloudKit (Documentation/Format/CloudKit.md, 3).
  public let isMirrored: Bool
  let tables: StoreTables
  private let indexes: [String: Int]

  /// - Parameter path: names the store and its external-data folder; it is not opened.
  /// - Throws: `SQLiteError` or `ModelFileError` when the store's own tables cannot be read.
  public init(connection: Connection, path: String, model given: DataModel? = nil) throws {
    self.connection = connection
    self.path = path
    let tables = try StoreTables(connection)
    self.tables = tables
    guard tables.has("Z_METADATA") else { throw ModelFileError.metadata(.noTable) }
    metadata = try StoreMetadata(connection: connection)
    var problems: [String] = []
    let keys = try Self.primaryKeys(connection, tables: tables, problems: &problems)
    let model =
      try given
      ?? Self.model(
        connection, path: path, metadata: metadata, tables: tables, keys: keys, problems: &problems)
    self.model = model
    hasHistory = tables.has("ACHANGE")
    isMirrored = tables.names.contains { $0.hasPrefix("ANSCK") }
    layout = StoreLayout(
      model: model, framework: metadata.frameworkVersion, history: hasHistory,
      existing: tables.existing)
    var mapping = StoreMapping(
      model: model, layout: layout, tables: tables,
      keys: Dictionary(keepingFirst: keys.map { ($0.name, $0) }))
    entities = mapping.entities()
    self.problems = problems + mapping.problems
    indexes = Dictionary(keepingFirst: entities.enumerated().map { ($1.name, $0) })
    externalStorage = ExternalStorage(storePath: path)
    try Self.addViewFunctions(to: connection)
    let cookie = try connection.value("PRAGMA schema_version")?.integer ?? 0
    wasMigratedInPlace = cookie > Int64(tables.objectCount)
  }

  /// The store in a file that was opened without touching it.
  ///
  /// - Parameter model: the store's; nil takes the one that it carries.
  /// - Throws: as the designated initializer.
  public convenience init(file: StoreFile, model: DataModel? = nil) throws {
    try self.init(connection: file.connection, path: file.path, model: model)
  }

  /// False in a damaged store only.
  public var hasPrimaryKeys: Bool { tables.has("Z_PRIMARYKEY") }

  /// The tables the store has, whatever its model says.
  package var existingTables: ExistingTables { tables.existing }

  /// - Throws: `StoreError.unknownEntity`.
  public func entity(named name: String) throws -> StoreEntity {
    guard let index = indexes[name] else {
      throw StoreError.unknownEntity(name, known: entities.map(\.name))
    }
    return entities[index]
  }

  private static func primaryKeys(
    _ connection: Connection, tables: StoreTables, problems: inout [String]
  ) throws -> [PrimaryKey] {
    guard tables.has("Z_PRIMARYKEY") else {
      problems.append("table 'Z_PRIMARYKEY' is missing")
      return []
    }
    return try connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT LIMIT 100000"
    ).compactMap { row in
      guard let number = row[0].integer, let name = row[1].text else { return nil }
      return PrimaryKey(
        number: number, name: name, parent: row[2].integer ?? 0, max: row[3].integer ?? 0)
    }
  }

  /// A store of one configuration has that one's entities only; the model it carries may have all.
  private static func part(of model: DataModel, _ metadata: StoreMetadata) -> DataModel {
    guard metadata.entityHashes.count < model.entities.count, !model.configurations.isEmpty,
      let name = model.configuration(with: metadata.entityHashes, ModelHashes(of: model))
    else { return model }
    return model.part(Set(model.configurations[name] ?? []))
  }

  private static func model(
    _ connection: Connection, path: String, metadata: StoreMetadata, tables: StoreTables,
    keys: [PrimaryKey], problems: inout [String]
  ) throws -> DataModel {
    let name = path.lastPathComponent
    if tables.has("Z_MODELCACHE") {
      do {
        if let cached = try ModelCache.read(connection, name: name) {
          return part(of: cached, metadata)
        }
      } catch {
        problems.append("the cached model cannot be read: \(error)")
      }
    }
    return try RebuiltModel(connection, tables: tables, keys: keys)
      .model(name: name, versionIdentifiers: metadata.versionIdentifiers)
  }
}

extension Store {
  /// How many rows there are.
  public struct RowCount: Sendable, Hashable {
    /// Rows, or at most so many.
    public let count: Int64
    /// False when the time ran out: then `count` is the highest key, and there may be fewer rows.
    public let isExact: Bool
  }

  /// Tables with lower keys than this are counted in a fraction of a millisecond.
  private static let quickCount: Int64 = 10_000

  /// A table with as few pages is counted whatever its highest key is.
  private static let pagesOfSparseTable = 8

  /// Rows that can be counted in a time: an index has some 300 on a page, which takes 5 µs to read.
  private static func countable(within budget: Duration) -> Int64 {
    Int64(budget / .microseconds(5)) * 300
  }

  /// Counts the rows of an entity and its subentities through the smallest index.
  ///
  /// - Throws: `StoreError.unknownEntity`, `SQLiteError`.
  public func rowCount(of name: String, within budget: Duration? = nil) throws -> RowCount {
    let entity = try entity(named: name)
    guard !entity.isTableMissing else { return RowCount(count: 0, isExact: true) }
    let condition = entity.condition.map { " WHERE " + $0 } ?? ""
    return try rowCount(ofTable: entity.table, condition, within: budget)
  }

  /// Transactions in the persistent history, counted like the rows of an entity; nil without one.
  public func transactionCount(within budget: Duration? = nil) throws -> RowCount? {
    hasHistory ? try rowCount(ofTable: "ATRANSACTION", "", within: budget) : nil
  }

  private func rowCount(
    ofTable name: String, _ condition: String, within budget: Duration?
  ) throws -> RowCount {
    let table = "main." + name.sqlQuoted
    func count() throws -> RowCount {
      let count = try connection.value("SELECT count(*) FROM \(table)\(condition)")?.integer
      return RowCount(count: count ?? 0, isExact: true)
    }
    guard let budget else { return try count() }
    let highest = try connection.value("SELECT max(rowid) FROM \(table)")?.integer ?? 0
    if highest < Self.quickCount { return try count() }
    let estimate = RowCount(count: highest, isExact: false)
    guard budget > .zero else { return estimate }
    do {
      let pages = highest > Self.countable(within: budget) ? Self.pagesOfSparseTable : .max
      return try connection.interrupted(after: budget, pages: pages, count)
    } catch let error as SQLiteError where error.isInterrupt {
      return estimate
    }
  }
}
