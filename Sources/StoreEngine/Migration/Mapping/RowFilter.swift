package import StoreModel

/// Which rows the filter of an entity mapping takes, as SQL.
///
/// What a comparison with a value that is not there comes to differs between SQL, where it is neither
/// true nor false, and code. Which of them decides is not known, so that rows about which the two
/// disagree can be looked for.
package struct RowFilter: Sendable, Hashable {
  /// True for the rows that are taken.
  package let taken: String
  /// True for rows about which SQL and code disagree; nil where there can be none.
  package let disputed: String?

  /// Where a key path leads.
  package struct Column {
    package var sql: String
    /// Nil for the key of a relationship, which can only be there or not.
    package var type: AttributeType?

    package init(sql: String, type: AttributeType?) {
      self.sql = sql
      self.type = type
    }
  }

  /// - Parameter column: gives what a key path of a row leads to; nil for one it cannot follow.
  package init(_ text: String, column: ([String]) -> Column?) throws(RowPredicateError) {
    let found = try Self.sql(try RowPredicateParser.read(text), column)
    taken = "(\(found.sql)) IS TRUE"
    disputed = found.mayDiffer ? "((\(found.sql)) IS TRUE) <> ((\(found.code)) IS TRUE)" : nil
  }

  private struct Condition {
    /// With SQL's three values.
    var sql: String
    /// With two, as code compares with nil.
    var code: String
    var mayDiffer = false

    init(_ sql: String) { (self.sql, code) = (sql, "ifnull(\(sql), 0)") }

    init(_ sql: String, code: String) {
      (self.sql, self.code, mayDiffer) = (sql, code, true)
    }

    init(_ parts: [Condition], joined sign: String) {
      sql = parts.map { "(\($0.sql))" }.joined(separator: sign)
      code = parts.map { "(\($0.code))" }.joined(separator: sign)
      mayDiffer = parts.contains(where: \.mayDiffer)
    }
  }

  private static func sql(
    _ predicate: RowPredicate, _ column: ([String]) -> Column?
  ) throws(RowPredicateError) -> Condition {
    switch predicate {
    case .constant(let value): return Condition(value ? "1" : "0")
    case .all(let parts), .any(let parts):
      var conditions: [Condition] = []
      for part in parts { conditions.append(try sql(part, column)) }
      if case .all = predicate { return Condition(conditions, joined: " AND ") }
      return Condition(conditions, joined: " OR ")
    case .not(let inner):
      let condition = try sql(inner, column)
      return Condition("NOT (\(condition.sql))", code: "NOT (\(condition.code))")
    case .comparison(let left, let sign, let right):
      return try comparison(side(left, column), sign, right, column)
    }
  }

  private static func side(
    _ operand: RowPredicate.Operand, _ column: ([String]) -> Column?
  ) throws(RowPredicateError) -> Column {
    guard case .keyPath(let names) = operand else {
      throw RowPredicateError(reason: "a comparison without a property is not evaluated")
    }
    guard let found = column(names) else {
      throw RowPredicateError(
        reason: "'\(names.joined(separator: "."))' leads to no value of a row")
    }
    return found
  }

  private static func comparison(
    _ left: Column, _ sign: RowPredicate.Comparison, _ right: RowPredicate.Operand,
    _ column: ([String]) -> Column?
  ) throws(RowPredicateError) -> Condition {
    let refusal = RowPredicateError(
      reason:
        "'\(sign.rawValue)' with \(left.type.map { "a value of type \($0.name)" } ?? "a relationship")"
        + " and what it is compared with is not evaluated")
    func literal(_ value: DefaultValue) throws(RowPredicateError) -> String {
      guard let text = left.type.flatMap({ Self.literal(value, for: $0) }) else { throw refusal }
      return text
    }
    switch (sign, right) {
    case (.equal, .value(nil)): return Condition("\(left.sql) IS NULL")
    case (.notEqual, .value(nil)): return Condition("\(left.sql) IS NOT NULL")
    case (.equal, .value(let value?)): return Condition("\(left.sql) = \(try literal(value))")
    case (.notEqual, .value(let value?)):
      let value = try literal(value)
      return Condition("\(left.sql) <> \(value)", code: "\(left.sql) IS NOT \(value)")
    case (.less, .value(let value?)), (.lessOrEqual, .value(let value?)),
      (.greater, .value(let value?)), (.greaterOrEqual, .value(let value?)):
      // How texts are ordered depends on the language.
      guard left.type != .string else { throw refusal }
      return Condition("\(left.sql) \(sign.rawValue) \(try literal(value))")
    case (.beginsWith, .value(.string(let text)?)) where left.type == .string && !text.isEmpty:
      let text = text.sqlLiteral
      return Condition("substr(\(left.sql), 1, length(\(text))) = \(text)")
    case (.endsWith, .value(.string(let text)?)) where left.type == .string && !text.isEmpty:
      let text = text.sqlLiteral
      return Condition("substr(\(left.sql), -length(\(text))) = \(text)")
    case (.contains, .value(.string(let text)?)) where left.type == .string && !text.isEmpty:
      return Condition("instr(\(left.sql), \(text.sqlLiteral)) > 0")
    case (.like, .value(.string(let text)?)) where left.type == .string && !text.contains("\\"):
      // Both know '*' and '?'; only GLOB has classes of characters.
      let pattern = text.split(separator: "[", omittingEmptySubsequences: false)
        .joined(separator: "[[]")
      return Condition("\(left.sql) GLOB \(pattern.sqlLiteral)")
    case (.isIn, .list(let values)):
      var literals: [String] = []
      for value in values { literals.append(try literal(value)) }
      return Condition("\(left.sql) IN (\(literals.joined(separator: ", ")))")
    case (.between, .list(let values)) where values.count == 2 && left.type != .string:
      return Condition(
        "\(left.sql) BETWEEN \(try literal(values[0])) AND \(try literal(values[1]))")
    case (.equal, .keyPath), (.notEqual, .keyPath):
      let other = try side(right, column)
      guard let type = left.type, other.type == type, isComparable(type) else { throw refusal }
      let isEqual = sign == .equal
      return Condition(
        "\(left.sql) \(isEqual ? "=" : "<>") \(other.sql)",
        code: "\(left.sql) IS \(isEqual ? "" : "NOT ")\(other.sql)")
    case (.less, .keyPath), (.lessOrEqual, .keyPath), (.greater, .keyPath),
      (.greaterOrEqual, .keyPath):
      let other = try side(right, column)
      guard let type = left.type, other.type == type, isComparable(type), type != .string else {
        throw refusal
      }
      return Condition("\(left.sql) \(sign.rawValue) \(other.sql)")
    default: throw refusal
    }
  }

  private static func isComparable(_ type: AttributeType) -> Bool {
    switch type {
    case .boolean, .integer16, .integer32, .integer64, .float, .double, .date, .string: true
    default: false
    }
  }

  /// Nil where it is not sure that a value of the type is stored like that.
  private static func literal(_ value: DefaultValue, for type: AttributeType) -> String? {
    switch (type, value) {
    case (.boolean, .boolean(let value)), (.integer16, .boolean(let value)),
      (.integer32, .boolean(let value)), (.integer64, .boolean(let value)):
      value ? "1" : "0"
    case (.boolean, .integer(let value)), (.integer16, .integer(let value)),
      (.integer32, .integer(let value)), (.integer64, .integer(let value)),
      (.float, .integer(let value)), (.double, .integer(let value)):
      SQLiteValue.integer(value).sqlLiteral
    case (.integer16, .double(let value)), (.integer32, .double(let value)),
      (.integer64, .double(let value)), (.float, .double(let value)), (.double, .double(let value)):
      SQLiteValue.real(value).sqlLiteral
    case (.date, .date(let seconds)): SQLiteValue.real(seconds).sqlLiteral
    case (.string, .string(let text)): text.sqlLiteral
    default: nil
    }
  }
}

