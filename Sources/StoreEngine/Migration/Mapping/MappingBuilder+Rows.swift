internal import StoreModel

/// Objects with their attributes.
extension MappingBuilder {
  /// - Returns: columns whose values are the same before and after.
  mutating func addRows(_ part: MappedRows) throws -> [(old: String, new: String)] {
    var copied: [(old: String, new: String)] = []
    let name = part.mapping.name
    let new = part.new.table.sqlName
    add(
      .copyRows, "CREATE TABLE temp.\(part.table) (near INTEGER PRIMARY KEY, far INTEGER UNIQUE)",
      reason: "the keys of '\(name)'")
    let rows = "\(aside(part.old.table)) AS s WHERE s.Z_ENT = \(part.old.number)"
    if let disputed = part.aside?.disputed {
      add(
        .check, "SELECT s.Z_PK FROM \(rows) AND \(disputed) LIMIT 1",
        reason: "rows without a value that the filter of '\(name)' speaks of",
        failure: .unsupported(
          "not run: whether the entity mapping '\(name)' takes rows of '\(part.old.name)' that have no "
            + "value for what '\(part.mapping.filter ?? "")' compares is not known, and the store has "
            + "such rows"))
    }
    add(
      .copyRows,
      "INSERT INTO temp.\(part.table) SELECT s.Z_PK, row_number() OVER (ORDER BY s.Z_PK) + (SELECT "
        + "COALESCE(max(Z_PK), 0) FROM \(new)) FROM \(rows)"
        + (part.aside.map { " AND \($0.taken)" } ?? ""), reason: "the keys of '\(name)'")
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
    var expressions = ["m.far", String(part.new.number), "1"]
    var values: [SQLiteValue] = []
    for column in target.tables.first(where: { $0.name == part.new.table })?.columns ?? [] {
      guard case .attribute(_, let path) = column.role, target.uses(column, part.new),
        let value = try value(of: path, in: part)
      else { continue }
      columns.append(column.name.sqlName)
      expressions.append(value.sql)
      values += value.values
      if let old = value.column { copied.append((old, column.name)) }
    }
    add(
      .copyRows,
      "INSERT INTO \(new) (\(columns.joined(separator: ", "))) SELECT "
        + "\(expressions.joined(separator: ", ")) FROM temp.\(part.table) AS m JOIN "
        + "\(aside(part.old.table)) AS s ON s.Z_PK = m.near ORDER BY m.far", values,
      reason: "'\(name)' makes '\(part.new.name)' of '\(part.old.name)'")
    return copied
  }

  /// A value as SQL over the old row `s`.
  struct Value {
    var sql: String
    var values: [SQLiteValue] = []
    /// The old column, when its values stay as they are.
    var column: String?
  }

  /// Nil where there is nothing to set.
  ///
  /// - Parameter path: of an attribute, or of a composite's element.
  private func value(of path: [String], in part: MappedRows) throws -> Value? {
    guard let attribute = target.attribute(of: part.new.name, path) else { return nil }
    let place = "\(part.new.name).\(path.joined(separator: "."))"
    guard attribute.derivation == nil else {
      throw MigrationError.unsupported(
        "'\(place)' is derived; what it has after a migration by a mapping model is not known")
    }
    let given = part.mapping.attributes.first { $0.name == path[0] }
    guard let expression = given?.expression else {
      return try attribute.defaultValue.map { try constant($0, for: attribute, place) }
    }
    switch expression {
    case .constant(nil): return nil
    case .constant(let value?): return try constant(value, for: attribute, place)
    case .keyPath(.source, let keyPath):
      let names = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      return try old(names, path.dropFirst(), for: attribute, place, expression, in: part)
    case .function(nil, "now", let arguments) where arguments.isEmpty && attribute.type == .date:
      return Value(sql: "?", values: [.real(facts.now)])
    default: throw notUnderstood(expression, place)
    }
  }

  func notUnderstood(_ expression: MappingExpression, _ place: String) -> MigrationError {
    .unsupported(
      "not run: the mapping model gives '\(place)' the value '\(expression.text)', which is not "
        + "evaluated")
  }

  /// A mapping model fits every version in which the entities that it maps are alike, whatever the others
  /// are.
  private func unknownKey(
    _ name: String, of entity: String, _ expression: MappingExpression, _ place: String
  ) -> MigrationError {
    .unsupported(
      "not run: the mapping model gives '\(place)' the value '\(expression.text)', and '\(entity)' has "
        + "no '\(name)' where '\(stage)' begins: the mapping model was made for another version")
  }

