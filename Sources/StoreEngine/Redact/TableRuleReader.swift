internal import StoreModel

/// Looks at the tables of a file, and says what becomes of their columns.
struct TableRuleReader {
  private let connection: Connection
  private let rules: StoreColumnRules
  /// Columns that a declared foreign key leads from or to: table and column in lower case.
  private var linked: Set<[String]> = []
  /// Those that lead to the keys of rows.
  private var toKeys: Set<[String]> = []

  /// The salt of whatever is linked, so that equal numbers stay equal.
  private static let commonSalt: UInt64 = 1

  init(_ store: Store?, _ connection: Connection, tables: [String]) throws {
    self.connection = connection
    rules = StoreColumnRules(store, connection)
    for table in tables {
      for row in (try? connection.rows("PRAGMA foreign_key_list(\(table.sqlQuoted))")) ?? [] {
        guard row.count > 4, let parent = row[2].text, let from = row[3].text else { continue }
        let key = try self.key(of: parent)
        let to = row[4].text ?? key ?? ""
        let child = [table, from].map { $0.lowercased() }
        linked.formUnion([child, [parent, to].map { $0.lowercased() }])
        if to.lowercased() == key?.lowercased() { toKeys.insert(child) }
      }
    }
  }

  /// The column that is the key of a table's rows; nil where none is.
  private func key(of table: String) throws -> String? {
    let keys = try connection.rows("PRAGMA table_xinfo(\(table.sqlQuoted))").filter {
      $0.count > 5 && ($0[5].integer ?? 0) > 0
    }
    guard keys.count == 1, keys[0][2].text?.uppercased() == "INTEGER" else { return nil }
    return keys[0][1].text
  }

  /// - Parameter sql: the table's own text.
  func rules(of table: String, sql: String) throws -> TableRules {
    let info = try connection.rows("PRAGMA table_xinfo(\(table.sqlQuoted))")
    // Generated columns and the hidden ones of virtual tables hold nothing of their own.
    let stored = info.filter { $0.count > 6 && $0[6].integer == 0 }
    let names = stored.compactMap { $0[1].text }
    let taken = Set(info.compactMap { $0[1].text?.lowercased() })
    let free = ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
    let hasRowid =
      try free.map { name in
        do {
          _ = try connection.prepare("SELECT \(name) FROM main.\(table.sqlQuoted) LIMIT 0")
          return true
        } catch let error as SQLiteError where error.lacksObject {
          return false
        }
      } ?? false
    let key = hasRowid ? try self.key(of: table) : nil
    let columns = try stored.compactMap { row -> TableRules.Column? in
      guard let name = row[1].text else { return nil }
      let place = [table, name].map { $0.lowercased() }
      let salt =
        linked.contains(place)
        ? Self.commonSalt : SplitMix.hash(place.joined(separator: ".")) | 1 << 63
      let isKey = name == key || toKeys.contains(place)
      let rule = try rules.rule(of: name, type: row[2].text ?? "", in: table, names)
      return TableRules.Column(name: name, rule: rule ?? (isKey ? .keepKeys : .value), salt: salt)
    }
    return TableRules(
      table: table, columns: columns, rowid: key == nil && hasRowid ? free : nil,
      order: key?.sqlQuoted ?? (hasRowid ? free : nil), constants: Self.constants(in: sql))
  }

  /// The literals of a text that has conditions for values: they belong to the schema, and values that
  /// are replaced by others would not meet the conditions.
  static func constants(in sql: String) -> Set<SQLiteValue> {
    guard sql.uppercased().contains("CHECK") else { return [] }
    var found: Set<SQLiteValue> = []
    for match in sql.matches(of: #/'((?:[^']|'')*)'|[^\w.](-?\d+)(?![\w.])/#) {
      if let text = match.output.1 {
        found.insert(
          .text(
            text.split(separator: "''", omittingEmptySubsequences: false).joined(separator: "'")))
      } else if let number = match.output.2.flatMap({ Int64($0) }) {
        found.insert(.integer(number))
      }
    }
    return found
  }
}
