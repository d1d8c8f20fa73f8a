/// What is left of a damaged file's list of tables, indexes and triggers.
struct SalvagedSchema {
  struct Object: Hashable {
    enum Kind: String { case table, index, trigger, view }

    var kind: Kind
    var name: String
    var table: String
    /// The page its tree begins with; 0 for triggers, and where it is not known.
    var root: UInt32
    /// Nil for an index that SQLite makes by itself.
    var sql: String?

    /// Whether it does not list every row.
    var isPartial: Bool { sql?.uppercased().contains(" WHERE ") ?? false }
  }

  var objects: [Object] = []
  /// Whether nothing of the list is missing.
  var isWhole = true

  /// An object of one row; nil for what no schema has.
  static func object(_ values: [SQLiteValue]) -> Object? {
    guard values.count == 5, let kind = values[0].text.flatMap(Object.Kind.init),
      let name = values[1].text, let table = values[2].text
    else { return nil }
    let sql = values[4].text
    guard kind != .table || sql != nil else { return nil }
    let root = values[3].integer.flatMap { UInt32(exactly: $0) } ?? 0
    return Object(kind: kind, name: name, table: table, root: root, sql: sql)
  }

  func has(_ name: String) -> Bool { objects.contains { $0.name == name } }

  func table(_ name: String) -> Object? { objects.first { $0.kind == .table && $0.name == name } }

  /// Whether an object's text can be run: what is made of it holds rows, and computes nothing.
  static func isMakeable(_ object: Object) -> Bool {
    guard let sql = object.sql?.uppercased(), !object.name.lowercased().hasPrefix("sqlite_") else {
      return false
    }
    return switch object.kind {
    case .table: sql.hasPrefix("CREATE TABLE ")
    case .index: sql.hasPrefix("CREATE INDEX ") || sql.hasPrefix("CREATE UNIQUE INDEX ")
    case .trigger: sql.hasPrefix("CREATE TRIGGER ")
    case .view: false
    }
  }

  /// Where a file has the pages that its trees begin with.
  struct Places: Hashable {
    /// As the header says: 0 without a pointer map.
    var vacuum: Int64
    /// Whether the file was written anew, which puts tables before indexes.
    var isRewritten = false
  }

  /// The objects that a store of this layout has, at the pages where a new store has them.
  static func expected(
    _ statements: [String], pageSize: Int, places: Places = Places(vacuum: 0)
  ) throws -> [Object] {
    let connection = try Connection(path: ":memory:", mode: .memory)
    try connection.run("PRAGMA page_size = \(pageSize)")
    try connection.run("PRAGMA auto_vacuum = \(places.vacuum)")
    let tables = statements.filter { $0.hasPrefix("CREATE TABLE ") }
    let others = statements.filter { !$0.hasPrefix("CREATE TABLE ") }
    for statement in places.isRewritten ? tables + others : statements {
      try connection.run(statement)
    }
    return try connection.rows(
      "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master ORDER BY rowid"
    ).compactMap(object)
  }
}
