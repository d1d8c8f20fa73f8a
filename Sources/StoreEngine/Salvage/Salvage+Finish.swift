internal import StoreModel

extension Salvage {
  /// Puts the store's own tables in order: metadata, model, and counters of keys.
  func finishRows() throws {
    try finishMetadata()
    try finishModel()
    try finishCounters()
  }

  private func has(_ table: String) -> Bool { tables.contains { $0.object.name == table } }

  private func finishMetadata() throws {
    if !has("Z_METADATA") { try connection.run(FixedTables.metadata) }
    if !identity.isHealed, (try? StoreMetadata(connection: connection)) != nil { return }
    if identity.isHealed {
      result.notes.append("hashes in the metadata are damaged; those of the model were taken")
    }
    let uuid: String
    let plist: [UInt8]
    if let metadata = identity.metadata {
      (uuid, plist) = (metadata.uuid, metadata.plist())
    } else {
      guard let model = identity.model else { throw SalvageError.noModel(path) }
      try prove(model)
      // The same file gives the same store.
      var random = SplitMix(
        seed: SplitMix.hash("\(result.pageCount) \(tables.map(\.result.found))"))
      uuid = UUIDText.text(random.uuid())
      plist = StoreMetadata(
        uuid: uuid, hashes: ModelHashes(of: model), versionIdentifiers: model.versionIdentifiers,
        framework: StoreEra.defaultFramework
      ).plist()
      result.mayLack = true
      result.notes.append(
        "the metadata are lost: the store has a new identifier, and the hashes of its model")
    }
    try connection.run("DELETE FROM main.Z_METADATA")
    try connection.run(
      "INSERT INTO main.Z_METADATA VALUES (1, ?1, ?2)", [.text(uuid), .blob(plist)])
  }

  /// Hashes of a version that did not write the rows would have an app read them as something else.
  private func prove(_ model: DataModel) throws {
    guard has("Z_PRIMARYKEY") else { return }
    let numbers = Dictionary(
      keepingFirst: StoreLayout(model: model).entities.map { ($0.name, Int64($0.number)) })
    let rows = try connection.rows(
      "SELECT Z_NAME, Z_ENT FROM main.Z_PRIMARYKEY WHERE Z_ENT < \(HistoryTables.change.number)")
    let others = rows.filter { row in
      row[0].text.map { numbers[$0] != row[1].integer } ?? true
    }
    // A damaged row among them leaves the others.
    guard others.count * 2 > rows.count else { return }
    throw SalvageError.otherModel(
      path, model: model.name,
      numbers: others.prefix(2).map { "'\($0[0].text ?? "")' is \($0[1].integer ?? 0)" })
  }

  private func finishModel() throws {
    let isAnother = identity.isProven && !identity.isCached
    guard has("Z_MODELCACHE"),
      isAnother || (try? ModelCache.read(connection, name: "")) == nil
    else { return }
    guard let model = identity.model else {
      result.mayLack = true
      result.notes.append(
        "the cached model is lost; with the app's own, --model, the new store would have one")
      return
    }
    try connection.run("DELETE FROM main.Z_MODELCACHE")
    try connection.run(
      "INSERT INTO main.Z_MODELCACHE VALUES (?1)", [.blob(ModelCache.content(of: model))])
    if !identity.isCached {
      result.notes.append("the cached model is lost or damaged; the new store has the one given")
    }
  }

  private func finishCounters() throws {
    guard has("Z_PRIMARYKEY") else { return }
    if let model = identity.model {
      var lost: [String] = []
      for entity in StoreLayout(model: model).entities {
        try addCounter(entity.number, entity.name, entity.parent, &lost)
      }
      for (table, entity) in [
        ("ACHANGE", HistoryTables.change), ("ATRANSACTION", HistoryTables.transaction),
        ("ATRANSACTIONSTRING", HistoryTables.string),
      ] where has(table) { try addCounter(entity.number, entity.name, 0, &lost) }
      if !lost.isEmpty {
        result.mayLack = true
        result.notes.append(
          "counters of keys are lost and were set to the highest key known: \(lost.quotedNames)")
      }
    }
    for table in tables {
      guard let name = rootEntity(of: table.object.name) else { continue }
      let highest = max(table.found.highest ?? 0, missing(table).highest ?? 0)
      try connection.run(
        "UPDATE main.Z_PRIMARYKEY SET Z_MAX = ?1 WHERE Z_NAME = ?2 AND coalesce(Z_MAX, 0) < ?1",
        [.integer(highest), .text(name)])
    }
  }

