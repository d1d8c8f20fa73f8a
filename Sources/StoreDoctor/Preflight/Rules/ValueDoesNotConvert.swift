internal import Diagnostics
internal import Lint
internal import StoreEngine
internal import StoreModel

/// Finds values that a change of type would cut or lose.
struct ValueDoesNotConvert: MigrationRule {
  static let info = NarrowedType.info

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
      let fault = NumericFit.fault(in: new.type, value)
    else { return nil }
    return StageCondition(
      rule: Self.info, entity: pair.destination.declaredBy, property: new.name, rows: rows,
      sql: fault, value: value,
      text: "'\(pair.destination.declaredBy).\(new.name)' becomes \(new.type.name), which cannot "
        + "hold the value")
  }
}
