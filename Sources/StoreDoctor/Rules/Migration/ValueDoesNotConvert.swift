internal import StoreEngine
internal import StoreModel

/// Finds values that a change of type would cut or lose.
struct ValueDoesNotConvert: MigrationRule {
  static let info = RuleInfo(
    id: "value-does-not-convert", severity: .warning,
    summary: "values do not fit the new type of an attribute",
    why:
      "Core Data lets numbers and Booleans become each other without looking: what does not fit is "
      + "cut, a fraction dropped, and a text counts as 0",
    fix: "give the new attribute another name, and convert the values in a custom stage")

  func conditions(of stage: PreflightStage) -> [StageCondition] {
    stage.changedRows.flatMap { pair, rows in
      pair.properties.compactMap { condition($0, rows) }
    }
  }

  private func condition(
    _ pair: ModelPairing.PropertyPair, _ rows: Projection.Rows
  ) -> StageCondition? {
    guard case .attribute(let old) = pair.source.kind,
      case .attribute(let new) = pair.destination.kind, old.type != new.type,
      old.type.isNumeric, new.type.isNumeric, case .sql(let value)? = rows.values[old.name],
      let fault = Self.fault(to: new.type, value)
    else { return nil }
    return StageCondition(
      rule: Self.info, entity: pair.destination.declaredBy, property: new.name, rows: rows,
      sql: fault, value: value,
      text: "'\(pair.destination.declaredBy).\(new.name)' becomes \(new.type.name), which cannot "
        + "hold the value")
  }

  private static func fault(to type: AttributeType, _ value: String) -> String? {
    let isNoNumber = "typeof(\(value)) NOT IN ('integer', 'real', 'null')"
    func whole<I: FixedWidthInteger>(_ width: I.Type) -> String {
      "\(isNoNumber) OR \(value) NOT BETWEEN \(I.min) AND \(I.max) "
        + "OR \(value) <> CAST(\(value) AS INTEGER)"
    }
    switch type {
    case .integer16: return whole(Int16.self)
    case .integer32: return whole(Int32.self)
    case .integer64:
      // The ends as reals, because an integer cannot be outside and 2^63 is one too many.
      return "\(isNoNumber) OR \(value) < -9223372036854775808.0 "
        + "OR (typeof(\(value)) = 'real' AND (\(value) >= 9223372036854775808.0 "
        + "OR \(value) <> CAST(\(value) AS INTEGER)))"
    case .boolean: return "\(isNoNumber) OR \(value) NOT IN (0, 1)"
    case .float: return "\(isNoNumber) OR abs(\(value)) > 3.4028234663852886e38"
    case .double, .decimal: return isNoNumber
    default: return nil
    }
  }
}
