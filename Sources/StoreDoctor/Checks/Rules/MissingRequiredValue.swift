internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds NULL where the model demands a value.
struct MissingRequiredValue: StoreRule {
  static let info = RuleInfo(
    id: "missing-required-value", severity: .warning,
    summary: "a required property has no value",
    why:
      "SQL does not enforce it: the app crashes when SwiftData reads the row, a save that touches "
      + "it fails (1570), and so may a migration (134110)",
    fix: "give the rows a value in code, or make the property optional")

  static let examples: [StoreExample] = [
    .flagged("UPDATE ZMEDIA SET ZTITLE = NULL WHERE Z_PK = 2"),
    .flagged("UPDATE ZLOAN SET ZREADER = NULL WHERE Z_PK = 1"),
    .flagged("UPDATE ZMEDIA SET ZMINUTES = NULL WHERE Z_PK = 3"),
    .clean("UPDATE ZMEDIA SET ZMINUTES = NULL WHERE Z_ENT = 4"),
    .clean("UPDATE ZMEDIA SET ZISNEW = NULL, ZPRICE = NULL"),
    .clean("UPDATE ZMEDIA SET ZTITLE = ''"),
  ]

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    guard inspection.hasModel else { return [] }
    return inspection.declaredProperties.compactMap { entity, property in
      guard isRequired(property, of: entity, inspection), property.isPresent else { return nil }
      let sql = property.columns.map { "t.\($0.sqlQuoted) IS NULL" }.joined(separator: " AND ")
      return inspection.condition(Self.info, on: entity, property, sql) {
        "'\(entity.name).\(property.name)' is required and has no value in \($0.text)"
      }
    }
  }

  private func isRequired(
    _ property: StoreProperty, of entity: StoreEntity, _ inspection: StoreInspection
  ) -> Bool {
    switch property.kind {
    case .toMany: false
    case .toOne(let relationship, _, _): !relationship.isOptional
    case .attribute(let attribute, _):
      !attribute.isOptional && attribute.derivation == nil
        && !isInsideOptional(property, of: entity, inspection)
    case .enumeration(let attribute, _): !attribute.isOptional
    }
  }

  /// A field of a struct that is itself optional is NULL when the struct is nil.
  private func isInsideOptional(
    _ property: StoreProperty, of entity: StoreEntity, _ inspection: StoreInspection
  ) -> Bool {
    let path = property.name.split(separator: ".").map(String.init)
    return path.indices.contains { end in
      guard
        let attribute = inspection.store.layout.attribute(of: entity.name, Array(path[...end]))
      else { return false }
      return attribute.type == .composite && attribute.isOptional
    }
  }
}
