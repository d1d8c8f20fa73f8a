internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// `Z_PRIMARYKEY`: the numbers of the entities and the counters of their keys.
extension Treatments {
  static let keys: [Treatment] = [
    Treatment(PrimaryKeyMismatch.info, .keys) { try numbers($0) },
    // After the numbers, by which the counters are known.
    Treatment(PrimaryKeyBehind.info, .tables) { counter($0) },
    Treatment(WrongEntity.info, .values) { rowNumbers($0) },
  ]

  private static let table = "Z_PRIMARYKEY"

  private static func counter(_ one: RepairCase) -> Remedy {
    let history = ["ACHANGE": HistoryTables.change, "ATRANSACTION": HistoryTables.transaction]
    let name = one.finding.entity ?? ""
    let found: (table: String, number: Int64)? =
      one.entity.map { ($0.table, $0.number) }
      ?? history[name].map { (name, Int64($0.number)) }
    guard let found else { return .none("it is not known which table this counter belongs to") }
    return .losesNothing(
      "the counter is set to the highest key in use",
      .update(
        table, [("Z_MAX", highest(found.table))], where: "t.Z_ENT = \(found.number)"))
  }

  private static func highest(_ table: String) -> String {
    "(SELECT max(Z_PK) FROM main.\(table.sqlQuoted))"
  }

  /// The rows tell whether the model's numbers are theirs.
  private static func numbers(_ one: RepairCase) throws -> Remedy {
    let inspection = one.inspection
    guard inspection.hasModel else {
      return .none(
        "only a model tells the numbers of the entities", say: "--model PATH")
    }
    guard !one.isFound(HalfMigrated.info, HashMismatch.info) else {
      return .none("first settle which version the tables belong to")
    }
    if let contradiction = try contradiction(inspection) {
      return .undecided(
        "the rows of '\(contradiction)' have other entity numbers than the model gives")
    }
    let store = inspection.store
    var statements: [RepairStatement] = []
    var rows: [Int64: (name: String, parent: Int64)] = [:]
    if store.hasPrimaryKeys {
      let known = try store.connection.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM \(table)")
      for row in known {
        if let number = row[0].integer { rows[number] = (row[1].text ?? "", row[2].integer ?? 0) }
      }
    } else {
      statements.append(
        RepairStatement(
          .made, table,
          "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, "
            + "Z_MAX INTEGER)"))
      statements += history(in: store)
    }
    let entities = store.layout.entities
    let names = Set(entities.map(\.name))
    let own = Set(entities.map { Int64($0.number) })
    for number in rows.keys.sorted() where !own.contains(number) {
      guard let row = rows[number], names.contains(row.name) else { continue }
      statements.append(.delete(table, where: "t.Z_ENT = \(number)"))
    }
    for entity in entities {
      statements += correction(of: entity, rows[Int64(entity.number)], names, store)
    }
    return Remedy(
      kind: .losesNothing,
      text: "the entities are listed with the numbers that the model and the rows have",
      statements: statements)
  }

  private static func correction(
    of entity: NumberedEntity, _ row: (name: String, parent: Int64)?, _ names: Set<String>,
    _ store: Store
  ) -> [RepairStatement] {
    guard let row else {
      let isCounted =
        entity.parent == 0 && store.existingTables.columns[entity.table] != nil
      let count = isCounted ? "coalesce(\(highest(entity.table)), 0)" : "0"
      return [
        RepairStatement(
          .inserted, table,
          "INSERT INTO Z_PRIMARYKEY VALUES (\(entity.number), \(entity.name.sqlLiteral), "
            + "\(entity.parent), \(count))")
      ]
    }
    var columns: [(String, String)] = []
    // After a rename Core Data keeps the old name.
    if row.name != entity.name, names.contains(row.name) {
      columns.append(("Z_NAME", entity.name.sqlLiteral))
    }
    if row.parent != Int64(entity.parent) { columns.append(("Z_SUPER", "\(entity.parent)")) }
    return columns.isEmpty ? [] : [.update(table, columns, where: "t.Z_ENT = \(entity.number)")]
  }

  private static func history(in store: Store) -> [RepairStatement] {
    let tables = [
      ("ACHANGE", HistoryTables.change), ("ATRANSACTION", HistoryTables.transaction),
      ("ATRANSACTIONSTRING", HistoryTables.string),
    ]
    return tables.compactMap { name, entity in
      guard store.existingTables.columns[name] != nil else { return nil }
      return RepairStatement(
        .inserted, table,
        "INSERT INTO Z_PRIMARYKEY VALUES (\(entity.number), \(entity.name.sqlLiteral), 0, "
          + "coalesce(\(highest(name)), 0))")
    }
  }

  /// A table with a row that the model has no number for.
  private static func contradiction(_ inspection: StoreInspection) throws -> String? {
    let store = inspection.store
    let tables = Dictionary(grouping: store.layout.entities.filter { !$0.isAbstract }, by: \.table)
    for (table, entities) in tables.sorted(by: { $0.key < $1.key })
    where store.existingTables.columns[table]?.contains("Z_ENT") == true {
      let numbers = entities.map { String($0.number) }.joined(separator: ", ")
      let found = try store.connection.value(
        "SELECT 1 FROM main.\(table.sqlQuoted) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(numbers)) "
          + "LIMIT 1")
      if found != nil { return table }
    }
    return nil
  }

  /// A table of one entity has no rows of another.
  private static func rowNumbers(_ one: RepairCase) -> Remedy {
    let inspection = one.inspection
    guard let condition = one.condition, let root = one.entity else {
      return .none("it is not known which rows these are")
    }
    guard inspection.hasModel else {
      return .undecided("only a model tells which entity these rows belong to", say: "--model PATH")
    }
    guard !one.isFound(PrimaryKeyMismatch.info, HalfMigrated.info, HashMismatch.info) else {
      return .none("first settle how the entities are numbered")
    }
    let concrete = inspection.entities.filter { $0.table == root.table && !$0.isAbstract }
    guard concrete.count == 1 else {
      return .undecided(
        "no model says which of \(concrete.map(\.name).quotedNames) these rows are; set Z_ENT in a "
          + "copy")
    }
    return .losesNothing(
      "the rows get the number of '\(concrete[0].name)', the only entity of the table",
      .update(condition.table, [("Z_ENT", String(concrete[0].number))], where: condition.sql))
  }
}
