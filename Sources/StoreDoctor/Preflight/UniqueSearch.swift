internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// What has to be different in every row of a newer version, over the columns there are now.
struct UniqueSearch {
  let table: String
  /// SQL over the row `t`, all of which together have to differ.
  let keys: [String]
  /// The properties among them that the store has nothing of: rows that are equal in these are no
  /// duplicates of each other.
  var fresh: [String] = []
  /// What is wrong with the rows that are named.
  let finding: (String) -> Finding

  /// The constraints that a stage adds, or whose index the store lacks, and the objects that lead to
  /// those that have room for one of them: by a new to-one inverse, or because a to-many without inverse
  /// is kept with the object that it leads to.
  static func all(of stage: PreflightStage, _ inspection: StoreInspection) -> [UniqueSearch] {
    stage.pairing.entities.filter { !$0.isUnchanged }.flatMap { pair in
      var found = pair.destination.uniquenessConstraints.flatMap { properties in
        searches(pair, properties, stage, inspection)
      }
      found += pair.added.flatMap { inverse($0, pair, stage) }
      found += pair.properties.flatMap { widened($0, pair, stage) ?? [] }
      return found
    }
  }

  /// A to-one that becomes a to-many without inverse: each object can be in one of them
  /// (Documentation/Format/StoreFormat.md, 2.3).
  private static func widened(
    _ property: ModelPairing.PropertyPair, _ pair: ModelPairing.EntityPair, _ stage: PreflightStage
  ) -> [UniqueSearch]? {
    guard case .relationship(let old) = property.source.kind, !old.isToMany,
      case .relationship(let new) = property.destination.kind, new.isToMany, new.inverse == nil,
      property.destination.declaredBy == pair.destination.name
    else { return nil }
    var byTable: [String: [Group]] = [:]
    for entity in stage.step.to.family(of: pair.destination.name) {
      guard let other = stage.pairing.pair(to: entity.name) else { continue }
      for rows in stage.before.entities[other.source.name] ?? [] {
        guard case .toOne(let column)? = rows.links[old.name] else { continue }
        byTable[rows.table, default: []].append((rows.condition, [column]))
      }
    }
    return byTable.sorted { $0.key < $1.key }.map { table, groups in
      UniqueSearch(table: table, keys: keys(of: groups)) {
        stage.finding(
          PreflightRules.severalForNewInverse,
          "'\(pair.destination.name).\(new.name)' becomes to-many and has no inverse, so each "
            + "'\(new.destination)' can be in one of them, and several lead to the same one in \($0)",
          entity: pair.destination.name, property: new.name,
          help:
            "give it a to-many inverse, or let only one object lead to each before the migration")
      }
    }
  }

  /// A new to-one that is the inverse of a to-one that was there: each object can be led to by one.
  private static func inverse(
    _ property: ModelProperty, _ pair: ModelPairing.EntityPair, _ stage: PreflightStage
  ) -> [UniqueSearch] {
    guard case .relationship(let new) = property.kind, !new.isToMany,
      property.declaredBy == pair.destination.name, let name = new.inverse
    else { return [] }
    var byTable: [String: [Group]] = [:]
    for entity in stage.step.to.family(of: new.destination) {
      guard let other = stage.pairing.pair(to: entity.name),
        let forward = other.properties.first(where: { $0.destination.name == name })
      else { continue }
      for rows in stage.before.entities[other.source.name] ?? [] {
        guard case .toOne(let column)? = rows.links[forward.source.name] else { continue }
        byTable[rows.table, default: []].append((rows.condition, [column]))
      }
    }
    return byTable.sorted { $0.key < $1.key }.map { table, groups in
      UniqueSearch(table: table, keys: keys(of: groups)) {
        stage.finding(
          PreflightRules.severalForNewInverse,
          "'\(property.declaredBy).\(new.name)' is new and holds one object, and "
            + "'\(new.destination).\(name)' leads to the same one in \($0)",
          entity: property.declaredBy, property: new.name)
      }
    }
  }

  /// Rows of one table that have the same keys.
  private typealias Group = (condition: String?, keys: [String])

  /// Keys for all rows of a table.
  private static func keys(of groups: [Group]) -> [String] {
    guard let first = groups.first else { return [] }
    if groups.count == 1, first.condition == nil { return first.keys }
    return first.keys.indices.map { index in
      "CASE "
        + groups.map { "WHEN \($0.condition ?? "TRUE") THEN \($0.keys[index])" }
        .joined(separator: " ") + " END"
    }
  }

  private static func searches(
    _ pair: ModelPairing.EntityPair, _ properties: [String], _ stage: PreflightStage,
    _ inspection: StoreInspection
  ) -> [UniqueSearch] {
    let after = stage.before.after(stage.pairing)
    // The index is over the whole table, where rows of subentities have the same columns.
    let family = stage.step.to.family(of: pair.destination.name)
    var byTable: [String: [Group]] = [:]
    var fresh: Set<String> = []
    for entity in family {
      for rows in after.entities[entity.name] ?? [] {
        fresh.formUnion(rows.fresh)
        let keys = properties.compactMap { rows.key($0) }
        if keys.count == properties.count {
          byTable[rows.table, default: []].append((rows.condition, keys))
        }
      }
    }
    let unfilled = properties.filter(fresh.contains)
    let added = pair.fresh(in: properties)
    // An older version that has the constraint lets no code merge the rows: only its index is not there.
    let isOld = pair.source.uniquenessConstraints.contains(properties)
    let help =
      isOld
      ? "the index was lost, or never made: merge the rows in a copy ('storedoctor repair STORE -o NEW')"
      : added.isEmpty
        ? unfilled.isEmpty ? nil : stage.step.to.adviceOnEmptyUnique(unfilled)
        : stage.step.to.adviceOnNewUnique(added, isValued: true)
    return byTable.sorted { $0.key < $1.key }.compactMap { table, groups in
      if groups.count == 1, isEnforced(groups[0].keys, table, inspection) { return nil }
      return UniqueSearch(table: table, keys: keys(of: groups), fresh: unfilled) {
        let names = properties.quotedList(separator: " and ")
        return stage.finding(
          PreflightRules.duplicatesUnderUniqueness,
          "\(names) of '\(pair.destination.name)' "
            + (isOld
              ? "\(properties.count == 1 ? "is" : "are") unique in both versions, but the store has no "
                + "such index, and the same value occurs in "
              : "\(properties.count == 1 ? "becomes" : "become") unique, and the same value occurs in ")
            + $0, entity: pair.destination.name,
          property: properties.count == 1 ? properties[0] : unfilled.first, help: help,
          isFixed: added.count == properties.count)
      }
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
