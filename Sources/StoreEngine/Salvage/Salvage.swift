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
  /// Pages that the list of tables leads to and that are none of its own.
  var strays: [UInt32] = []
  /// Whether a table whose own text is there has its columns in another order than a new store.
  var wasMigrated = false
  /// Trees of indexes that were found.
  var indexTrees: [(object: SalvagedSchema.Object, tree: Int)] = []
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
  ///   - live: wait longer for a process that writes, and keep it waiting until all is read.
  ///   - connection: to an empty database.
  /// - Throws: `StoreFileError`, `SalvageError`, `SQLiteError`.
  package init(of path: String, live: Bool = false, into connection: Connection) throws {
    self.path = path
    self.connection = connection
    pages = try SalvagePages(path: path, live: live)
    chains = OverflowChains(pages)
    rows = RowReader(pages: pages, chains: chains)
    survey = SalvageSurvey(pages)
    result.pageSize = pages.size
    result.pageCount = Int(pages.count)
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
    pages.settleFreeList()
    result.mayLack = result.mayLack || pages.hasLostLog
    result.notes += pages.notes
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
    return try rows.all(table).rows.map { row in
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
    identity.heal(tables: Set(tables.map(\.object.name)))
    if identity.model == nil { identity.model = try versionOfTables(models) }
  }

  // MARK: Pages

  private func surveyTables() throws {
    let rules = try entityRules()
    for table in tables {
      table.shape.entities = rules[table.object.name]
      table.shape.hasKnownOrder = !table.hasModelsText || table.isOwn
      table.result.refused = 0
      try table.survey(survey)
    }
    try LeafSearch(pages: pages, tables: tables, strays: strays).assign(&result)
    for table in tables { table.settle() }
    try checkOrders()
  }

  /// The entities whose rows a table can have: by the model, and by the store's own list.
  func entityRules() throws -> [String: Set<Int64>] {
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
