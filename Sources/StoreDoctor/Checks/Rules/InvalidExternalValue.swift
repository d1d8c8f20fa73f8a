internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds data of external storage that lacks its leading byte.
struct InvalidExternalValue: StoreRule {
  static let info = RuleInfo(
    id: "invalid-external-value", severity: .error,
    summary: "data of external storage starts with neither 01 nor 02",
    why:
      "the first byte says whether the data follow or lie in a file; Core Data reads anything else "
      + "as nil or traps",
    fix: "put the byte 01 before the data in a copy")

  static let examples: [StoreExample] = [
    .flagged("UPDATE ZMEDIA SET ZCOVER = x'8950' WHERE Z_PK = 1"),
    .flagged("UPDATE ZMEDIA SET ZCOVER = x'' WHERE Z_PK = 1"),
    .clean("UPDATE ZMEDIA SET ZCOVER = x'018950' WHERE Z_PK = 1"),
  ]

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    inspection.externalProperties.map { entity, property, column in
      let value = "t." + column.sqlQuoted
      return inspection.condition(
        Self.info, on: entity, property,
        // The first byte of no bytes is NULL.
        "typeof(\(value)) = 'blob' AND "
          + "(length(\(value)) = 0 OR substr(\(value), 1, 1) NOT IN (x'01', x'02'))"
      ) { "'\(entity.name).\(property.name)' lacks its leading byte in \($0.text)" }
    }
  }
}
