/// What a row of a table has to look like.
struct TableShape {
  let table: String
  private(set) var columns: [String]
  /// As declared, in capitals.
  private(set) var types: [String]
  /// Whether a column keeps numbers as texts; asked of each value of each row.
  private var keepsText: [Bool]
  /// Whether the columns' order is that of the rows.
  var hasKnownOrder = true
  /// The column that is the row's key and therefore NULL in the record.
  let keyColumn: Int?
  /// The column with the entity.
  let entityColumn: Int?
  /// What may stand there; nil where that is not known.
  var entities: Set<Int64>?

  /// - Parameter connection: has the table.
  init(_ table: String, in connection: Connection) throws {
    self.table = table
    let rows = try connection.rows("PRAGMA main.table_info(\(table.sqlQuoted))")
    columns = rows.map { $0[1].text ?? "" }
    types = rows.map { ($0[2].text ?? "").uppercased() }
    keepsText = types.map(Self.keepsText)
    let keys = rows.indices.filter { rows[$0][5].integer ?? 0 > 0 }
    keyColumn = keys.count == 1 && types[keys[0]] == "INTEGER" ? keys[0] : nil
    entityColumn = columns.contains("Z_PK") ? columns.firstIndex(of: "Z_ENT") : nil
  }

  /// The table of the schema itself.
  static let schema = TableShape(
    table: "sqlite_master", columns: ["type", "name", "tbl_name", "rootpage", "sql"],
    types: ["TEXT", "TEXT", "TEXT", "INT", "TEXT"])

  private init(table: String, columns: [String], types: [String]) {
    self.table = table
    self.columns = columns
    self.types = types
    keepsText = types.map(Self.keepsText)
    (keyColumn, entityColumn, entities) = (nil, nil, nil)
  }

  private static func keepsText(_ type: String) -> Bool {
    type.contains("CHAR") || type.contains("TEXT")
  }

  /// Whether another table differs from this one in nothing but names that this one does not have,
  /// and types; and does differ.
  func isReadAs(_ other: TableShape) -> Bool {
    guard columns.count == other.columns.count else { return false }
    let known = Set(columns)
    return columns.indices.allSatisfy {
      columns[$0] == other.columns[$0] || !known.contains(other.columns[$0])
    } && (columns != other.columns || types != other.types || keyColumn != other.keyColumn)
  }

  func isSame(_ other: TableShape) -> Bool {
    columns == other.columns && types == other.types && keyColumn == other.keyColumn
  }

  /// Tables that never get another column.
  static let fixed: Set = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]

  /// How sure it is that a row of some other table does not look the same.
  var isDistinct: Bool { entityColumn != nil && entities != nil }

  /// Whether columns of these types can be a row of the table: as many as it has, or fewer, as before
  /// a column was added; a key where SQLite keeps it; and nothing that SQLite would have converted.
  func fits(_ record: [Int64]) -> Bool {
    guard !record.isEmpty, record.count <= columns.count else { return false }
    if Self.fixed.contains(table), record.count < columns.count { return false }
    if let keyColumn {
      guard record.indices.contains(keyColumn), record[keyColumn] == 0 else { return false }
    }
    for (index, type) in record.enumerated() where type != 0 && index != keyColumn {
      let isText = type >= 12 && type % 2 == 1
      let isBlob = type >= 12 && type % 2 == 0
      if index == entityColumn || columns[index] == "Z_OPT", isText || isBlob || type == 7 {
        return false
      }
      // Numbers become texts in a column of texts.
      if hasKnownOrder, keepsText[index], !isText, !isBlob { return false }
    }
    return true
  }

  /// The same columns in another order; key, entity and lock stay where they are.
  ///
  /// - Parameter order: a column for each place.
  mutating func reorder(_ order: [Int]) {
    columns = order.map { columns[$0] }
    types = order.map { types[$0] }
    keepsText = types.map(Self.keepsText)
    hasKnownOrder = true
  }

  /// Whether the entity is one of the table's.
  func fits(entity: Int64?) -> Bool {
    guard entityColumn != nil, let entities else { return true }
    return entity.map(entities.contains) ?? false
  }
}
