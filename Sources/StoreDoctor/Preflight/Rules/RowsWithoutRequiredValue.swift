internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds rows that would be left without a value the newer version requires.
struct RowsWithoutRequiredValue: MigrationRule {
  static let info = RuleInfo(
    id: "rows-without-required-value", severity: .error,
    summary: "rows have no value for a property that becomes required",
    why:
      "the migration fails with 134110, 'Validation error missing attribute values on mandatory "
      + "destination attribute', and the container does not open",
    fix:
      "declare a default at the property, or make it optional, fill it in didMigrate, and require "
      + "it in the next version", explanation: "migration-mandatory-attribute")

  func conditions(of stage: PreflightStage) -> [StageCondition] {
    stage.changedRows.filter { !$0.pair.destination.isAbstract }.flatMap { pair, rows in
      pair.properties.flatMap { tightened($0, rows) }
        + pair.unfillable.map { condition($0.property, $0.path, rows, "TRUE", isNew: true) }
    }
  }

  private func condition(
    _ property: ModelProperty, _ path: String, _ rows: Projection.Rows, _ sql: String,
    isNew: Bool
  ) -> StageCondition {
    StageCondition(
      rule: Self.info, entity: property.declaredBy, property: path, rows: rows, sql: sql,
      isFixed: isNew,
      text: "'\(property.declaredBy).\(path)' is \(isNew ? "new and" : "now") required, and has no "
        + "\(property.isRelationship ? "object" : "value")")
  }

  /// Properties that both versions have.
  private func tightened(
    _ pair: ModelPairing.PropertyPair, _ rows: Projection.Rows
  ) -> [StageCondition] {
    switch (pair.source.kind, pair.destination.kind) {
    case (.attribute(let old), .attribute(let new)):
      guard old.type == .composite, new.type == .composite else {
        guard old.isOptional, new.demandsValue else { return [] }
        return missing(old.name, pair.destination, new.name, rows)
      }
      let fields = ModelPairing.fields(from: old, to: new)
      return fields.pairs.flatMap { field -> [StageCondition] in
        guard field.source.attribute.isOptional, field.destination.attribute.demandsValue
        else { return [] }
        return missing(
          "\(old.name).\(field.source.path)", pair.destination,
          "\(new.name).\(field.destination.path)", rows)
      }
    case (.relationship(let old), .relationship(let new)):
      guard !old.isToMany, !new.isToMany, old.isOptional, !new.isOptional,
        case .toOne(let column)? = rows.links[old.name]
      else { return [] }
      return [condition(pair.destination, new.name, rows, "\(column) IS NULL", isNew: false)]
    default: return []
    }
  }

  private func missing(
    _ old: String, _ property: ModelProperty, _ new: String, _ rows: Projection.Rows
  ) -> [StageCondition] {
    switch rows.values[old] {
    case .sql(let sql)?: [condition(property, new, rows, "\(sql) IS NULL", isNew: false)]
    case .null?: [condition(property, new, rows, "TRUE", isNew: false)]
    default: []
    }
  }
}
