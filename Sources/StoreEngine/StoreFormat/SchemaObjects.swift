/// What a database is made of, without the texts: names change in a migration in place, and the
/// order of columns too, but not what an index is over (Documentation/Format/MigrationRules.md,
/// 6.3).
package struct SchemaObjects: Sendable {
  package struct Index: Sendable, Hashable {
    package let table: String
    /// Column names in order, with ` DESC` behind a descending one.
    package let columns: [String]
    package let isUnique: Bool
  }

  /// Tables and their columns in order.
  package private(set) var tables: [String: [String]] = [:]
  /// Index to the name it has; unique constraints inside a table's text are among them.
  package private(set) var indexes: [Index: String] = [:]
  /// Trigger to the table it watches.
  package private(set) var triggers: [String: String] = [:]

  /// - Throws: `SQLiteError`.
  package init(_ connection: Connection) throws {
    for row in try connection.rows("SELECT type, name, tbl_name FROM sqlite_master ORDER BY rowid")
    {
      guard let name = row[1].text, let table = row[2].text else { continue }
      switch row[0].text {
      case "table": try addTable(name, connection)
      case "trigger": triggers[name] = table
      default: break
      }
    }
  }

  private mutating func addTable(_ table: String, _ connection: Connection) throws {
    // A virtual table without its module cannot be asked, and counts as empty.
    let columns = (try? connection.rows("PRAGMA table_info(\(table.sqlQuoted))")) ?? []
    tables[table] = columns.compactMap { $0.count > 1 ? $0[1].text : nil }
    for index in (try? connection.rows("PRAGMA index_list(\(table.sqlQuoted))")) ?? [] {
      // A partial index does not list every row, so it does the work of none.
      guard index.count > 4, index[4].integer == 0, let name = index[1].text else { continue }
      let parts = try connection.rows("PRAGMA index_xinfo(\(name.sqlQuoted))")
      let names = parts.compactMap { part -> String? in
        guard part.count > 5, part[5].integer == 1 else { return nil }
        // An expression has no name, but its place.
        let column = part[2].text ?? ""
        return part[3].integer == 1 ? column + " DESC" : column
      }
      indexes[Index(table: table, columns: names, isUnique: index[2].integer == 1)] = name
    }
  }

  /// What a fresh store of the layout has. SQLite itself reads the texts, in a private database.
  ///
  /// - Throws: `SQLiteError` when the layout's names clash, as those of a hostile model may.
  package init(of layout: StoreLayout) throws {
    let connection = try Connection(path: ":memory:", mode: .memory)
    for statement in layout.statements { try connection.run(statement) }
    try self.init(connection)
  }

  /// Whether an index does the work of the given one: over the same columns of the same table, unique
  /// where that is asked for, and with the same first column where it is not.
  package func serves(_ index: Index) -> Bool {
    let columns = Set(index.columns)
    return indexes.keys.contains { own in
      own.table == index.table && Set(own.columns) == columns
        && (index.isUnique ? own.isUnique : own.columns.first == index.columns.first)
    }
  }

  /// Whether rows can be found by the column without reading the whole table.
  package func hasIndex(on column: String, of table: String) -> Bool {
    column == "Z_PK" || firstColumns(of: table)[column] != nil
  }

  /// The columns by which an index of the table is sorted, each with the first such index by name.
  package func firstColumns(of table: String) -> [String: String] {
    let named = indexes.filter { $0.key.table == table }.compactMap { index, name in
      index.columns.first.map { ($0, name) }
    }
    return Dictionary(named, uniquingKeysWith: min)
  }
}
