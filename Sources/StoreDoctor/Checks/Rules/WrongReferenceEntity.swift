internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds foreign keys that point to a row of the wrong entity.
struct WrongReferenceEntity: StoreRule {
  static let info = RuleInfo(
    id: "wrong-reference-entity", severity: .error,
    summary: "a to-one relationship points to a row of another entity than it says",
    why: "Core Data makes an object of the wrong class, and the app traps when it uses it",
    fix: "correct the key, or the column with the entity's number beside it, in a copy")

  static let examples: [StoreExample] = [
    .flagged("UPDATE ZREADER SET Z3_FAVORITE = 5"),
    .flagged("UPDATE ZREADER SET Z3_FAVORITE = NULL"),
    .flagged("UPDATE ZREVIEW SET ZBOOK = 3"),
    .clean("UPDATE ZREADER SET ZFAVORITE = 3, Z3_FAVORITE = 5"),
  ]

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    guard inspection.hasModel else { return [] }
    return inspection.references.flatMap { reference in
      [companion(reference, inspection), family(reference, inspection)].compactMap(\.self)
    }
  }

  /// The number beside the key against that of the row itself.
  private func companion(
    _ reference: StoreInspection.Reference, _ inspection: StoreInspection
  ) -> RowCondition? {
    guard let entityColumn = reference.entityColumn else { return nil }
    let column = "t." + reference.column.sqlQuoted
    let number = "t." + entityColumn.sqlQuoted
    return inspection.condition(
      Self.info, on: reference.holder, reference.property,
      "\(column) IS NOT NULL AND (\(number) IS NULL OR \(number) <> (SELECT d.Z_ENT FROM "
        + "main.\(reference.target.table.sqlQuoted) AS d WHERE d.Z_PK = \(column)))",
      value: number
    ) { "'\(entityColumn)' is not the entity that '\(reference.path)' points to in \($0.text)" }
  }

  /// The row's entity against those the relationship may point to.
  private func family(
    _ reference: StoreInspection.Reference, _ inspection: StoreInspection
  ) -> RowCondition? {
    guard let condition = reference.target.condition else { return nil }
    let column = "t." + reference.column.sqlQuoted
    return inspection.condition(
      Self.info, on: reference.holder, reference.property,
      "\(column) IS NOT NULL AND EXISTS (SELECT 1 FROM "
        + "main.\(reference.target.table.sqlQuoted) AS d WHERE d.Z_PK = \(column) "
        + "AND NOT (d.\(condition)))", value: column, lookup: reference.column
    ) { "'\(reference.path)' points to a row that is no '\(reference.target.name)' in \($0.text)" }
  }
}
