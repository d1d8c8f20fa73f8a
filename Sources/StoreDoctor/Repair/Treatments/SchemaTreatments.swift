internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Indexes, triggers and how the file is laid out.
extension Treatments {
  static let schema: [Treatment] = [
    Treatment(MissingIndex.info, .schema) { try index($0) },
    Treatment(MissingTrigger.info, .schema) { trigger($0) },
    Treatment(WrongAutoVacuum.info, .files) { one in
      let level = one.inspection.store.metadata.autoVacuumLevel.flatMap(Int64.init)
      guard let level, 0...2 ~= level else { return .none("the metadata name no vacuum mode") }
      return Remedy(
        kind: .losesNothing,
        text: "the file is rewritten in the vacuum mode that its metadata name",
        vacuum: level)
    },
  ]

  private static func index(_ one: RepairCase) throws -> Remedy {
    let inspection = one.inspection
    let expected = inspection.expected?.indexes ?? [:]
    let found = expected.first {
      one.finding.message.hasSuffix("index '\($0.value)' on '\($0.key.table)' is missing")
    }
    guard let (index, name) = found,
      let text = inspection.store.layout.statements.first(where: {
        $0.hasPrefix("CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(name.sqlName) ON ")
      })
    else { return joinTable(one, found?.key.table) }
    if index.isUnique {
      let columns = index.columns.map { "t." + $0.sqlQuoted }
      let twice = try Duplicates(table: index.table, keys: [columns])
        .find(inspection.store.connection)
      guard twice.allSatisfy({ $0.groups == 0 }) else {
        return .undecided(
          "the index cannot be made while rows have equal values",
          say: "--keep newest|oldest|most-linked")
      }
    }
    // One of the name that does not do its work.
    let taken = try inspection.store.connection.value(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND name = ? COLLATE NOCASE",
      [.text(name)])?.text
    let drop = taken.map {
      RepairStatement(.removed, index.table, "DROP INDEX main.\($0.sqlQuoted)")
    }
    return Remedy(
      kind: .losesNothing, text: "the index is made",
      statements: [drop, RepairStatement(.made, index.table, text)].compactMap(\.self))
  }

  /// A join table has its unique index by its own text, and is made anew.
  private static func joinTable(_ one: RepairCase, _ table: String?) -> Remedy {
    let store = one.inspection.store
    guard let join = store.layout.joinTables.first(where: { $0.name == table }),
      let columns = store.existingTables.columns[join.name],
      Set(columns) == Set(one.inspection.expected?.tables[join.name] ?? [])
    else { return .none("it is part of the table's CREATE statement, which is not changed") }
    guard !one.isFound(DuplicateJoinRow.info) else {
      return .none("the table has the same pair twice; settle that first")
    }
    let name = join.name.sqlQuoted
    let list = columns.map(\.sqlQuoted).joined(separator: ", ")
    var remedy = Remedy.losesNothing(
      "the table is rebuilt with all its rows",
      RepairStatement(.none, join.name, "ALTER TABLE main.\(name) RENAME TO repair_was"),
      RepairStatement(.made, join.name, join.sql),
      RepairStatement(
        .inserted, join.name,
        "INSERT INTO main.\(name) (\(list)) SELECT \(list) FROM main.repair_was"),
      RepairStatement(.removed, join.name, "DROP TABLE main.repair_was"))
    // Its other indexes go with the old table.
    remedy.phase = .derived
    return remedy
  }

  private static func trigger(_ one: RepairCase) -> Remedy {
    let layout = one.inspection.store.layout
    let expected = one.inspection.expected?.triggers ?? [:]
    let found = expected.first {
      one.finding.message == "trigger '\($0.key)' on '\($0.value)' is missing"
    }
    guard let (name, table) = found,
      let text = layout.statements.first(where: {
        $0.hasPrefix("CREATE TRIGGER \(name.sqlName) ")
      })
    else { return .none("what the trigger should say is not known") }
    return .losesNothing("the trigger is made", RepairStatement(.made, table, text))
  }
}
