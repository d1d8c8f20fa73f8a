internal import Diagnostics
internal import Lint
internal import StoreEngine
internal import StoreModel

/// Finds rows with values that were encoded as one type and are decoded as another.
struct RowsOfAnotherType: MigrationRule {
  static let info = EncodedTypeChanged.info

  func conditions(of stage: PreflightStage) -> [StageCondition] {
    stage.pairing.entities.flatMap { pair in
      (stage.before.entities[pair.source.name] ?? []).flatMap { rows in
        pair.properties.compactMap { condition($0, rows) }
      }
    }
  }

  private func condition(
    _ pair: ModelPairing.PropertyPair, _ rows: Projection.Rows
  ) -> StageCondition? {
    guard let name = pair.unreadable, case .attribute(let old) = pair.source.kind,
      case .sql(let value)? = rows.values[old.name]
    else { return nil }
    // What is empty is of any type.
    let empty = old.emptyCollection.map { bytes in
      let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      return " AND CAST(\(value) AS BLOB) <> x'\(digits)'"
    }
    return StageCondition(
      rule: Self.info, entity: pair.destination.declaredBy, property: name, rows: rows,
      sql: "\(value) IS NOT NULL\(empty ?? "")", isFilledLater: true, subject: pair.destination,
      text:
        "'\(pair.destination.declaredBy).\(name)' is read as \(pair.readDifferently), and has a value"
    )
  }
}
