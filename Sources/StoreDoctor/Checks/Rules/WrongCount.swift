internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds to-many relationships with fewer or more objects than the model allows.
struct WrongCount: StoreRule {
  static let info = RuleInfo(
    id: "wrong-count", severity: .warning,
    summary: "a to-many relationship has too few or too many objects",
    why: "SQL does not enforce it; a save that touches the object fails (1580, 1590, 1600)",
    fix: "add or remove objects in code, or change the counts in the model")

  static let examples: [StoreExample] = [
    .flagged("DELETE FROM Z_1BOOKS WHERE Z_4BOOKS = 2"),
    .flagged("INSERT INTO Z_1BOOKS VALUES (3, 1), (4, 1)"),
    .clean("DELETE FROM Z_1BOOKS WHERE Z_1AUTHORS = 2"),
  ]

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    guard inspection.hasModel else { return [] }
    return inspection.declaredProperties.compactMap { entity, property in
      guard case .toMany(let relationship, let path?) = property.kind,
        relationship.minCount > 0 || relationship.maxCount > 1,
        // Without an index each object would cost a pass over the table.
        inspection.actual?.hasIndex(on: path.source, of: path.table) == true
      else { return nil }
      let count = Self.count(path)
      var faults: [String] = []
      if relationship.minCount > 0 { faults.append("\(count) < \(relationship.minCount)") }
      if relationship.maxCount > 1 { faults.append("\(count) > \(relationship.maxCount)") }
      let most = relationship.maxCount > 1 ? "\(relationship.maxCount)" : "any number"
      return inspection.condition(
        Self.info, on: entity, property, faults.joined(separator: " OR "), value: count
      ) {
        "'\(entity.name).\(property.name)' must have \(relationship.minCount) to \(most) objects, "
          + "and has not in \($0.text)"
      }
    }
  }

  static func count(_ path: ToManyPath) -> String {
    "(SELECT count(*) FROM main.\(path.table.sqlQuoted) AS d "
      + "WHERE d.\(path.source.sqlQuoted) = t.Z_PK)"
  }
}