extension RowFilter {
  /// The filter of an entity mapping over the rows `s` of a store.
  ///
  /// - Parameter table: what a table is called at that time.
  init(
    _ text: String, of entity: String, in layout: StoreLayout,
    table: (String) -> String = { $0.sqlName }
  ) throws(RowPredicateError) {
    try self.init(text) { names in layout.column(names, of: entity, table: table) }
  }
}

extension StoreLayout {
  /// What a key path over to-one relationships leads to from the row `s`.
  fileprivate func column(
    _ names: [String], of entity: String, table: (String) -> String
  ) -> RowFilter.Column? {
    var (entity, key) = (entity, "")
    for (depth, name) in names.enumerated() {
      let row = depth == 0 ? "s" : "o\(depth)"
      func value(_ column: String) -> String? {
        let sql = "\(row).\(column.sqlName)"
        guard depth > 0 else { return sql }
        return self.entity(named: entity).map {
          "(SELECT \(sql) FROM \(table($0.table)) AS \(row) WHERE \(row).Z_PK = \(key))"
        }
      }
      if let relationship = relationship(of: entity, name), !relationship.isToMany {
        guard let found = self.column(of: entity, [name]).flatMap({ value($0.name) }) else {
          return nil
        }
        guard depth < names.count - 1 else { return RowFilter.Column(sql: found, type: nil) }
        (key, entity) = (found, relationship.destination)
        continue
      }
      let path = Array(names[depth...])
      guard let attribute = attribute(of: entity, path), attribute.type != .composite,
        !attribute.isTransient,
        let found = self.column(of: entity, path).flatMap({ value($0.name) })
      else { return nil }
      return RowFilter.Column(sql: found, type: attribute.type)
    }
    return nil
  }
}
