import Foundation
import StoreEngine
import StoreModel

/// Stores in a folder of their own, and what comes out of migrating them.
final class MigrationFixture {
  let folder: URL
  static let facts = StageFacts(now: 757_382_400, uuid: (1...16).map { UInt8($0) })

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "migrate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// A store of the model, filled by `body` or with generated rows.
  @discardableResult
  func store(
    _ model: DataModel, _ name: String = "old.store", rows: Int = 0, history: Bool = false,
    framework: Int? = nil, _ body: (StoreWriter) throws -> Void = { _ in }
  ) throws -> String {
    var options = StoreWriter.Options()
    options.history = history
    if let framework { options.framework = framework }
    let writer = try StoreWriter(path: path(name), model: model, options: options)
    if rows > 0 { _ = try RowGenerator().fill(writer, rows: rows) }
    try body(writer)
    try writer.finish()
    return path(name)
  }

  /// Migrates a store of one model to another in one inferred step.
  @discardableResult
  func migrate(
    _ from: DataModel, to target: DataModel, store: String = "old.store",
    output: String = "new.store", sink: (any TraceSink)? = nil
  ) throws -> StoreMigration.Result {
    let opened = try Store(file: StoreFile.open(path: path(store)))
    let history = SchemaHistory(name: "Test", versions: [from, target])
    let way = try MigrationPath.find(
      from: StoreVersion(opened), in: [history], to: target.name)
    return try run(way, store: path(store), output: output, sink: sink)
  }

  func run(
    _ way: MigrationPath, store: String, output: String, sink: (any TraceSink)? = nil,
    options change: (inout StoreMigration.Options) -> Void = { _ in }
  ) throws -> StoreMigration.Result {
    var options = StoreMigration.Options(facts: Self.facts)
    options.hashesContent = true
    change(&options)
    return try StoreMigration(store: store, path: way, options: options).run(
      to: StoreOutput(path: path(output), replaces: true), trace: MigrationTrace(sink))
  }

  /// - Parameter model: for stores from before the time they carried one themselves.
  func open(_ name: String = "new.store", model: DataModel? = nil) throws -> Store {
    try Store(file: StoreFile.open(path: path(name)), model: model)
  }

  /// All rows of a question over the new store.
  func rows(_ sql: String, of name: String = "new.store") throws -> [[SQLiteValue]] {
    try open(name).connection.rows(sql)
  }
}

/// What has to be true of any migrated store.
enum MigratedStore {
  /// Everything that is wrong with a store that should be one of the model; one line each.
  static func problems(_ store: Store, model: DataModel) throws -> [String] {
    var problems = store.problems
    let hashes = ModelHashes(of: model)
    if store.metadata.entityHashes != hashes.entities { problems.append("entity hashes differ") }
    if let checksum = store.metadata.checksum, checksum != hashes.checksum {
      problems.append("checksum differs")
    }
    if let digest = store.metadata.digest, digest != hashes.digest {
      problems.append("digest differs")
    }
    if store.metadata.versionIdentifiers != model.versionIdentifiers {
      problems.append("identifiers are \(store.metadata.versionIdentifiers)")
    }
    let cached = try ModelCache.read(store.connection, name: "cached")
    if let cached, ModelHashes(of: cached).entities != hashes.entities {
      problems.append("the cached model has other hashes")
    }
    problems += try schemaProblems(store)
    problems += try rowProblems(store)
    return problems
  }

  /// Compares tables and columns as sets, indexes and triggers by their texts.
  static func schemaProblems(_ store: Store) throws -> [String] {
    let fresh = try Connection(path: "", mode: .memory)
    for statement in store.layout.statements { try fresh.run(statement) }
    let (mine, wanted) = (try objects(store.connection), try objects(fresh))
    return mine.subtracting(wanted).sorted().map { "has \($0)" }
      + wanted.subtracting(mine).sorted().map { "lacks \($0)" }
  }

  static func objects(_ connection: Connection) throws -> Set<String> {
    var found: Set<String> = []
    let rows = try connection.rows(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    for row in rows {
      guard let type = row[0].text, let name = row[1].text, let sql = row[2].text else { continue }
      if type == "table" {
        let columns = try connection.rows("PRAGMA table_info(\"\(name)\")").compactMap { row in
          row[1].text.flatMap { name in row[2].text.map { "\(name) \($0)" } }
        }
        found.insert("table \(name): \(columns.sorted().joined(separator: ", "))")
      } else {
        found.insert(sql.filter { $0 != "\"" })
      }
    }
    return found
  }

  static func rowProblems(_ store: Store) throws -> [String] {
    var problems: [String] = []
    let connection = store.connection
    for table in store.layout.tables {
      let numbers = store.layout.entities.filter { $0.table == table.name }.map(\.number)
      let list = numbers.map(String.init).joined(separator: ", ")
      let stray = try connection.value(
        "SELECT count(*) FROM \"\(table.name)\" WHERE Z_ENT NOT IN (\(list))")
      if stray?.integer != 0 { problems.append("\(table.name): stray Z_ENT") }
      let highest = try connection.value("SELECT max(Z_PK) FROM \"\(table.name)\"")?.integer ?? 0
      let known = try connection.value(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = ?", [.text(table.root)])?.integer
      if known.map({ $0 < highest }) ?? true { problems.append("\(table.name): Z_MAX") }
    }
    let keys = try connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT")
    let wanted = store.layout.entities.map { [$0.number, $0.parent] }
    if keys.map({ [Int($0[0].integer ?? 0), Int($0[2].integer ?? 0)] }) != wanted {
      problems.append("Z_PRIMARYKEY")
    }
    let check = try connection.value("PRAGMA integrity_check")?.text
    if check != "ok" { problems.append("integrity: \(check ?? "")") }
    return problems
  }
}
