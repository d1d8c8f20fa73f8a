internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds derived counts that are not the number of objects there are.
struct StaleDerivedValue: StoreRule {
  static let info = RuleInfo(
    id: "stale-derived-value", severity: .warning,
    summary: "a derived count is not the number of objects",
    why:
      "rows were changed without the store's triggers; fetches that sort or filter by the value are "
      + "wrong until an object is added or removed",
    fix: "save one change to the objects' relationship in the app, or set the value in a copy")

  static let examples: [StoreExample] = [
    .flagged("UPDATE ZREADER SET ZLOANCOUNT = 5"),
    .flagged(
      "DROP TRIGGER Z_DA_ZLOAN_Reader_loanCount_PARAMETER_DELETE", "DELETE FROM ZLOAN"),
    .clean("UPDATE ZREADER SET ZLOANCOUNT = NULL"),
    .clean("UPDATE ZREADER SET ZNAME = 'Ray'"),
  ]

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    guard inspection.hasModel else { return [] }
    return inspection.declaredProperties.compactMap { entity, property in
      guard case .attribute(let attribute, let column?) = property.kind, property.isPresent,
        let name = attribute.countedRelationship,
        case .toMany(_, let path?)? = entity.property(named: name)?.kind,
        // Without an index each object would cost a pass over the table.
        inspection.actual?.hasIndex(on: path.source, of: path.table) == true
      else { return nil }
      let value = "t.\(column.sqlQuoted)"
      return inspection.condition(
        Self.info, on: entity, property, "\(value) <> \(WrongCount.count(path))", value: value
      ) {
        "'\(entity.name).\(property.name)' is not the number of its '\(name)' in \($0.text)"
      }
    }
  }
}