  private func addCounter(
    _ number: Int, _ name: String, _ parent: Int, _ lost: inout [String]
  ) throws {
    let isThere = try connection.value(
      "SELECT 1 FROM main.Z_PRIMARYKEY WHERE Z_NAME = ?1 OR Z_ENT = ?2",
      [.text(name), .integer(Int64(number))])
    guard isThere == nil else { return }
    try connection.run(
      "INSERT INTO main.Z_PRIMARYKEY VALUES (?1, ?2, ?3, 0)",
      [.integer(Int64(number)), .text(name), .integer(Int64(parent))])
    lost.append(name)
  }

  /// The entity whose counter is that of a table's keys.
  func rootEntity(of table: String) -> String? {
    roots[table]
  }

  /// Keys that indexes name and no row has: where some look whole, each of these must name them.
  func missing(_ table: SalvageTable) -> KeySet {
    var named = table.claims.first ?? table.indexed
    for claim in table.claims.dropFirst() { named.formIntersection(claim) }
    named.subtract(table.found)
    let most = counters[table.object.name] ?? Int64.max
    var missing = KeySet()
    for key in named.sorted() where key > 0 && key <= most { missing.insert(key) }
    return missing
  }

  // MARK: What came of it

  func collect() throws {
    let references = try referenced()
    for table in tables {
      var missing = missing(table)
      let name = table.object.name
      table.result.counter = counters[name]
      table.result.entity = roots[name]
      table.result.isWhole = table.isWhole
      let isCovered =
        // An index that lacks rows that are there may be another's, of which some keys are the same.
        table.complete.first.map { $0 == table.found } ?? false
        || counters[name] == table.result.found
      table.result.isComplete =
        missing.count == 0 && (isCovered || table.isWhole && table.result.refused == 0)
      if !table.result.isComplete, let named = references[name] {
        for key in named.sorted() where !table.found.contains(key) {
          if key <= counters[name] ?? Int64.max { missing.insert(key) }
        }
      }
      table.result.missing = Int64(missing.count)
      if table.shape.entityColumn != nil {
        for row in try connection.rows(
          "SELECT Z_ENT, count(*) FROM main.\(name.sqlQuoted) GROUP BY Z_ENT LIMIT 100000")
        { if let number = row[0].integer { table.result.byEntity[number] = row[1].integer } }
      }
      let taken = Set(table.order.leaves.map(\.page))
      let lost =
        table.lost.map { ($0.page, $0.why) } + table.order.refused.map { ($0.page, $0.why) }
      for (page, why) in lost {
        if page == 0 {
          result.notes.append("the table '\(name)': \(why)")
        } else if !(result.lostPages.contains { $0.page == page && $0.owner == name }) {
          let rest = taken.contains(page) ? "; what can be read of it was taken" : ""
          result.lostPages.append(.init(page: page, owner: name, why: why + rest))
        }
      }
      for (_, rows, _) in table.order.refused { table.result.refused += Int64(rows) }
      result.tables.append(table.result)
    }
    result.lostPages += lostEntries
    result.lostPages.sort { ($0.page, $0.owner ?? "") < ($1.page, $1.owner ?? "") }
    result.tables.sort { $0.name < $1.name }
    result.damagedIndexes.sort()
  }

  /// Keys that rows refer to, by table.
  private func referenced() throws -> [String: KeySet] {
    guard let model = identity.model else { return [:] }
    let known = ExistingTables(tables.map { ($0.object.name, $0.shape.columns) })
    let layout = StoreLayout(
      model: model, framework: identity.metadata?.frameworkVersion, existing: known)
    var columns: [(table: String, column: String, target: String)] = []
    for table in layout.tables {
      for column in table.columns {
        guard case .toOne(let entity, let name) = column.role,
          let relationship = layout.relationship(of: entity, name),
          let target = layout.entity(named: relationship.destination)
        else { continue }
        columns.append((table.name, column.name, target.table))
      }
    }
    for join in layout.joinTables {
      for (column, entity) in [(join.ownerColumn, join.owner), (join.otherColumn, join.other)] {
        if let target = layout.entity(named: entity) {
          columns.append((join.name, column, target.table))
        }
      }
    }
    var keys: [String: KeySet] = [:]
    for (table, column, target) in columns
    where known.columns[table]?.contains(column) == true && known.columns[target] != nil {
      let statement = try connection.prepare(
        "SELECT DISTINCT \(column.sqlQuoted) FROM main.\(table.sqlQuoted) WHERE "
          + "typeof(\(column.sqlQuoted)) = 'integer' AND \(column.sqlQuoted) NOT IN "
          + "(SELECT Z_PK FROM main.\(target.sqlQuoted))")
      while try statement.step() {
        if let key = statement.value(at: 0).integer, key > 0 {
          keys[target, default: KeySet()].insert(key)
        }
      }
    }
    return keys
  }
}
