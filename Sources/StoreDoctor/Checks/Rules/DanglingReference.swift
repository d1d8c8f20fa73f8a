internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds foreign keys without a row to point to.
struct DanglingReference: StoreRule {
  static let info = RuleInfo(
    id: "dangling-reference", severity: .error,
    summary: "a to-one relationship points to a row that does not exist",
    why:
      "Core Data makes a fault of it, and the app traps with 'could not fulfill a fault' (133000) "
      + "when it reads it",
    fix: "set the column to NULL in a copy, or the relationship to nil in code before it is read")

  static let examples: [StoreExample] = [
    .flagged("UPDATE ZREVIEW SET ZBOOK = 99"),
    .flagged("UPDATE ZREADER SET ZFAVORITE = 77"),
    .flagged("DELETE FROM ZSHELF"),
    .flagged("UPDATE ZREVIEW SET Z6REVIEWS = 42"),
    .clean("UPDATE ZREADER SET ZFAVORITE = NULL, Z3_FAVORITE = NULL"),
    .clean("UPDATE ZREADER SET ZFAVORITE = 3, Z3_FAVORITE = 5"),
  ]

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    guard inspection.hasModel else { return [] }
    return inspection.references.map { reference in
      let column = "t." + reference.column.sqlQuoted
      return inspection.condition(
        Self.info, on: reference.holder, reference.property,
        // NULL is not in an empty table either.
        "\(column) IS NOT NULL AND "
          + "\(column) NOT IN (SELECT Z_PK FROM main.\(reference.target.table.sqlQuoted))",
        value: column, lookup: reference.column
      ) { "'\(reference.path)' points to a row that does not exist in \($0.text)" }
    }
  }
}
