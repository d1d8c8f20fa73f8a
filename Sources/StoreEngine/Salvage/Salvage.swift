package import StoreModel

/// Saves the rows of a damaged store into a new one: whatever can still be reached from the tables'
/// own pages, around the damage and by the pointer map, with the same keys.
///
/// What is taken needs a proof that it is a living row of that table. What was deleted does not come
/// back, and nothing is made up. Values on damaged pages are taken as they are.
package final class Salvage {
  let pages: SalvagePages
  let chains: OverflowChains
  let rows: RowReader
  var survey: SalvageSurvey
  var schema = SalvagedSchema()
  var identity = SalvageIdentity()
  var tables: [SalvageTable] = []
  var result = SalvageResult()
  /// Pages of indexes that are lost.
  var lostEntries: [SalvageResult.LostPage] = []
  /// The highest key given, by table, as the store counts.
  var counters: [String: Int64] = [:]
  /// Root entities by table.
  var roots: [String: String] = [:]
  let connection: Connection
  let path: String

  /// Told, again and again, how far it is: steps done, steps in all, and what is being done.
  package var progress: (Int, Int, String) -> Void = { _, _, _ in }

  /// - Parameters:
  ///   - path: of the damaged store, which is only read.
  ///   - connection: to an empty database.
  /// - Throws: `StoreFileError`, `SalvageError`, `SQLiteError`.
  package init(of path: String, into connection: Connection) throws {
    self.path = path
    self.connection = connection
    pages = try SalvagePages(path: path)
    chains = OverflowChains(pages)
    rows = RowReader(pages: pages, chains: chains)
    survey = SalvageSurvey(pages)
    result.pageSize = pages.size
    result.pageCount = Int(pages.count)
    result.notes = pages.notes
  }

  /// Which bytes were read, as `StoreFile` says it.
  package var bytesRead: String {
    let main = "main, \(pages.count) pages of \(pages.size) bytes"
    if let log = pages.image.log { return "\(main), \(log.state.committed) WAL frames over it" }
    if let journal = pages.image.journal {
      return "\(main), \(journal.state.pages) journal pages over it"
    }
    return main
  }

  /// Does all of it.
  ///
  /// - Parameter models: versions of the app, for a store that has lost its own model.
  package func run(models: [DataModel]) throws -> SalvageResult {
    progress(0, 5, "finding tables")
    try readSchema()
    try prepare()
    try makeTables(schema.objects)
    try walkTrees()
    try identify(models)
    try correctTables()
    if !schema.isWhole { try complete() }
    try survey.settle()
    guard !tables.isEmpty else { throw SalvageError.noSchema(path) }
    let isStore = tables.contains { ["Z_METADATA", "Z_PRIMARYKEY"].contains($0.object.name) }
    if schema.isWhole, !isStore { throw SalvageError.foreign(path) }
    progress(1, 5, "looking at pages")
    try surveyTables()
    progress(2, 5, "reading indexes")
    try readIndexes()
    progress(3, 5, "copying rows")
    try copyRows()
    progress(4, 5, "making indexes")
    try makeIndexes()
    try finishRows()
    try connection.run("COMMIT")
    try collect()
    guard pages.image.isOneState() else { throw StoreFileError(path: path, reason: .busy) }
    return result
  }

  // MARK: The schema

  private func readSchema() throws {
    let number = try survey.walk(1, isTable: true)
    try survey.settle()
    let object = SalvagedSchema.Object(
      kind: .table, name: "sqlite_master", table: "sqlite_master", root: 1)
    let table = SalvageTable(object, shape: .schema, tree: number)
    try table.survey(survey)
    table.settle()
    schema.isWhole = table.isWhole
    var roots: Set<UInt32> = []
    for row in try rows.all(table) {
      guard let object = SalvagedSchema.object(row.values), !schema.has(object.name),
        object.root == 0 || roots.insert(object.root).inserted
      else {
        schema.isWhole = false
        continue
      }
      schema.objects.append(object)
    }
    for (page, why) in table.lost where page > 0 {
      result.lostPages.append(.init(page: page, owner: "the list of tables", why: why))
    }
    if schema.objects.isEmpty { schema.isWhole = false }
  }

  private func prepare() throws {
    let header = try pages.bytes(1).map { StoreHeader($0).isSQLite ? $0 : [] } ?? []
    let isIncremental = header.isEmpty || header.bigEndian32(at: 64) != 0
    let hasMap = header.isEmpty || header.bigEndian32(at: 52) != 0
    let vacuum = hasMap ? (isIncremental ? 2 : 1) : 0
    try connection.run("PRAGMA page_size = \(pages.size)")
    try connection.run("PRAGMA auto_vacuum = \(vacuum)")
    if !header.isEmpty {
      // Both are the app's own.
      try connection.run("PRAGMA user_version = \(Int32(bitPattern: header.bigEndian32(at: 60)))")
      let id = Int32(bitPattern: header.bigEndian32(at: 68))
      try connection.run("PRAGMA application_id = \(id)")
    }
    try connection.run("PRAGMA ignore_check_constraints = ON")
    try connection.run("BEGIN EXCLUSIVE")
  }

  /// Time for one text of a schema, which somebody may have made to take long.
  static let schemaBudget = Duration.seconds(2)

  /// Makes tables, and walks their trees.
  private func makeTables(_ objects: [SalvagedSchema.Object]) throws {
    for var object in objects where object.kind == .table {
      guard !object.name.lowercased().hasPrefix("sqlite_") else { continue }
      guard SalvagedSchema.isMakeable(object), let sql = object.sql, make(sql) else {
        schema.isWhole = false
        result.mayLack = true
        result.notes.append(
          "the table '\(object.name)' cannot be made: its text is damaged or not plain")
        continue
      }
      // A changed bit can be in the name alone; the text is what counts here.
      object.name = try lastTable() ?? object.name
      let shape = try TableShape(object.name, in: connection)
      var tree: Int?
      if survey.canBegin(object.root) {
        tree = try survey.walk(object.root, isTable: true)
      } else {
        schema.isWhole = false
      }
      tables.append(SalvageTable(object, shape: shape, tree: tree))
    }
  }

  private func lastTable() throws -> String? {
    try connection.value(
      "SELECT name FROM main.sqlite_master WHERE type = 'table' ORDER BY rowid DESC LIMIT 1")?.text
  }

  func make(_ sql: String) -> Bool {
    (try? connection.limited(to: Self.schemaBudget) { try connection.run(sql) }) != nil
  }

  private var indexTrees: [(object: SalvagedSchema.Object, tree: Int)] = []

  private func walkTrees() throws {
    for object in schema.objects where object.kind == .index {
      guard survey.canBegin(object.root) else { continue }
      indexTrees.append((object, try survey.walk(object.root, isTable: false)))
    }
    try survey.settle()
  }

  /// Reads a small table by its name, once its tree is settled.
  private func content(of name: String) throws -> [[SQLiteValue]] {
    guard let table = tables.first(where: { $0.object.name == name }) else { return [] }
    try table.survey(survey)
    table.settle()
    return try rows.all(table).map { row in
      var values = row.values
      if let key = table.shape.keyColumn, values.indices.contains(key) {
        values[key] = .integer(row.key)
      }
      return values
    }
  }

  private func identify(_ models: [DataModel]) throws {
    let name = path.lastPathComponent
    identity.metadata = try content(of: "Z_METADATA").lazy.compactMap(SalvageIdentity.metadata)
      .first
    if identity.metadata == nil, !schema.isWhole {
      identity.metadata = try SalvageIdentity.search(
        pages, rows, columns: 3, SalvageIdentity.metadata)
    }
    identity.model = try content(of: "Z_MODELCACHE").lazy.compactMap {
      SalvageIdentity.model($0, name: name)
    }.first
    if identity.model == nil, !schema.isWhole {
      identity.model = try SalvageIdentity.search(pages, rows, columns: 1) {
        SalvageIdentity.model($0, name: name)
      }
    }
    identity.isCached = identity.model != nil
    identity.choose(from: models)
  }

  /// A text with changed bits can still be one that SQLite takes: where the model has the same table
  /// with the same columns but for names or types that it does not know, the model's counts.
  private func correctTables() throws {
    guard let model = identity.model, identity.isProven else { return }
    let known = ExistingTables(tables.map { ($0.object.name, $0.shape.columns) })
    let right = try SalvagedSchema.expected(
      StoreLayout(
        model: model, framework: identity.metadata?.frameworkVersion, history: true, existing: known
      ).statements, pageSize: pages.size, vacuum: 0
    ).filter { $0.kind == .table }
    let shapes = try right.map { try Self.shape($0.name, $0.sql ?? "") }
    let names = Set(right.map(\.name))
    for table in tables {
      let own = table.object.name
      var places = right.indices.filter {
        right[$0].name == own && shapes[$0].isReadAs(table.shape)
      }
      if !names.contains(own) {
        // A name that the model does not have may be one that it lacks.
        places = right.indices.filter { place in
          known.columns[right[place].name] == nil && Self.isNear(right[place].name, own)
            && (shapes[place].isReadAs(table.shape) || shapes[place].isSame(table.shape))
        }
      }
      guard places.count == 1, let sql = right[places[0]].sql else { continue }
      try connection.run("DROP TABLE main.\(own.sqlQuoted)")
      try connection.run(sql)
      table.object.name = right[places[0]].name
      table.result.name = table.object.name
      table.shape = try TableShape(table.object.name, in: connection)
      result.notes.append(
        "the text of the table '\(table.object.name)' is damaged; the model's was taken")
    }
  }

  /// Whether two names differ in one byte.
  private static func isNear(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    return one.count == other.count && zip(one, other).count { $0 != $1 } == 1
  }

  static func shape(_ table: String, _ sql: String) throws -> TableShape {
    let scratch = try Connection(path: ":memory:", mode: .memory)
    try scratch.run(sql)
    return try TableShape(table, in: scratch)
  }

  /// Adds what the model says that the store had, and the list of tables does not.
  private func complete() throws {
    guard let model = identity.model else {
      result.mayLack = true
      result.notes.append(
        "the list of tables is damaged, and there is no model to complete it by; name the app's with "
          + "--model")
      return
    }
    let framework = identity.metadata?.frameworkVersion
    let known = ExistingTables(tables.map { ($0.object.name, $0.shape.columns) })
    func expected(history: Bool) throws -> [SalvagedSchema.Object] {
      let layout = StoreLayout(
        model: model, framework: framework, history: history, existing: known)
      return try SalvagedSchema.expected(
        layout.statements, pageSize: pages.size, vacuum: pages.pointers == nil ? 0 : 2)
    }
    let search = RootSearch(pages: pages, survey: survey, rules: try entityRules())
    let all = try expected(history: true)
    // Any of its tables is proof; an empty one is none.
    let hasHistory =
      try schema.objects.contains { $0.name.hasPrefix("ATRANSACTION") }
      || all.contains {
        try ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"].contains($0.name)
          && search.isProven($0.root, $0)
      }
    let missing = try (hasHistory ? all : expected(history: false)).filter { object in
      !tables.contains { $0.object.name == object.name }
        && (object.kind == .table || !schema.has(object.name))
    }
    guard !missing.isEmpty else { return }
    result.notes.append(
      "the list of tables is damaged; "
        + (schema.objects.isEmpty ? "tables, indexes and triggers" : "what it lacks")
        + " are those "
        + "of \(identity.isCached ? "the cached model" : "the model given")")
    result.mayLack = result.mayLack || !identity.isCached
    try add(missing, search)
  }

  private func add(_ missing: [SalvagedSchema.Object], _ search: RootSearch) throws {
    var taken: Set<UInt32> = []
    var placed: [SalvagedSchema.Object] = []
    for var object in missing {
      let own = schema.objects.first { $0.name == object.name }?.root
      switch object.kind {
      case .table:
        let root = try search.root(of: object, own: own, taken: taken)
        object.root = root ?? 0
      case .index:
        if try !search.canBegin(object.root, isTable: false) || taken.contains(object.root) {
          object.root = 0
        }
      default: object.root = 0
      }
      if object.root > 0 { taken.insert(object.root) }
      placed.append(object)
    }
    schema.objects.removeAll { old in placed.contains { $0.name == old.name } }
    schema.objects += placed
    try makeTables(placed)
    for object in placed where object.kind == .index && survey.canBegin(object.root) {
      indexTrees.append((object, try survey.walk(object.root, isTable: false)))
    }
  }

  // MARK: Pages

  private func surveyTables() throws {
    let rules = try entityRules()
    for table in tables {
      table.shape.entities = rules[table.object.name]
      table.result.refused = 0
      try table.survey(survey)
    }
    try LeafSearch(pages: pages, tables: tables).assign(&result)
    for table in tables { table.settle() }
  }

  /// The entities whose rows a table can have: by the model, and by the store's own list.
  private func entityRules() throws -> [String: Set<Int64>] {
    var rules: [String: Set<Int64>] = [:]
    if let model = identity.model {
      for entity in StoreLayout(model: model).entities {
        rules[entity.table, default: []].insert(Int64(entity.number))
        if entity.parent == 0 { roots[entity.table] = entity.name }
      }
    }
    let keys = try content(of: "Z_PRIMARYKEY").compactMap { row -> PrimaryKey? in
      guard row.count == 4, let number = row[0].integer, let name = row[1].text else { return nil }
      return PrimaryKey(
        number: number, name: name, parent: row[2].integer ?? 0, max: row[3].integer ?? 0)
    }
    let byNumber = Dictionary(keepingFirst: keys.map { ($0.number, $0) })
    for key in keys where key.number < 16_000 {
      var root = key
      for _ in 0..<100 { if let above = byNumber[root.parent] { root = above } else { break } }
      let table = "Z" + root.name.uppercased()
      rules[table, default: []].insert(key.number)
      roots[table] = root.name
      if root.max > 0 { counters[table] = root.max }
    }
    for history in [HistoryTables.change, HistoryTables.transaction, HistoryTables.string] {
      rules["A" + history.name] = [Int64(history.number)]
      roots["A" + history.name] = history.name
      if let max = keys.first(where: { $0.name == history.name })?.max, max > 0 {
        counters["A" + history.name] = max
      }
    }
    return rules
  }

  private func readIndexes() throws {
    let reader = IndexReader(pages: pages, chains: chains)
    for (object, number) in indexTrees {
      let tree = survey[number]
      let (keys, isWhole) = try reader.keys(of: tree)
      if !isWhole { result.damagedIndexes.append(object.name) }
      for (page, why) in tree.lost where page > 0 {
        lostEntries.append(.init(page: page, owner: object.name, why: why))
      }
      guard let table = tables.first(where: { $0.object.name == object.table }) else { continue }
      table.indexed.formUnion(keys)
      if isWhole, !object.isPartial { table.claims.append(keys) }
    }
  }
}
