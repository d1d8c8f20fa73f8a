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
      let conditions =
        pair.properties.flatMap { tightened($0, rows) }
        + stage.pairing.unfillable(in: pair).map {
          condition($0.property, $0.path, rows, "TRUE", isNew: true, isFixed: true)
        } + pair.added.compactMap { unlinked($0, rows, stage) }
      return conditions.map { condition in
        condition.helped(Self.cure(condition.subject, condition.property ?? "", in: stage.step))
      }
    }
  }

  /// What to do about a property, where it is not what the rule says for an attribute in source.
  ///
  /// - Parameter path: of the value in it: `author.name` for a field of a composite.
  static func cure(_ property: ModelProperty?, _ path: String, in step: MigrationStep) -> String? {
    guard let property else { return nil }
    let isSwift = step.to.source == .swift
    let cure =
      if property.isRelationship {
        step.to.advice(
          "make it optional, give every row an object in didMigrate, and require it in the next version"
        )
      } else if isNew(property, in: step), step.to.isUnique(property.name, of: property.declaredBy)
      {
        step.to.adviceOnNewUnique([property.name], isValued: false)
      } else if path.contains(".") {
        isNew(property, in: step)
          ? step.to.advice(
            "make it optional, fill it in didMigrate, and require it in the next version")
          : "make the field optional; a default in the struct, or at the property, is not written to "
            + "rows that exist"
      } else if isSwift {
        step.to.advice(info.fix)
      } else {
        "set a default in the model editor, or make it optional, fill it after the migration, and "
          + "require it in the next version"
      }
    guard let (name, identifier) = step.probableOrigin(of: property) else { return cure }
    let macro = property.isRelationship ? "@Relationship" : "@Attribute"
    return "if it is '\(name)' under a new name, "
      + (isSwift
        ? "write '\(macro)(originalName: \"\(identifier)\")' at it"
        : "set its renaming identifier to '\(identifier)'") + "; else \(cure)"
  }

  private static func isNew(_ property: ModelProperty, in step: MigrationStep) -> Bool {
    let pairing = ModelDiff.compare(from: step.from, to: step.to).pairing
    return pairing.pair(to: property.declaredBy)?.added.contains { $0.name == property.name }
      == true
  }

  private func condition(
    _ property: ModelProperty, _ path: String, _ rows: Projection.Rows, _ sql: String,
    isNew: Bool, isFixed: Bool = false
  ) -> StageCondition {
    StageCondition(
      rule: Self.info, entity: property.declaredBy, property: path, rows: rows, sql: sql,
      isFixed: isFixed, subject: property,
      text: "'\(property.declaredBy).\(path)' is \(isNew ? "new and" : "now") required, and has no "
        + "\(property.isRelationship ? "object" : "value")")
  }

  /// Rows that no link of the other end leads to, which has been there before.
  private func unlinked(
    _ property: ModelProperty, _ rows: Projection.Rows, _ stage: PreflightStage
  ) -> StageCondition? {
    guard case .relationship(let new) = property.kind, !new.isToMany, !new.isOptional else {
      return nil
    }
    let continued = stage.pairing.continued(by: property)
    guard !continued.isEmpty else { return nil }
    var tests: [String] = []
    for (pair, relationship) in continued {
      for other in stage.before.entities[pair.source.name] ?? [] {
        let table = "main.\(other.table.sqlQuoted) AS t"
        switch other.links[relationship.name] {
        case .toOne(let column)?:
          let own = other.condition.map { " AND \($0)" } ?? ""
          tests.append(
            "t.Z_PK NOT IN (SELECT \(column) FROM \(table) WHERE \(column) IS NOT NULL\(own))")
        case .toMany(let path)?:
          let (source, key) = (path.source.sqlQuoted, path.destination.sqlQuoted)
          // Objects of other entities may have had the relationship too.
          let own =
            other.condition.map {
              " AND d.\(source) IN (SELECT t.Z_PK FROM \(table) WHERE \($0))"
            } ?? ""
          tests.append(
            "t.Z_PK NOT IN (SELECT d.\(key) FROM main.\(path.table.sqlQuoted) AS d "
              + "WHERE d.\(source) IS NOT NULL AND d.\(key) IS NOT NULL\(own))")
        case Projection.Link.none?: continue
        case .unknown?, nil: return nil
        }
      }
    }
    return condition(
      property, new.name, rows, tests.isEmpty ? "TRUE" : tests.joined(separator: " AND "),
      isNew: true)
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
