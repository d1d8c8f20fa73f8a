internal import PlatformLibc
internal import StoreModel

/// A new file with the structure of another one and none of its values, in a folder that nobody else
/// may look into until it is complete.
///
/// Rows are read from the old file and written to the new one, so that what lies in the old one beside
/// them (free pages, free room in pages, its log) never gets there.
package final class RedactedStore {
  package var path: String { output.workPath }
  /// Rows by table, in the order of the schema.
  package private(set) var rows: [(table: String, rows: Int64)] = []
  package var counts: RedactedCounts { redactor.counts }
  /// What could not be made, one phrase each.
  package private(set) var leftOut: [String] = []
  /// Columns whose whole numbers were kept because they may be links, as `table.column`.
  package private(set) var perhapsLinks: [String] = []
  /// Rows that do not meet the conditions of their tables any more.
  package private(set) var unmet: Int64 = 0
  package let pagesBefore: FreePages
  package private(set) var pagesAfter: FreePages
  private let source: Connection
  private let output: StoreOutput
  private let redactor: ValueRedactor
  private let progress: (Double, Int, String) -> Void
  private var target: Connection?
  private var isFinished = false

  /// - Parameters:
  ///   - store: the one in the file; nil for other databases.
  ///   - progress: thousandths done, 1000, and what is being done.
  /// - Throws: `RedactionError`, `StoreFileError`, `StoreOutputError`, `SQLiteError`. Then nothing is
  ///   left behind.
  package init(
    of file: StoreFile, _ store: Store?, to output: StoreOutput, key: RedactionKey,
    progress: @escaping (Double, Int, String) -> Void = { _, _, _ in }
  ) throws {
    source = file.connection
    self.output = output
    self.progress = progress
    redactor = ValueRedactor(key, knownNames: Self.names(in: store))
    do {
      pagesBefore = try FreePages(source)
      pagesAfter = pagesBefore
      try Self.lookForDamage(file)
      try make(store)
      try ExternalFileRedaction(
        from: ExternalStorage(storePath: file.path),
        to: ExternalStorage(storePath: output.workPath),
        redactor: redactor
      ).run { [progress] in progress(990, 1000, $0) }
      try file.prove()
      try seal(file)
    } catch let error as SQLiteError where error.isDamage {
      output.discard()
      throw RedactionError.damaged(file.path, message: error.message)
    } catch {
      output.discard()
      throw WorkCopy.translated(error, path: output.path)
    }
  }

  deinit {
    target = nil
    if !isFinished { output.discard() }
  }

  /// Names that the model gives to what is inside values.
  private static func names(in store: Store?) -> Set<String> {
    var names: Set<String> = []
    func add(_ attribute: Attribute, _ depth: Int) {
      names.insert(attribute.name)
      if depth < 32 { for element in attribute.elements { add(element, depth + 1) } }
    }
    for entity in store?.model.entities ?? [] {
      for attribute in entity.attributes { add(attribute, 0) }
      names.formUnion(entity.relationships.map(\.name))
    }
    return names
  }

  private static func lookForDamage(_ file: StoreFile) throws {
    let rows = try file.connection.rows("PRAGMA quick_check(1)")
    let lines = rows.flatMap { ($0.first?.text ?? "").split(separator: "\n") }
    // What does not meet a table's own conditions is no damage.
    let harmless = ["ok", "***", "CHECK constraint", "NULL value in"]
    let damage = lines.first { line in !harmless.contains { line.hasPrefix($0) } }
    if let damage { throw RedactionError.damaged(file.path, message: String(damage)) }
  }

  // MARK: Making it

  private func make(_ store: Store?) throws {
    try FileOutput.create([], at: output.workPath)
    let target = try Connection(path: output.workPath, mode: .readWrite)
    self.target = target
    try prepare(target)
    try target.run("BEGIN EXCLUSIVE")
    var schema = try SchemaCopy(of: source)
    try schema.makeTables(in: target)
    let reader = try TableRuleReader(store, source, tables: schema.tables.map(\.name))
    var copy = RowCopy(from: source, to: target, redactor)
    let total = try expectedRows(schema.tables.map(\.name))
    var done = 0
    for object in schema.tables {
      let rules = try reader.rules(of: object.name, sql: object.sql)
      perhapsLinks += rules.columns.filter { $0.rule == .maybeKeys }.map {
        "\(object.name).\($0.name)"
      }
      let count = try copy.copy(rules) { [progress] in
        done += $0
        progress(Double(done) * 900 / Double(max(total, 1)), 1000, object.name)
      }
      rows.append((object.name, count))
    }
    unmet = copy.unmet
    try fill(schema.virtual, reader, target)
    try copyCounters(to: target)
    try schema.makeRest(in: target) { [progress] in progress(950, 1000, $0) }
    try target.run("COMMIT")
    leftOut += schema.leftOut
    if try target.value("PRAGMA auto_vacuum")?.integer != 1 {
      try pagesBefore.reproduce(in: target)
    }
    pagesAfter = try FreePages(target)
  }

  private func prepare(_ target: Connection) throws {
    // Before anything distrusts the schema, which also refuses this. A file that is not finished is
    // thrown away, so it needs no journal.
    _ = try target.rows("PRAGMA journal_mode = OFF")
    try target.distrustSchema()
    try target.run("PRAGMA synchronous = OFF")
    try target.run("PRAGMA cache_size = -32768")
    // Pages are zeroed before they are used: nothing of this process's memory gets into them.
    _ = try target.rows("PRAGMA secure_delete = ON")
    try target.addCoreDataFunctions(clock: { 0 })
    for name in ["page_size", "auto_vacuum", "encoding", "user_version"] {
      guard let value = try source.value("PRAGMA \(name)") else { continue }
      _ = try target.rows("PRAGMA \(name) = \(value.text.map(\.sqlLiteral) ?? value.sqlLiteral)")
    }
    try target.run("PRAGMA application_id = \(WorkCopy.partialMark)")
    try target.run("PRAGMA foreign_keys = OFF")
  }

  private func expectedRows(_ tables: [String]) throws -> Int64 {
    try tables.reduce(0) {
      $0 + (try source.value("SELECT count(*) FROM main.\($1.sqlQuoted)")?.integer ?? 0)
    }
  }

  private func fill(
    _ tables: [SchemaCopy.Object], _ reader: TableRuleReader, _ target: Connection
  ) throws {
    let copy = VirtualTableCopy(source: source, target: target, redactor: redactor)
    for object in tables {
      switch try copy.copy(object, reader.rules(of: object.name, sql: "")) {
      case .success(let count): rows.append((object.name, count))
      case .failure(let error):
        leftOut.append("the rows of table '\(object.name)': \(error.why)")
      }
    }
  }

  /// Counters of keys, and numbers of rows for SQLite's planner. Samples of values are left out.
  private func copyCounters(to target: Connection) throws {
    let names = Set(try Self.ownTables(source))
    if names.contains("sqlite_stat1") {
      try target.run("ANALYZE main.sqlite_master")
      for name in try Self.ownTables(target) where name.hasPrefix("sqlite_stat") {
        try target.run(
          names.contains(name) ? "DELETE FROM main.\(name)" : "DROP TABLE main.\(name)")
      }
    }
    for (name, columns) in [("sqlite_sequence", "name, seq"), ("sqlite_stat1", "tbl, idx, stat")]
    where names.contains(name) {
      try target.run("DELETE FROM main.\(name)")
      for row in try source.rows("SELECT \(columns) FROM main.\(name) LIMIT 1000000") {
        let places = row.map { _ in "?" }.joined(separator: ", ")
        try target.run("INSERT INTO main.\(name) (\(columns)) VALUES (\(places))", row)
      }
    }
  }

  /// The tables that SQLite itself makes.
  private static func ownTables(_ connection: Connection) throws -> [String] {
    try connection.rows(
      "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name IN "
        + "('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat3', 'sqlite_stat4')"
    ).compactMap { $0.first?.text }
  }

  // MARK: Giving it its name

  /// The header says what the old one's says.
  private func seal(_ file: StoreFile) throws {
    target = nil
    // A connection that distrusts the schema may not set its number. This one reads no table.
    let header = try Connection(path: output.workPath, mode: .readWrite)
    _ = try header.rows("PRAGMA journal_mode = OFF")
    for name in ["application_id", "schema_version"] {
      let value = try source.value("PRAGMA \(name)")?.integer ?? 0
      try header.run("PRAGMA \(name) = \(value)")
    }
    if file.state.journalMode == .wal { _ = try header.rows("PRAGMA journal_mode = WAL") }
  }

  /// - Throws: `StoreOutputError`; there is no new file then.
  package func finish(like store: String) throws {
    do {
      try output.moveIntoPlace(mode: FileTree.mode(of: store))
      isFinished = true
    } catch {
      throw WorkCopy.translated(error, path: output.path)
    }
  }
}
