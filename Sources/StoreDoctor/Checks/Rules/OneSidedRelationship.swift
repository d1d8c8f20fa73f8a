internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds one-to-one relationships whose two ends disagree.
struct OneSidedRelationship: StoreRule {
  static let info = RuleInfo(
    id: "one-sided-relationship", severity: .error,
    summary: "the two ends of a one-to-one relationship disagree",
    why:
      "both ends have a column, and what the app sees depends on which of them it reads first; a "
      + "save or a cascade can hit the wrong object",
    fix: "decide which end is right, and set the other column to match in a copy")

  static let examples: [StoreExample] = [
    .flagged("UPDATE ZREVIEW SET ZBOOK = 2 WHERE Z_PK = 1"),
    .flagged("UPDATE ZMEDIA SET ZREVIEW = NULL WHERE Z_PK = 1"),
    .clean("UPDATE ZREVIEW SET ZBOOK = NULL", "UPDATE ZMEDIA SET ZREVIEW = NULL"),
    // An app that never sets one end: Apple's own Notes is one.
    .clean("UPDATE ZMEDIA SET ZREVIEW = NULL"),
  ]

  func conditions(in inspection: StoreInspection) throws -> [RowCondition] {
    guard inspection.hasModel else { return [] }
    return try inspection.references.compactMap { reference in
      guard case .toOne(let relationship, _, _) = reference.property.kind,
        let name = relationship.inverse, let back = reference.target.property(named: name),
        case .toOne(_, let backColumn?, _) = back.kind
      else { return nil }
      let column = "t." + reference.column.sqlQuoted
      let answer = "d." + backColumn.sqlQuoted
      let isUsed = try inspection.hasValue(in: backColumn, of: reference.target.table)
      let inverse = "\(reference.target.name).\(name)"
      return inspection.condition(
        Self.info, on: reference.holder, reference.property,
        "\(column) IS NOT NULL AND EXISTS (SELECT 1 FROM "
          + "main.\(reference.target.table.sqlQuoted) AS d WHERE d.Z_PK = \(column) AND "
          + "\(answer) \(isUsed ? "IS NOT" : "<>") t.Z_PK)", value: column,
        lookup: reference.column
      ) { "'\(reference.path)' is not answered by '\(inverse)' in \($0.text)" }
    }
  }
}
