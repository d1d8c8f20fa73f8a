internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds dates that were stored in another count than Core Data's.
struct ImplausibleDate: StoreRule {
  static let info = RuleInfo(
    id: "implausible-date", severity: .warning,
    summary: "dates are outside any sensible range",
    why:
      "Core Data counts seconds since 2001; a tool that wrote Unix seconds or milliseconds put them "
      + "31 years, or thousands of years, into the future",
    fix: "subtract 978307200 from the values in a copy (and divide milliseconds by 1000 before)")

  static let examples: [StoreExample] = [
    .flagged("UPDATE ZLOAN SET ZDUE = 1700000000000"),
    .flagged("UPDATE ZLOAN SET ZDUE = 1700000000 + Z_PK"),
    .clean("UPDATE ZLOAN SET ZDUE = 63113904000"),
    .clean("UPDATE ZLOAN SET ZDUE = 1700000000 WHERE Z_PK = 1"),
  ]

  /// `Date.distantPast` and `Date.distantFuture`, in Core Data's count.
  private static let range = (first: "-63114076800.0", last: "63113904000.0")
  /// 2032 to 2070 in Core Data's count, 2001 to 2039 in Unix's.
  private static let unix = (first: "1.0e9", last: "2.2e9")
  /// How many values decide whether a column counts like Unix, and how many there must be.
  private static let sample = (most: 1000, least: 5)

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    dates(in: inspection).map { entity, property, column in
      let value = "t." + column.sqlQuoted
      return inspection.condition(
        Self.info, on: entity, property,
        "\(value) NOT BETWEEN \(Self.range.first) AND \(Self.range.last) AND "
          + "typeof(\(value)) IN ('integer', 'real')", value: value
      ) { "'\(entity.name).\(property.name)' is before year 1 or after 4001 in \($0.text)" }
    }
  }

  func examine(_ inspection: StoreInspection, report: StoreReport) throws {
    for (entity, property, column) in dates(in: inspection) {
      let name = column.sqlQuoted
      let limit = entity.condition.map { "\($0) AND " } ?? ""
      let row = try inspection.store.connection.rows(
        "SELECT count(*), sum(v BETWEEN \(Self.unix.first) AND \(Self.unix.last)) FROM (SELECT "
          + "\(name) AS v FROM main.\(entity.table.sqlQuoted) WHERE \(limit)\(name) IS NOT NULL "
          + "LIMIT \(Self.sample.most))")
      guard let counts = row.first, let all = counts[0].integer, all >= Self.sample.least,
        counts[1].integer == all
      else { continue }
      report(
        "'\(entity.name).\(property.name)' seems to count from 1970 instead of 2001",
        entity: entity.name, property: property.name,
        certainty: .inferred(
          "the first \(all) values lie between 2032 and 2070, or 2001 and 2039 if they count "
            + "from 1970"))
    }
  }

  private func dates(
    in inspection: StoreInspection
  ) -> [(StoreEntity, StoreProperty, column: String)] {
    guard inspection.hasModel else { return [] }
    return inspection.declaredProperties.compactMap { entity, property in
      guard case .attribute(let attribute, let column?) = property.kind, attribute.type == .date
      else { return nil }
      return (entity, property, column)
    }
  }
}
