internal import StoreModel

/// Makes the tables of a file, and later its indexes, triggers and views, in another one, from their
/// own texts.
struct SchemaCopy {
  struct Object {
    let type: String
    let name: String
    let sql: String
  }

  /// In the order in which they were made.
  let objects: [Object]
  /// Tables that a module of SQLite keeps, by name; the tables it keeps them in belong to it.
  private(set) var virtual: [Object] = []
  /// What could not be made, one phrase each.
  private(set) var leftOut: [String] = []
  /// Tables that hold rows of their own.
  private(set) var tables: [Object] = []

  /// A text of a schema may have been made to take long.
  private static let budget = Duration.seconds(600)

  init(of source: Connection) throws {
    objects = try source.rows(
      "SELECT type, name, sql FROM main.sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    ).compactMap { row in
      guard let type = row[0].text, let name = row[1].text, let sql = row[2].text else {
        return nil
      }
      return Object(type: type, name: name, sql: sql)
    }
  }

  private static func isVirtual(_ object: Object) -> Bool {
    object.type == "table" && object.sql.uppercased().hasPrefix("CREATE VIRTUAL TABLE ")
  }

  /// Makes the tables, without rows.
  mutating func makeTables(in target: Connection) throws {
    let modules = objects.filter(Self.isVirtual)
    for object in objects where object.type == "table" && !object.name.hasPrefix("sqlite_") {
      // The module has made its own ones; where it is missing, nothing can be made of them.
      if modules.contains(where: { object.name.hasPrefix($0.name + "_") }) { continue }
      guard try make(object, in: target) else { continue }
      if Self.isVirtual(object) { virtual.append(object) } else { tables.append(object) }
    }
  }

  /// Makes what is no table: indexes of rows that are there are made in one go.
  mutating func makeRest(in target: Connection, progress: (String) -> Void) throws {
    for object in objects where object.type != "table" {
      progress(object.name)
      _ = try make(object, in: target)
    }
  }

  /// - Returns: false where this library cannot make it, which is noted.
  private mutating func make(_ object: Object, in target: Connection) throws -> Bool {
    guard object.sql.uppercased().hasPrefix("CREATE ") else {
      leftOut.append("\(object.type) '\(object.name)': its text is not plain")
      return false
    }
    do {
      try target.limited(to: Self.budget) { try target.run(object.sql) }
      return true
    } catch let error as SQLiteError where error.code & 0xFF == 19 {
      throw RedactionError.notUnique(table: object.name)
    } catch let error as SQLiteError where !error.isSystemFailure && !error.isInterrupt {
      leftOut.append("\(object.type) '\(object.name)': \(error.message)")
      return false
    }
  }
}
