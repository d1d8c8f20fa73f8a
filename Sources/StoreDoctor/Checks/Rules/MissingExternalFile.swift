internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds values whose file is gone.
struct MissingExternalFile: StoreRule {
  static let info = RuleInfo(
    id: "missing-external-file", severity: .error,
    summary: "files of external data are missing",
    why:
      "the row only holds the file's name; the store was copied or restored without its hidden "
      + "'_SUPPORT' folder, and the app reads nil",
    fix: "copy the folder '.<store>_SUPPORT' from where the store came from, beside the store")

  static let examples: [StoreExample] = [
    .flagged(
      "UPDATE ZMEDIA SET ZCOVER = x'02' || '01234567-89AB-4CDE-8F01-23456789ABCD' || x'00' "
        + "WHERE Z_PK = 1",
      "UPDATE ZMEDIA SET ZCOVER = CAST(ZCOVER AS BLOB) WHERE Z_PK = 1"),
    .clean("UPDATE ZMEDIA SET ZCOVER = x'0102' WHERE Z_PK = 1"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) throws {
    for missing in try inspection.externalFiles().missing {
      report(
        "the file of '\(missing.entity).\(missing.property)' is "
          + (missing.isThere ? "a link, no file, empty, or not readable" : "missing")
          + " for \(missing.hits.text)",
        entity: missing.entity, property: missing.property, rows: missing.hits)
    }
  }
}
