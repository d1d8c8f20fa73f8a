internal import StoreModel

/// Works out the statements of one stage; the parts are in `StageBuilder+….swift`.
///
/// Every statement belongs to a phase, and phases run in their order, so that each part may rely on
/// what is there when its statements run: until `rename` the old tables have their old names.
struct StageBuilder {
  enum Phase: Int, CaseIterable {
    case check, dropTriggers, dropIndexes, collect, delete
    /// Old tables out of the way, then tables that live on under another name.
    case moveAway, rename
    case create, copy, addColumns, setValues, renameColumns
    /// What needs all tables in their final form.
    case complete
    case dropTables, indexes, triggers, history, keys
  }

  let source: StoreLayout
  let target: StoreLayout
  let pairing: ModelPairing
  let schema: TableSchema
  let facts: StageFacts
  let masks: HistoryMasks
  var statements: [[StageStatement]] = Array(repeating: [], count: Phase.allCases.count)
  /// Old tables under the names they have from `create` on.
  var currentNames: [String: String] = [:]
  /// Old tables that live on, by their old names, with what happens to them.
  var altered: [String: AlteredTable] = [:]
  private(set) var linkTables: [LinkPart: String] = [:]

  private let pairsByTarget: [String: ModelPairing.EntityPair]
  private let pairsBySource: [String: ModelPairing.EntityPair]

  init(
    source: StoreLayout, target: StoreLayout, pairing: ModelPairing, schema: TableSchema,
    facts: StageFacts
  ) {
    self.source = source
    self.target = target
    self.pairing = pairing
    self.schema = schema
    self.facts = facts
    masks = HistoryMasks(source: source, target: target, pairing: pairing)
    pairsByTarget = Dictionary(keepingFirst: pairing.entities.map { ($0.destination.name, $0) })
    pairsBySource = Dictionary(keepingFirst: pairing.entities.map { ($0.source.name, $0) })
  }

  /// - Throws: `MigrationError`.
  mutating func build() throws {
    try checkOwnInverses()
    try checkSource()
    let changes = try tableMoves().map { try tableChange($0) }
    let joins = joinMoves()
    removeRows(changes.map(\.move))
    for change in changes { addChecks(change.move) }
    moveTables(changes, joins)
    for change in changes { apply(change) }
    for join in joins { apply(join) }
    addDerivedValues(changes)
    addIndexes()
    addTriggers()
    addHistory()
    addPrimaryKeys(changes.map(\.move))
  }

  mutating func add(
    _ phase: Phase, _ action: StageStatement.Action, _ sql: String, _ values: [SQLiteValue] = [],
    reason: String, failure: MigrationError? = nil
  ) {
    statements[phase.rawValue].append(
      StageStatement(action: action, sql: sql, values: values, reason: reason, failure: failure))
  }

  func pair(to name: String) -> ModelPairing.EntityPair? { pairsByTarget[name] }
  func pair(from name: String) -> ModelPairing.EntityPair? { pairsBySource[name] }

  /// The number that rows of an old entity get; nil when the entity is removed.
  func newNumber(of old: NumberedEntity) -> Int? {
    pair(from: old.name).flatMap { target.entity(named: $0.destination.name)?.number }
  }

  /// The temporary table for links that are kept in a place, and whether it was not there yet.
  ///
  /// - Parameter entity: only links of its objects; nil for all.
  mutating func linkTable(
    for place: LinkPlace, of entity: String? = nil
  ) -> (name: String, isNew: Bool) {
    let part = LinkPart(place: place, entity: entity)
    if let name = linkTables[part] { return (name, false) }
    let name = "Z_LINKS_\(linkTables.count + 1)"
    linkTables[part] = name
    return (name, true)
  }

  /// Entities of the family that shares an old table.
  func family(_ layout: StoreLayout, table: String) -> [NumberedEntity] {
    layout.entities.filter { $0.table == table }
  }

  /// Every table and column of the old model must be there, and nothing else in these tables.
  func checkSource() throws {
    for table in source.tables {
      guard let real = schema.tables[table.name] else {
        throw MigrationError.halfMigrated("table '\(table.name)' is missing")
      }
      try check(real, columns: table.columns.map(\.name), owner: table.root)
    }
    for join in source.joinTables {
      guard let real = schema.tables[join.name] else {
        throw MigrationError.halfMigrated(
          "table '\(join.name)' of '\(join.owner).\(join.relationship)' is missing")
      }
      try check(real, columns: join.columns.compactMap { $0 }, owner: join.owner)
    }
  }

  private func check(_ table: TableSchema.Table, columns: [String], owner: String) throws {
    for column in columns where !table.has(column) {
      throw MigrationError.halfMigrated("table '\(table.name)' has no column '\(column)'")
    }
    let known = Set(columns)
    for column in table.columns where !known.contains(column.name) {
      throw MigrationError.halfMigrated(
        "no property of '\(owner)' explains the column '\(column.name)' of '\(table.name)'")
    }
  }
}

/// A table that keeps its rows where they are.
struct AlteredTable {
  /// The name it has in the new model.
  var name: String
  /// Old columns that get new values.
  var changedColumns: Set<String> = []
  /// Whether the table or a column of it is renamed, which changes the texts of its indexes.
  var isRenamed: Bool
}
