internal import StoreModel

/// Works out the statements of a stage that goes by a mapping model: old tables are set aside, rows
/// are made anew with keys from 1, then linked; the parts are in `MappingBuilder+….swift`.
struct MappingBuilder {
  let mapping: MappingModel
  let stage: String
  let source: StoreLayout
  let target: StoreLayout
  let schema: TableSchema
  let facts: StageFacts
  /// What stages of both kinds do alike.
  let common: StageBuilder
  var statements: [StageStatement] = []
  var notes: [String] = []
  var rows: [MappedRows] = []
  var links: [MappedLinks] = []

  /// - Throws: `MigrationError`.
  mutating func build() throws {
    try common.checkSource()
    rows = try mappedRows()
    addNotes()
    setAside()
    for index in rows.indices { rows[index].copied = try addRows(rows[index]) }
    for part in rows { try collectLinks(part) }
    for index in links.indices { fill(links[index]) }
    addChecks()
    dropOld()
    addObjects()
    addKeys()
  }

  mutating func add(
    _ action: StageStatement.Action, _ sql: String, _ values: [SQLiteValue] = [], reason: String,
    failure: MigrationError? = nil
  ) {
    statements.append(
      StageStatement(action: action, sql: sql, values: values, reason: reason, failure: failure))
  }

  /// The name of an old table while the new ones are made.
  func aside(_ table: String) -> String { "Z_OLD_\(table)".sqlName }

  /// What can be carried out, in the order of the file; what only adds or removes moves no rows.
  private func mappedRows() throws -> [MappedRows] {
    var found: [MappedRows] = []
    if let code = mapping.ownCode {
      throw MigrationError.customPolicy(stage: stage, mapping: code.mapping, policy: code.policy)
    }
    for part in mapping.entities {
      guard let from = part.source, let to = part.destination else { continue }
      guard let old = source.entity(named: from), let new = target.entity(named: to) else {
        throw MigrationError.unsupported(
          "the entity mapping '\(part.name)' leads from '\(from)' to '\(to)', which the versions do "
            + "not have")
      }
      guard !old.isAbstract else { continue }
      guard !new.isAbstract else {
        throw MigrationError.unsupported(
          "the entity mapping '\(part.name)' makes objects of '\(to)', which is abstract")
      }
      guard !found.contains(where: { $0.mapping.name == part.name }) else {
        throw MigrationError.unsupported("two entity mappings have the name '\(part.name)'")
      }
      var rows = MappedRows(mapping: part, old: old, new: new, table: "Z_MAP_\(found.count + 1)")
      if let filter = part.filter {
        do throws(RowPredicateError) {
          rows.before = try RowFilter(filter, of: from, in: source)
          rows.aside = try RowFilter(filter, of: from, in: source, table: aside)
        } catch {
          throw MigrationError.unsupported(
            "not run: the entity mapping '\(part.name)' takes only rows that fulfil '\(filter)': "
              + error.reason)
        }
      }
      found.append(rows)
    }
    return found
  }

  private mutating func addNotes() {
    notes.append(
      "the order in which Core Data numbers new objects is not known; keys follow the mappings' "
        + "order, then the old keys")
    let mapped = Set(rows.map(\.old.name) + mapping.entities.compactMap(\.source))
    let left = source.entities.filter { !$0.isAbstract && !mapped.contains($0.name) }.map(\.name)
    if !left.isEmpty {
      notes.append(
        "no entity mapping starts at \(left.quotedNames); whether Core Data takes such a mapping "
          + "model is not known")
    }
  }

  private mutating func setAside() {
    for trigger in schema.triggers {
      add(
        .dropTrigger, "DROP TRIGGER \(trigger.name.sqlName)",
        reason: "it must not see the changes of the stage")
    }
    for name in source.tables.map(\.name) + source.joinTables.map(\.name) {
      add(
        .renameTable, "ALTER TABLE \(name.sqlName) RENAME TO \(aside(name))",
        reason: "the mapping model makes all objects anew")
    }
    for sql in target.tables.map(\.sql) + target.joinTables.map(\.sql) {
      add(.createTable, sql, reason: "a table of the new model")
    }
  }

  private mutating func dropOld() {
    let olds = (source.tables.map(\.name) + source.joinTables.map(\.name)).map(aside)
    for table in olds {
      add(.dropTable, "DROP TABLE \(table)", reason: "its objects were made anew")
    }
    for table in rows.map(\.table) + links.map(\.table) {
      add(.dropTable, "DROP TABLE temp.\(table)", reason: "all keys are in place")
    }
  }

  private mutating func addObjects() {
    for statement in target.statements
    where statement.hasPrefix("CREATE INDEX") || statement.hasPrefix("CREATE UNIQUE INDEX") {
      let isHistory = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"].contains {
        statement.contains(" ON \($0) ")
      }
      guard !isHistory else { continue }
      add(
        .createIndex, statement, reason: "an index of the new model",
        failure: common.uniqueness(of: statement))
    }
    for statement in target.statements where statement.hasPrefix("CREATE TRIGGER") {
      add(.createTrigger, statement, reason: "it keeps a derived attribute up to date")
    }
    for table in ["ACHANGE", "ATRANSACTION"] where schema.tables[table] != nil {
      add(
        .history, "DELETE FROM \(table)",
        reason: "the history speaks of objects that have other keys now")
    }
  }

  private mutating func addKeys() {
    let reason = "one row per entity of the new model"
    add(
      .primaryKey, "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < \(HistoryTables.change.number)",
      reason: reason)
    for entity in target.entities {
      let highest =
        entity.parent == 0 ? "(SELECT COALESCE(max(Z_PK), 0) FROM \(entity.table.sqlName))" : "0"
      add(
        .primaryKey,
        "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, \(highest))",
        [.integer(Int64(entity.number)), .text(entity.name), .integer(Int64(entity.parent))],
        reason: reason)
    }
  }
}
