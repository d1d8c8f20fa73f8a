internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds values of a storage class that the attribute's type never has.
struct WrongStorageClass: StoreRule {
  static let info = RuleInfo(
    id: "wrong-storage-class", severity: .error,
    summary: "values have another SQLite type than their attribute",
    why:
      "SQLite keeps any value in any column; Core Data reads a text as number 0, a number as date "
      + "2001, or traps",
    fix: "convert the values in a copy")

  static let examples: [StoreExample] = [
    .flagged("UPDATE ZLOAN SET ZDUE = '2024-01-31'"),
    .flagged("UPDATE ZMEDIA SET ZRATING = 'five' WHERE Z_PK = 1"),
    .flagged("UPDATE ZMEDIA SET ZRATING = 4.5 WHERE Z_PK = 1"),
    .flagged("UPDATE ZAUTHOR SET ZNAME = x'41' WHERE Z_PK = 1"),
    .flagged("UPDATE ZAUTHOR SET ZUID = '0123456789ABCDEF' WHERE Z_PK = 1"),
    .clean("UPDATE ZLOAN SET ZDUE = 700000000"),
    .clean("UPDATE ZMEDIA SET ZPRICE = '12345678901234567890.5' WHERE Z_PK = 1"),
  ]

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    guard inspection.hasModel else { return [] }
    return inspection.declaredProperties.compactMap { entity, property in
      guard case .attribute(let attribute, let column?) = property.kind,
        let classes = Self.classes(of: attribute.type)
      else { return nil }
      let value = "t." + column.sqlQuoted
      return inspection.condition(
        Self.info, on: entity, property, Self.isNone(of: classes, value), value: value
      ) {
        "'\(entity.name).\(property.name)' is \(attribute.type.name), but not stored as "
          + "\(Self.text(classes)) in \($0.text)"
      }
    }
  }

  /// Numbers sort before texts and texts before blobs, and to compare takes a fraction of the time of
  /// `typeof` (sqlite.org/datatype3.html, 4.1).
  private static func isNone(of classes: [String], _ value: String) -> String {
    switch classes {
    case ["integer"]: "\(value) >= '' OR typeof(\(value)) = 'real'"
    case ["integer", "real"]: "\(value) >= ''"
    case ["text"]: "\(value) < '' OR \(value) >= x''"
    default: "\(value) < x''"
    }
  }

  /// Nil for types that have no column of their own (Documentation/Format/StoreFormat.md, 3).
  static func classes(of type: AttributeType) -> [String]? {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: ["integer"]
    // A column with numeric affinity keeps whole numbers as integers.
    case .double, .float, .date, .decimal: ["integer", "real"]
    case .string, .uri: ["text"]
    case .uuid, .binary, .transformable: ["blob"]
    default: nil
    }
  }

  private static func text(_ classes: [String]) -> String {
    switch classes {
    case ["integer"]: "an integer"
    case ["text"]: "text"
    case ["blob"]: "data"
    default: "a number"
    }
  }
}
