internal import StoreModel

/// What the model knows of the tables where their list is damaged.
extension Salvage {
  /// A text with changed bits can still be one that SQLite takes: where the model has the same table
  /// with the same columns but for names or types that it does not know, the model's counts.
  func correctTables() throws {
    guard let model = identity.model, identity.isProven else { return }
    let known = ExistingTables(tables.map { ($0.object.name, $0.shape.columns) })
    let right = try SalvagedSchema.expected(
      StoreLayout(
        model: model, framework: identity.metadata?.frameworkVersion, history: true, existing: known
      ).statements, pageSize: pages.size
    ).filter { $0.kind == .table }
    let shapes = try right.map { try Self.shape($0.name, $0.sql ?? "") }
    let names = Set(right.map(\.name))
    for table in tables {
      let own = table.object.name
      let text = table.object.sql ?? ""
      var places = right.indices.filter {
        right[$0].name == own
          && (shapes[$0].isReadAs(table.shape) || Self.isNear(right[$0].sql ?? "", text, most: 4))
      }
      // A name that the model does not have may be one that it lacks.
      if !names.contains(own) {
        places = right.indices.filter { place in
          known.columns[right[place].name] == nil && Self.isNear(right[place].name, own)
            && (shapes[place].isReadAs(table.shape) || shapes[place].isSame(table.shape))
        }
      }
      if places.count == 1, let sql = right[places[0]].sql {
        try replace(table, right[places[0]].name, sql)
      } else if let place = right.firstIndex(where: { $0.name == own }),
        let sql = try Self.corrected(table, shapes[place])
      {
        try replace(table, own, sql)
      }
    }
  }

  private func replace(_ table: SalvageTable, _ name: String, _ sql: String) throws {
    try connection.run("DROP TABLE main.\(table.object.name.sqlQuoted)")
    try connection.run(sql)
    table.object.name = name
    table.result.name = name
    table.shape = try TableShape(name, in: connection)
    result.notes.append("the text of the table '\(name)' is damaged; the model's was taken")
  }

  /// The text of a table that has its columns in an order of its own, with the names that the model
  /// lacks where others are nearly the same.
  private static func corrected(_ table: SalvageTable, _ right: TableShape) throws -> String? {
    let lacking = right.columns.filter { !table.shape.columns.contains($0) }
    var columns = table.shape.columns
    var sql = table.object.sql ?? ""
    for (place, name) in columns.enumerated() where !right.columns.contains(name) {
      let near = lacking.filter { isNear($0, name, most: 2) }
      guard near.count == 1 else { return nil }
      columns[place] = near[0]
      sql = sql.replacing(name, with: near[0])
    }
    guard columns != table.shape.columns, Set(columns).count == columns.count,
      try shape(table.object.name, sql).columns == columns
    else { return nil }
    return sql
  }

  /// The one version whose tables are those of the file, where nothing else says which it is.
  func versionOfTables(_ models: [DataModel]) throws -> DataModel? {
    func columns(_ shapes: [TableShape]) -> [String: Set<String>] {
      let own = shapes.filter { $0.table.hasPrefix("Z") && !TableShape.fixed.contains($0.table) }
      return Dictionary(keepingFirst: own.map { ($0.table, Set($0.columns)) })
    }
    let known = ExistingTables(tables.map { ($0.object.name, $0.shape.columns) })
    let own = columns(tables.map(\.shape))
    var fitting: [DataModel] = []
    for model in models {
      let tables = try SalvagedSchema.expected(
        StoreLayout(model: model, framework: nil, history: false, existing: known).statements,
        pageSize: pages.size
      ).filter { $0.kind == .table }
      let hashes = ModelHashes(of: model).entities
      let right = try columns(tables.map { try Self.shape($0.name, $0.sql ?? "") })
      guard !own.isEmpty, own.allSatisfy({ right[$0.key] == $0.value }),
        !schema.isWhole || right.count == own.count,
        !fitting.contains(where: { ModelHashes(of: $0).entities == hashes })
      else { continue }
      fitting.append(model)
    }
    guard fitting.count == 1, let model = fitting.first else { return nil }
    result.notes.append(
      "only its tables tell its version: they are those of '\(model.name)'")
    return model
  }

  /// Whether two texts differ in a character, or a few, as changed bits leave them in either encoding.
  static func isNear(_ one: String, _ other: String, most: Int = 1) -> Bool {
    guard one.utf16.count == other.utf16.count else { return false }
    return (1...most).contains(zip(one.utf16, other.utf16).count { $0 != $1 })
  }

  static func shape(_ table: String, _ sql: String) throws -> TableShape {
    let scratch = try Connection(path: ":memory:", mode: .memory)
    try scratch.run(sql)
    return try TableShape(table, in: scratch)
  }

  /// Adds what the model says that the store had, and the list of tables does not.
  func complete() throws {
    guard let model = identity.model else {
      result.mayLack = true
      result.notes.append(
        "the list of tables is damaged, and there is no model to complete it by; name the app's with "
          + "--model")
      return
    }
    let framework = identity.metadata?.frameworkVersion
    let known = ExistingTables(tables.map { ($0.object.name, $0.shape.columns) })
    func expected(
      history: Bool, _ places: SalvagedSchema.Places
    ) throws -> [SalvagedSchema.Object] {
      let layout = StoreLayout(
        model: model, framework: framework, history: history, existing: known)
      return try SalvagedSchema.expected(
        layout.statements, pageSize: pages.size, places: places)
    }
    let ways = (pages.pointers == nil ? [0, 2] : [2]).flatMap { vacuum in
      [false, true].map { SalvagedSchema.Places(vacuum: vacuum, isRewritten: $0) }
    }
    var all = try expected(history: true, ways[0])
    var search = RootSearch(pages: pages, survey: survey, rules: try entityRules())
    // Any of its tables is proof; an empty one is none.
    let hasHistory =
      try schema.objects.contains { $0.name.hasPrefix("ATRANSACTION") }
      || all.contains {
        try ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"].contains($0.name)
          && search.hasRows(of: $0)
      }
    if !hasHistory { all = try expected(history: false, ways[0]) }
    for way in ways {
      let objects = try expected(history: hasHistory, way)
      guard try search.compare(objects) else { continue }
      all = objects
      // Nothing of the map is left, but what it would have moved is where it belongs.
      pages.hasLostMap = pages.pointers == nil && way.vacuum == 2
      break
    }
    let missing = all.filter { object in
      !tables.contains { $0.object.name == object.name }
        && (object.kind == .table || !schema.has(object.name))
    }
    guard !missing.isEmpty else { return }
    wasMigrated = try all.contains(where: isAltered)
    let what = schema.objects.isEmpty ? "tables, indexes and triggers were" : "what it lacks was"
    let origin = identity.isCached ? "the cached model" : "the model given"
    result.notes.append("the list of tables is damaged; \(what) taken from \(origin)")
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
    try makeTables(placed, areModels: true)
    for object in placed where object.kind == .index && survey.canBegin(object.root) {
      indexTrees.append((object, try survey.walk(object.root, isTable: false)))
    }
  }
}
