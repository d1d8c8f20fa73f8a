internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds rows of join tables with an end that does not exist.
struct DanglingJoinRow: StoreRule {
  static let info = RuleInfo(
    id: "dangling-join-row", severity: .error,
    summary: "a many-to-many relationship refers to rows that do not exist",
    why:
      "Core Data makes a fault of each, and the app traps with 'could not fulfill a fault' (133000) "
      + "when it reads one",
    fix: "delete these rows of the join table in a copy, or set the relationship anew in code")

  static let examples: [StoreExample] = [
    .flagged("INSERT INTO Z_1BOOKS VALUES (1, 99)"),
    .flagged("DELETE FROM ZAUTHOR WHERE Z_PK = 2"),
    .flagged("INSERT INTO Z_1BOOKS VALUES (1, 3)"),
    .clean("DELETE FROM Z_1BOOKS"),
  ]

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    // The columns' names hold the numbers of both entities, so no model is needed.
    inspection.joins.flatMap { join in
      [
        condition(join, join.path.source, of: join.source, in: inspection),
        condition(join, join.path.destination, of: join.destination, in: inspection),
      ]
    }
  }

  private func condition(
    _ join: StoreInspection.Join, _ column: String, of entity: StoreEntity,
    in inspection: StoreInspection
  ) -> RowCondition {
    let (key, table) = ("t." + column.sqlQuoted, "main." + entity.table.sqlQuoted)
    // A row of no entity is there, and may be one of this one.
    let known = inspection.entities.filter { $0.table == entity.table }.map { Int64($0.number) }
    let isUnknown = "d.Z_ENT IS NULL OR \(RowCondition.isNone(of: known, "d.Z_ENT"))"
    // Only a list of all keys is no list that SQLite has to make first.
    let isMissing =
      entity.condition.map {
        "NOT EXISTS (SELECT 1 FROM \(table) AS d WHERE d.Z_PK = \(key) AND (d.\($0) OR \(isUnknown)))"
      } ?? "\(key) NOT IN (SELECT Z_PK FROM \(table))"
    // Where an entity is joined with itself, both ends would be said in the same words.
    let isSecond = column == join.path.destination && join.source.name == join.destination.name
    let verb = isSecond ? "leads to" : "joins"
    return inspection.condition(
      Self.info, in: join.path.table, keys: [join.path.source, join.path.destination],
      "\(key) IS NULL OR \(isMissing)", lookup: column, entity: join.source.name,
      property: join.property.name
    ) { "'\(join.name)' \(verb) rows of '\(entity.name)' that do not exist in \($0.text)" }
  }
}
