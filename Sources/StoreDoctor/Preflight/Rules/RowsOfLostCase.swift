internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds rows with the raw value of an enum's case that a later version does not have: no hash tells, and the
/// migration leaves the value as it is.
struct RowsOfLostCase: MigrationRule {
  static let info = UnknownCase.info

  func conditions(of stage: PreflightStage) -> [StageCondition] {
    guard stage.step.to.source == .swift else { return [] }
    let after = stage.before.after(stage.pairing)
    return stage.pairing.entities.filter { !$0.destination.isAbstract }.flatMap { pair in
      zip(
        stage.before.entities[pair.source.name] ?? [],
        after.entities[pair.destination.name] ?? []
      ).flatMap { before, rows in
        pair.properties.flatMap { property in
          Self.lost(property, of: pair, in: stage).compactMap { path, values -> StageCondition? in
            guard case .sql(let column)? = rows.values[path.joined(separator: ".")],
              let sql = UnknownCase.isOne(column, of: values)
            else { return nil }
            let entity = property.destination.declaredBy
            return StageCondition(
              rule: Self.info, entity: entity, property: property.destination.name, rows: before,
              sql: sql, subject: property.destination,
              text:
                "'\(entity).\(CaseChange.name(of: path))' has a raw value that its enum has no case for "
                + "any more")
          }
        }
      }
    }
  }

  /// The values of each column of a property that this stage's version no longer knows, nor the last one.
  static func lost(
    _ property: ModelPairing.PropertyPair, of pair: ModelPairing.EntityPair,
    in stage: PreflightStage
  ) -> [(path: [String], values: [DefaultValue])] {
    guard case .attribute(let old) = property.source.kind,
      case .attribute(let new) = property.destination.kind,
      let end = stage.end(of: new, of: pair.destination.name)
    else { return [] }
    return CaseChange.lost(from: old, to: new).compactMap { path, values in
      // By then, it may have them again.
      let later = CaseChange.lost(from: old, to: end).first {
        CaseChange.field(of: $0.path) == CaseChange.field(of: path)
      }
      let rest = values.filter { later?.values.contains($0) ?? false }
      return rest.isEmpty ? nil : (path, rest)
    }
  }
}
