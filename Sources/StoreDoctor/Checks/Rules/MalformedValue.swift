internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds values of the right kind that the type has no place for.
struct MalformedValue: StoreRule {
  static let info = RuleInfo(
    id: "malformed-value", severity: .error,
    summary: "values do not fit the attribute's type",
    why:
      "another tool wrote them: a UUID must have 16 bytes, a Boolean be 0 or 1, an integer fit its "
      + "width, and a transformable be an archive; Core Data cuts them, reads nil or traps",
    fix: "correct the values in a copy")

  static let examples: [StoreExample] = [
    .flagged("UPDATE ZAUTHOR SET ZUID = x'010203' WHERE Z_PK = 1"),
    .flagged("UPDATE ZMEDIA SET ZISNEW = 7 WHERE Z_PK = 1"),
    .flagged("UPDATE ZMEDIA SET ZRATING = 40000 WHERE Z_PK = 1"),
    .flagged("UPDATE ZMEDIA SET ZBLURB = x'0102030405' WHERE Z_PK = 1"),
    .clean("UPDATE ZMEDIA SET ZBLURB = NULL WHERE Z_PK = 1"),
    .clean("UPDATE ZMEDIA SET ZRATING = -32768, ZISNEW = NULL"),
    .clean("UPDATE ZAUTHOR SET ZUID = zeroblob(16) WHERE Z_PK = 1"),
  ]

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    guard inspection.hasModel else { return [] }
    return inspection.declaredProperties.compactMap { entity, property in
      guard case .attribute(let attribute, let column?) = property.kind,
        let (sql, what) = Self.fault(of: attribute, "t." + column.sqlQuoted)
      else { return nil }
      return inspection.condition(
        Self.info, on: entity, property, sql, value: "t." + column.sqlQuoted
      ) { "'\(entity.name).\(property.name)' \(what) in \($0.text)" }
    }
  }

  /// Apple's own transformers that write keyed archives, which are binary property lists; the default
  /// is one of them. What a transformer of the app writes only the app knows.
  private static let archivers: Set = [
    "", "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformerName",
    "NSKeyedUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformerName",
  ]

  /// What most rows settle comes first: a comparison takes a fraction of the time of `typeof`.
  private static func fault(
    of attribute: Attribute, _ value: String
  ) -> (sql: String, what: String)? {
    let type = attribute.type
    func outside<I: FixedWidthInteger>(_ width: I.Type) -> (String, String) {
      (
        "\(value) NOT BETWEEN \(I.min) AND \(I.max) AND typeof(\(value)) = 'integer'",
        "does not fit \(type.name)"
      )
    }
    switch type {
    case .uuid:
      return ("length(\(value)) <> 16 AND typeof(\(value)) = 'blob'", "is no UUID of 16 bytes")
    case .boolean:
      return ("\(value) NOT BETWEEN 0 AND 1 AND typeof(\(value)) = 'integer'", "is neither 0 nor 1")
    case .integer16: return outside(Int16.self)
    case .integer32: return outside(Int32.self)
    case .transformable where archivers.contains(attribute.valueTransformerName ?? ""):
      let start = "substr(\(value), 1, 8)"
      return (
        "\(start) <> CAST('bplist00' AS BLOB) AND typeof(\(value)) = 'blob'", "is no archive"
      )
    default: return nil
    }
  }
}
