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
    let columns = inspection.declaredProperties.compactMap { entity, property -> RowCondition? in
      guard isRequired(property, of: entity, inspection), property.isPresent else { return nil }
      let sql = property.columns.map { "t.\($0.sqlQuoted) IS NULL" }.joined(separator: " AND ")
      return inspection.condition(Self.info, on: entity, property, sql) {
        "'\(entity.name).\(property.name)' is required and has no value in \($0.text)"
      }
    }
    return columns + inspection.neededValues.flatMap { conditions($0, $1, inspection) }
  }

  /// What columns require by themselves, and relationships.
  private func isRequired(
    _ property: StoreProperty, of entity: StoreEntity, _ inspection: StoreInspection
  ) -> Bool {
    switch property.kind {
    case .toMany, .enumeration: false
    case .toOne(let relationship, _, _): !relationship.isOptional
    case .attribute(let attribute, _):
      !attribute.isOptional && attribute.derivation == nil
        && !isInsideOptional(property, of: entity, inspection)
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

  /// Enums and fields of structs, which no column requires.
  private func conditions(
    _ entity: StoreEntity, _ attribute: Attribute, _ inspection: StoreInspection
  ) -> [RowCondition] {
    let values = attribute.neededValues.filter { !$0.isRequiredColumn }
    func sql(_ value: NeededValue) -> String? {
      inspection.lacking(value, of: entity).map { "(\($0))" }
    }
    var conditions = values.filter(\.isKnown).compactMap { value -> RowCondition? in
      let name = value.path.joined(separator: ".")
      return sql(value).map {
        inspection.condition(Self.info, on: entity, entity.property(named: name), $0) {
          "'\(entity.name).\(name)' is required"
            + (value.within.isEmpty ? "" : " where '\(attribute.name)' has a value")
            + " and has no value in \($0.text)"
        }
      }
    }
    let open = values.filter { !$0.isKnown }.compactMap(sql)
    if !open.isEmpty {
      let name = "\(entity.name).\(attribute.name)"
      let lack =
        inspection.histories.isEmpty
        ? "give it with --model" : "what --model gives has no version with this store's hashes"
      var question = inspection.condition(
        Self.info, on: entity, nil, TableScan.any(open[...])
      ) {
        "whether '\(name)' can be read in \($0.text): fields of it have no value, and only the app's "
          + "Swift source says which of them may be nil; \(lack)"
      }
      question.isQuestion = true
      conditions.append(question)
    }
    return conditions
  }
}

extension StoreInspection {
  /// Own composites of all entities, as the app's source has them where it was given: the same hashes
  /// may stand for another optionality.
  fileprivate var neededValues: [(entity: StoreEntity, attribute: Attribute)] {
    guard isSwiftData else { return [] }
    return entities.flatMap { entity -> [(StoreEntity, Attribute)] in
      guard let own = store.model.entity(named: entity.name) else { return [] }
      let written = source?.entity(named: entity.name)
      return own.attributes.filter { $0.type == .composite && !$0.isTransient }.map {
        (entity, written?.attribute(named: $0.name) ?? $0)
      }
    }
  }

  /// SQL over a row `t` that lacks the value; nil where a column is not there.
  fileprivate func lacking(_ value: NeededValue, of entity: StoreEntity) -> String? {
    func columns(_ paths: [[String]]) -> [String]? {
      let names = paths.compactMap { store.layout.column(of: entity.name, $0)?.name }
      guard names.count == paths.count, names.allSatisfy({ has($0, in: entity.table) }) else {
        return nil
      }
      return names.map { "t.\($0.sqlQuoted)" }
    }
    guard let own = columns(value.columns), let around = columns(value.within) else { return nil }
    let isMissing = own.map { "\($0) IS NULL" }
    let isThere = around.filter { !own.contains($0) }.map { "\($0) IS NOT NULL" }
    if value.within.isEmpty { return isMissing.joined(separator: " AND ") }
    guard !isThere.isEmpty else { return nil }
    return (isMissing + ["(\(TableScan.any(isThere[...])))"]).joined(separator: " AND ")
  }
}
