/// The tables, indexes and triggers a store has, as `sqlite_master` holds them.
///
/// A stage is planned on what is there and not on what a model would give a fresh store: columns
/// appended by earlier migrations, and indexes they left behind, are normal
/// (Documentation/Format/MigrationRules.md, 6.3).
package struct TableSchema: Sendable {
  struct Column: Sendable, Hashable {
    let name: String
    let type: String
  }

  struct Table: Sendable {
    let name: String
    let columns: [Column]
    let sql: String

    func has(_ column: String) -> Bool { columns.contains { $0.name == column } }
  }

  /// An index or a trigger.
  struct Object: Sendable {
    let name: String
    let table: String
    let sql: String
  }

  private(set) var tables: [String: Table] = [:]
  /// In the order of `sqlite_master`.
  private(set) var tableNames: [String] = []
  private(set) var indexes: [Object] = []
  private(set) var triggers: [Object] = []
  private(set) var views: [String] = []
  /// Virtual tables: R-tree indexes, or an app's own.
  private(set) var virtualTables: [String] = []

  /// Reads the schema of a store.
  package init(_ connection: Connection) throws {
    let rows = try connection.prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
    while try rows.step() {
      guard let type = rows.value(at: 0).text, let name = rows.value(at: 1).text,
        let table = rows.value(at: 2).text, let sql = rows.value(at: 3).text
      else { continue }
      switch type {
      case "table":
        guard !name.hasPrefix("sqlite_") else { continue }
        guard sql.hasPrefix("CREATE TABLE") else {
          virtualTables.append(name)
          continue
        }
        let columns = try connection.rows("PRAGMA table_info(\(name.sqlQuoted))")
          .compactMap { row -> Column? in
            guard row.count > 2, let name = row[1].text else { return nil }
            return Column(name: name, type: row[2].text ?? "")
          }
        tables[name] = Table(name: name, columns: columns, sql: sql)
        tableNames.append(name)
      case "index": indexes.append(Object(name: name, table: table, sql: sql))
      case "trigger": triggers.append(Object(name: name, table: table, sql: sql))
      default: views.append(name)
      }
    }
  }

  /// The schema a model has in a fresh store.
  package init(_ layout: StoreLayout) throws {
    let connection = try Connection(path: "", mode: .memory)
    for statement in layout.statements { try connection.run(statement) }
    try self.init(connection)
  }

  /// An empty database in memory with the same tables, indexes and triggers.
  func scratch() throws -> Connection {
    let connection = try Connection(path: "", mode: .memory)
    try connection.addCoreDataFunctions(clock: { 0 })
    for name in tableNames { try tables[name].map { try connection.run($0.sql) } }
    for index in indexes { try connection.run(index.sql) }
    for trigger in triggers { try connection.run(trigger.sql) }
    return connection
  }

  var existing: ExistingTables {
    ExistingTables(tableNames.map { ($0, tables[$0]?.columns.map(\.name) ?? []) })
  }
}

extension String {
  /// The text without quotes around names and without the differences in spacing that
  /// `ALTER TABLE` leaves, so that equal definitions compare equal.
  var normalizedSQL: String {
    var result: [UInt8] = []
    for byte in utf8 where byte != UInt8(ascii: "\"") {
      let isSpace = byte == 32 || byte == 9 || byte == 10
      let isTight = byte == UInt8(ascii: ",") || byte == UInt8(ascii: ")")
      if isTight { while result.last == 32 { result.removeLast() } }
      if isSpace, result.last.map({ $0 == 32 || $0 == UInt8(ascii: "(") }) ?? true { continue }
      result.append(isSpace ? 32 : byte)
      if byte == UInt8(ascii: ",") { result.append(32) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
