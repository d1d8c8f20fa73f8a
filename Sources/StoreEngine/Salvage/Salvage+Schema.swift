/// The list of tables of a damaged file, and the same tables in the new one.
extension Salvage {
  func readSchema() throws {
    let number = try survey.walk(1, isTable: true)
    try survey.settle()
    let object = SalvagedSchema.Object(
      kind: .table, name: "sqlite_master", table: "sqlite_master", root: 1)
    let table = SalvageTable(object, shape: .schema, tree: number)
    try table.survey(survey)
    table.settle()
    let found = try rows.all(table)
    // A long text goes on elsewhere, and can be lost where the list itself is whole.
    schema.isWhole = table.isWhole && found.refused == 0
    var roots: Set<UInt32> = []
    for row in found.rows {
      guard let object = SalvagedSchema.object(row.values), !schema.has(object.name),
        object.root == 0 || roots.insert(object.root).inserted
      else {
        schema.isWhole = false
        continue
      }
      schema.objects.append(object)
    }
    strays = table.misfits
    for (page, why) in table.lost where page > 0 {
      result.lostPages.append(.init(page: page, owner: "the list of tables", why: why))
    }
    if schema.objects.isEmpty { schema.isWhole = false }
  }

  func prepare() throws {
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
  ///
  /// - Parameter areModels: whether their texts are the model's.
  func makeTables(_ objects: [SalvagedSchema.Object], areModels: Bool = false) throws {
    for var object in objects where object.kind == .table {
      guard !object.name.lowercased().hasPrefix("sqlite_") else { continue }
      if let sql = object.sql, let whole = FixedTables.text(of: object.name, besides: sql) {
        object.sql = whole
        result.notes.append(
          "the text of the table '\(object.name)' is damaged; it was made as Core Data makes it")
      }
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
      let table = SalvageTable(object, shape: shape, tree: tree)
      table.hasModelsText = areModels
      tables.append(table)
    }
  }

  private func lastTable() throws -> String? {
    try connection.value(
      "SELECT name FROM main.sqlite_master WHERE type = 'table' ORDER BY rowid DESC LIMIT 1")?.text
  }

  func make(_ sql: String) -> Bool {
    (try? connection.limited(to: Self.schemaBudget) { try connection.run(sql) }) != nil
  }
}
