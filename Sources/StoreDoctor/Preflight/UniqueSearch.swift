internal import StoreEngine
internal import StoreModel

/// A uniqueness constraint of a newer version over the columns there are now.
struct UniqueSearch {
  let stage: PreflightStage
  let entity: String
  let properties: [String]
  let table: String
  /// SQL over the row `t`, one for each property.
  let keys: [String]

  /// The constraints that a stage adds, or whose index the store lacks.
  static func all(of stage: PreflightStage, _ inspection: StoreInspection) -> [UniqueSearch] {
    stage.pairing.entities.filter { !$0.isUnchanged }.flatMap { pair in
      pair.destination.uniquenessConstraints.flatMap { properties in
        searches(pair, properties, stage, inspection)
      }
    }
  }

  private static func searches(
    _ pair: ModelPairing.EntityPair, _ properties: [String], _ stage: PreflightStage,
    _ inspection: StoreInspection
  ) -> [UniqueSearch] {
    let after = stage.before.after(stage.pairing)
    // The index is over the whole table, where rows of subentities have the same columns.
    let family = stage.step.to.family(of: pair.destination.name)
    var byTable: [String: [(condition: String?, keys: [String])]] = [:]
    for entity in family {
      for rows in after.entities[entity.name] ?? [] {
        let keys = properties.compactMap { rows.key($0) }
        if keys.count == properties.count {
          byTable[rows.table, default: []].append((rows.condition, keys))
        }
      }
    }
    return byTable.sorted { $0.key < $1.key }.compactMap { table, groups in
      let keys = properties.indices.map { index in
        groups.count == 1 && groups[0].condition == nil
          ? groups[0].keys[index]
          : "CASE "
            + groups.map { "WHEN \($0.condition ?? "TRUE") THEN \($0.keys[index])" }
            .joined(separator: " ") + " END"
      }
      if groups.count == 1, isEnforced(groups[0].keys, table, inspection) { return nil }
      return UniqueSearch(
        stage: stage, entity: pair.destination.name, properties: properties, table: table,
        keys: keys)
    }
  }

  /// Whether an index of the store sees to it already.
  private static func isEnforced(
    _ keys: [String], _ table: String, _ inspection: StoreInspection
  ) -> Bool {
    inspection.actual?.indexes.keys.contains { index in
      index.isUnique && index.table == table
        && Set(index.columns.map { "t." + $0.sqlQuoted }).isSubset(of: keys)
    } ?? false
  }

  func finding(_ rows: String) -> Finding {
    let names = properties.map { "'\($0)'" }.joined(separator: " and ")
    return stage.finding(
      PreflightRules.duplicatesUnderUniqueness,
      "\(names) of '\(entity)' \(properties.count == 1 ? "becomes" : "become") unique, and the same "
        + "value stands in \(rows)", entity: entity,
      property: properties.count == 1 ? properties[0] : nil)
  }
}

extension Projection.Rows {
  /// The value of a property of a constraint; nil when it is not known. No value is never equal to
  /// no value.
  fileprivate func key(_ property: String) -> String? {
    switch values[property] ?? values["\(property).\(property)"] {
    case .sql(let sql)?: return sql
    case .null?: return "NULL"
    case .unknown?: return nil
    case nil: break
    }
    switch links[property] {
    case .toOne(let column)?: return column
    case Projection.Link.none?: return "NULL"
    default: return nil
    }
  }
}