  private func constant(
    _ value: DefaultValue, for attribute: Attribute, _ place: String
  ) throws -> Value {
    guard let property = value.propertyValue,
      let stored = try? attribute.storedValue(property.adapted(to: attribute.type))
    else {
      throw notUnderstood(.constant(value), place)
    }
    return Value(sql: "?", values: [stored])
  }

  /// An attribute of the old object, or of one that to-one relationships lead to.
  private func old(
    _ names: [String], _ inner: ArraySlice<String>, for new: Attribute, _ place: String,
    _ expression: MappingExpression, in part: MappedRows
  ) throws -> Value {
    var (entity, key) = (part.old.name, "")
    for (depth, name) in names.dropLast().enumerated() {
      guard source.has(name, entity) else {
        throw unknownKey(name, of: entity, expression, place)
      }
      guard let relationship = source.relationship(of: entity, name), !relationship.isToMany,
        let column = source.column(of: entity, [name])?.name.sqlName,
        let table = source.entity(named: entity)?.table
      else { throw notUnderstood(expression, place) }
      key =
        depth == 0
        ? "s.\(column)"
        : "(SELECT o\(depth).\(column) FROM \(aside(table)) AS o\(depth) WHERE o\(depth).Z_PK = \(key))"
      entity = relationship.destination
    }
    let path = [names.last ?? ""] + inner
    guard source.has(path[0], entity) else {
      throw unknownKey(path[0], of: entity, expression, place)
    }
    guard let attribute = source.attribute(of: entity, path), !attribute.isTransient,
      let column = source.column(of: entity, path)?.name,
      let table = source.entity(named: entity)?.table
    else { throw notUnderstood(expression, place) }
    let conversion = try conversion(from: attribute, to: new, place, expression)
    guard !key.isEmpty else {
      // The keys' own columns are called otherwise than any column of a store.
      return Value(
        sql: conversion.sql(column), column: conversion == .none ? column : nil)
    }
    return Value(
      sql: "(SELECT \(conversion.sql("Z_VALUE")) FROM (SELECT o.\(column.sqlName) AS Z_VALUE FROM "
        + "\(aside(table)) AS o WHERE o.Z_PK = \(key)))")
  }

  /// Only what cannot change a value: for the rest Core Data may raise an exception, or round.
  private func conversion(
    from old: Attribute, to new: Attribute, _ place: String, _ expression: MappingExpression
  ) throws -> StageBuilder.Conversion {
    if old.allowsExternalStorage && !new.allowsExternalStorage {
      throw MigrationError.unsupported(
        "not run: '\(expression.text)' may lie in files of its own, and '\(place)' may not")
    }
    if new.allowsExternalStorage && !old.allowsExternalStorage { return .external }
    if old.type == new.type && old.type != .composite { return .none }
    let wholes: [AttributeType] = [.boolean, .integer16, .integer32, .integer64]
    if let first = wholes.firstIndex(of: old.type), let second = wholes.firstIndex(of: new.type),
      first < second
    {
      return .none
    }
    if wholes.contains(old.type), old.type != .integer64, new.type == .double { return .real }
    if old.type == .float, new.type == .double { return .none }
    throw MigrationError.unsupported(
      "not run: '\(expression.text)' is \(old.type.name), and '\(place)' is \(new.type.name); what "
        + "Core Data makes of the values is not known")
  }

  /// What new objects must have, looked for when all is linked.
  mutating func addChecks() {
    for part in rows {
      for column in target.tables.first(where: { $0.name == part.new.table })?.columns ?? []
      where target.uses(column, part.new) {
        let failure: MigrationError
        switch column.role {
        case .attribute(let entity, let path):
          guard path.count == 1, let attribute = target.attribute(of: part.new.name, path),
            !attribute.isOptional
          else { continue }
          let given = part.mapping.attributes.first { $0.name == path[0] }?.expression
          failure =
            given.map {
              .mappedToNothing(
                entity: entity, attribute: path[0], expression: $0.text, key: 0)
            } ?? .missingValue(entity: entity, attribute: path[0], key: 0)
        case .toOne(let entity, let name):
          guard target.relationship(of: part.new.name, name)?.isOptional == false else { continue }
          failure = .missingLink(entity: entity, relationship: name, key: 0)
        default: continue
        }
        add(
          .check,
          "SELECT m.near FROM temp.\(part.table) AS m JOIN \(part.new.table.sqlName) AS t ON t.Z_PK "
            + "= m.far WHERE t.\(column.name.sqlName) IS NULL LIMIT 1",
          reason: "what '\(part.new.name)' must have", failure: failure)
      }
    }
  }
}

extension StoreLayout {
  fileprivate func has(_ name: String, _ entity: String) -> Bool {
    attribute(of: entity, [name]) != nil || relationship(of: entity, name) != nil
  }
}
