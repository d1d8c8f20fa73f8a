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
        pageSize: pages.size, vacuum: 0
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
      "its version is told by its tables alone: they are those of '\(model.name)'")
    return model
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
          && search.hasRows(of: $0)
      }
    let missing = try (hasHistory ? all : expected(history: false)).filter { object in
      !tables.contains { $0.object.name == object.name }
        && (object.kind == .table || !schema.has(object.name))
    }
    guard !missing.isEmpty else { return }
    wasMigrated = try all.contains(where: isAltered)
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
    try makeTables(placed, areModels: true)
    for object in placed where object.kind == .index && survey.canBegin(object.root) {
      indexTrees.append((object, try survey.walk(object.root, isTable: false)))
    }
  }
}
