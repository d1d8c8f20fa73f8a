internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds bookkeeping of CloudKit's mirroring for rows that do not exist
/// (Documentation/Format/CloudKit.md, 3).
struct DanglingCloudRecord: StoreRule {
  static let info = RuleInfo(
    id: "dangling-cloud-record", severity: .warning,
    summary: "CloudKit's bookkeeping refers to rows or entities that do not exist",
    why:
      "a migration that numbers the entities anew can give two records the same object, and then "
      + "fails with 'UNIQUE constraint failed: ANSCKRECORDMETADATA.ZENTITYID, ZENTITYPK' (134110)",
    fix:
      "let the app sync with this store; how CloudKit's tables depend on each other is not known, so "
      + "delete these rows only in a copy, and only where a migration fails with that error",
    explanation: "migration-ck-metadata-collision")

  private static let table = "ANSCKRECORDMETADATA"
  private static let made =
    "CREATE TABLE ANSCKRECORDMETADATA ( Z_PK INTEGER PRIMARY KEY, ZENTITYID INTEGER, "
    + "ZENTITYPK INTEGER, ZNEEDSCLOUDDELETE INTEGER )"

  static let examples: [StoreExample] = [
    .flagged(made, "INSERT INTO ANSCKRECORDMETADATA VALUES (1, 2, 99, 0)"),
    .flagged(made, "INSERT INTO ANSCKRECORDMETADATA VALUES (1, 77, 1, 0)"),
    .clean(made, "INSERT INTO ANSCKRECORDMETADATA VALUES (1, 4, 2, 0), (2, 1, 4, NULL)"),
    // Deleted here, and not yet in the cloud.
    .clean(made, "INSERT INTO ANSCKRECORDMETADATA VALUES (1, 2, 99, 1)"),
    // Deleted here since the last export, which alone marks it.
    .clean(
      made, "INSERT INTO ANSCKRECORDMETADATA VALUES (1, 2, 99, 0)",
      "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) "
        + "SELECT max(Z_PK) + 1, 16001, 2, 2, 99, 1 FROM ACHANGE",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_ENT = 16001"),
  ]

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    let columns = inspection.store.existingTables.columns[Self.table] ?? []
    guard columns.contains("ZENTITYID"), columns.contains("ZENTITYPK") else { return [] }
    let pending =
      columns.contains("ZNEEDSCLOUDDELETE") ? " AND t.ZNEEDSCLOUDDELETE IS NOT 1" : ""
    func condition(_ sql: String, _ message: String) -> RowCondition {
      inspection.condition(Self.info, in: Self.table, "(\(sql))\(pending)") {
        "\(message) in \($0.text) of \(Self.table)"
      }
    }
    let families = Dictionary(grouping: inspection.entities, by: \.table)
      .sorted { $0.key < $1.key }
      .map { table, family in
        (table: table, numbers: family.map { String($0.number) }.joined(separator: ", "))
      }
    let isExported =
      inspection.store.hasHistory
      ? " AND NOT EXISTS (SELECT 1 FROM main.ACHANGE AS c WHERE c.ZCHANGETYPE = 2 "
        + "AND c.ZENTITY = t.ZENTITYID AND c.ZENTITYPK = t.ZENTITYPK)" : ""
    let missing = families.map { table, numbers in
      "t.ZENTITYID IN (\(numbers)) AND NOT EXISTS (SELECT 1 FROM main.\(table.sqlQuoted) AS d "
        + "WHERE d.Z_PK = t.ZENTITYPK)"
        + isExported
    }
    return [
      condition(TableScan.any(missing[...]), "a row that does not exist is named"),
      condition(
        "t.ZENTITYID NOT IN (\(families.map(\.numbers).joined(separator: ", ")))",
        "an entity number that does not exist is named"),
    ]
  }
}
