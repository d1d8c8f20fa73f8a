internal import StoreModel

/// What rows can make a stage fail: required properties without a value
/// (Documentation/Format/MigrationRules.md, 2.2). Duplicates under new uniqueness show when its
/// index is made.
extension StageBuilder {
  mutating func addChecks(_ move: TableMove) {
    guard let table = move.source else { return }
    var questions: [(condition: String, failure: MigrationError, rows: [TableMove.Numbers])] = []
    func ask(_ condition: String, _ failure: MigrationError, _ row: TableMove.Numbers) {
      let place = questions.firstIndex { $0.condition == condition && $0.failure == failure }
      if let place {
        questions[place].rows.append(row)
      } else {
        questions.append((condition, failure, [row]))
      }
    }
    for numbers in move.pairs where !numbers.pair.isUnchanged && !numbers.old.isAbstract {
      for column in move.table.columns where target.uses(column, numbers.new) {
        switch column.role {
        case .attribute(let entity, let path):
          guard let condition = missingValue(path, numbers.pair) else { continue }
          let attribute = path.joined(separator: ".")
          ask(condition, .missingValue(entity: entity, attribute: attribute, key: 0), numbers)
        case .toOne(let entity, let name):
          guard let condition = missingLink(name, numbers.pair) else { continue }
          ask(condition, .missingLink(entity: entity, relationship: name, key: 0), numbers)
        default: continue
        }
      }
    }
    for question in questions {
      let rows =
        question.rows.count == family(source, table: table).count
        ? nil : "Z_ENT IN (\(Self.list(question.rows)))"
      let conditions = [question.condition.isEmpty ? nil : question.condition, rows]
        .compactMap { $0 }
      let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
      add(
        .check, .check, "SELECT Z_PK FROM \(table.sqlName)\(filter) LIMIT 1",
        reason: question.failure.reason, failure: question.failure)
    }
  }

  /// Which rows lack a value that is required now, as a condition; empty for all, nil for none.
  private func missingValue(_ path: [String], _ pair: ModelPairing.EntityPair) -> String? {
    guard let new = attribute(path, in: pair), !new.attribute.isOptional,
      new.attribute.derivation == nil
    else { return nil }
    guard let old = new.old, let column = column(of: pair.source.name, old.path) else {
      return new.attribute.defaultValue == nil || new.isComposite ? "" : nil
    }
    guard old.attribute.isOptional, new.attribute.defaultValue == nil else { return nil }
    return "\(column.sqlName) IS NULL"
  }

  private func missingLink(_ name: String, _ pair: ModelPairing.EntityPair) -> String? {
    guard let new = target.relationship(of: pair.destination.name, name), !new.isOptional,
      !new.isToMany
    else { return nil }
    guard let old = oldRelationship(name, in: pair),
      let column = column(of: pair.source.name, [old.name])
    else {
      return missingLink(new, pair)
    }
    return old.isOptional ? "\(column.sqlName) IS NULL" : nil
  }

  /// Links of an inverse that was there may fill a new end.
  private func missingLink(_ new: Relationship, _ pair: ModelPairing.EntityPair) -> String? {
    guard let inverse = new.inverse, let other = self.pair(to: new.destination),
      oldRelationship(inverse, in: other) != nil
    else { return "" }
    guard case .far(let table, let column)? = oldPlace(inverse, in: other),
      source.entity(named: pair.source.name)?.table == table
    else { return nil }
    let key = column.sqlName
    guard let part = inheriting(inverse, in: other) else { return "\(key) IS NULL" }
    return "(\(key) IS NULL OR \(key) NOT IN (SELECT Z_PK FROM \(part.table.sqlName) "
      + "WHERE Z_ENT BETWEEN \(part.number) AND \(part.last)))"
  }
}

extension MigrationError {
  fileprivate var reason: String {
    switch self {
    case .missingValue(let entity, let attribute, _): "'\(entity).\(attribute)' is required"
    case .missingLink(let entity, let relationship, _): "'\(entity).\(relationship)' is required"
    default: ""
    }
  }
}
