/// The tables a store really has; the model may name others.
struct StoreTables {
  /// Table name to its columns in order.
  private(set) var columns: [String: [String]] = [:]
  /// In the order of `sqlite_master`.
  private(set) var names: [String] = []
  /// Every name of the schema in lower case, for finding free ones.
  private(set) var lowercasedNames: Set<String> = []
  /// Objects with a text of their own.
  private(set) var objectCount = 0
  private var columnSets: [String: Set<String>] = [:]

  init(_ connection: Connection) throws {
    let statement = try connection.prepare(
      "SELECT type, name, sql IS NOT NULL FROM sqlite_master ORDER BY rowid")
    while try statement.step() {
      guard let name = statement.value(at: 1).text else { continue }
      lowercasedNames.insert(name.lowercased())
      if statement.integer(at: 2) == 1 { objectCount += 1 }
      if statement.value(at: 0).text == "table" { names.append(name) }
    }
    for name in names where name.hasPrefix("Z") || name.hasPrefix("A") {
      // A table that cannot be read, such as a virtual one without its module, counts as empty.
      let found = try? connection.prepare("SELECT * FROM \(name.sqlQuoted) LIMIT 0").columnNames
      columns[name] = found ?? []
      columnSets[name] = Set(found ?? [])
    }
    let found = columns
    existing = ExistingTables(names.compactMap { name in found[name].map { (name, $0) } })
  }

  func has(_ table: String) -> Bool { columns[table] != nil }

  /// The column if the table has it.
  func column(_ name: String?, in table: String) -> String? {
    guard let name, columnSets[table]?.contains(name) == true else { return nil }
    return name
  }

  /// Made once: rules ask for it table by table.
  let existing: ExistingTables
}

/// A row of `Z_PRIMARYKEY`.
struct PrimaryKey {
  let number: Int64
  let name: String
  let parent: Int64
  let max: Int64
}
