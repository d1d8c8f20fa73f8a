internal import Foundation
internal import StoreEngine

/// A node of a predicate tree that has a counterpart in SQL.
protocol SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm
}

extension PredicateExpressions.Variable: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm { try sql.variable(key) }
}

extension PredicateExpressions.Value: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm { .value(unwrapped(value)) }
}

extension PredicateExpressions.NilLiteral: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm { .value(nil) }
}

extension PredicateExpressions.KeyPath: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    try sql.property(sql.term(root), keyPath)
  }
}

// MARK: - Logic

extension PredicateExpressions.Conjunction: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    let left = try sql.condition(sql.term(lhs))
    return .condition("(\(left) AND \(try sql.condition(sql.term(rhs))))")
  }
}

extension PredicateExpressions.Disjunction: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    let left = try sql.condition(sql.term(lhs))
    return .condition("(\(left) OR \(try sql.condition(sql.term(rhs))))")
  }
}

extension PredicateExpressions.Negation: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    .condition("NOT (\(try sql.condition(sql.term(wrapped))))")
  }
}

extension PredicateExpressions.Conditional: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    let condition = try sql.condition(sql.term(test))
    let first = try sql.term(trueBranch)
    let firstText = try sql.text(first)
    let second = try sql.text(sql.term(falseBranch))
    let text = "CASE WHEN \(condition) THEN \(firstText) ELSE \(second) END"
    if case .condition = first { return .condition(text) }
    return .expression(text)
  }
}

// MARK: - Comparison

extension PredicateExpressions.Equal: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    try sql.equality(sql.term(lhs), sql.term(rhs), isEqual: true)
  }
}

extension PredicateExpressions.NotEqual: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    try sql.equality(sql.term(lhs), sql.term(rhs), isEqual: false)
  }
}

extension PredicateExpressions.Comparison: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    let sign =
      switch op {
      case .lessThan: "<"
      case .lessThanOrEqual: "<="
      case .greaterThan: ">"
      case .greaterThanOrEqual: ">="
      @unknown default: throw UnsupportedInSQL("an unknown comparison")
      }
    let left = try sql.text(sql.term(lhs))
    return .condition("\(left) \(sign) \(try sql.text(sql.term(rhs)))")
  }
}

extension SQLTranslator {
  /// `==` and `!=` as Swift means them: nil equals nil and nothing else.
  mutating func equality(_ left: SQLTerm, _ right: SQLTerm, isEqual: Bool) throws -> SQLTerm {
    switch (left, right) {
    case (.value(_?), .attribute), (.value(_?), .condition), (.value(_?), .expression):
      // The value comes last: what the other side binds was bound when it became a term.
      return try equality(right, left, isEqual: isEqual)
    case (.attribute(let alias, let attribute), .value(let value?)):
      if attribute.coder != nil {
        return try equality(alias, attribute, value, isEqual: isEqual)
      }
      // Through a join any column may be NULL.
      if !attribute.property.isOptional, alias == "t0" {
        let text = try text(left)
        return .condition("\(text) \(isEqual ? "=" : "<>") \(try self.text(right))")
      }
    case (.attribute(let alias, let attribute), .value(nil)),
      (.value(nil), .attribute(let alias, let attribute)):
      let columns = attribute.columns.map { "\(alias).\($0.sqlName) IS NULL" }
      let text = columns.joined(separator: " AND ")
      return .condition(isEqual ? "(\(text))" : "NOT (\(text))")
    default: break
    }
    let first = try text(left)
    return .condition("\(first) \(isEqual ? "IS" : "IS NOT") \(try text(right))")
  }

  /// Compares all columns of an attribute with those of a value.
  private mutating func equality(
    _ alias: String, _ attribute: AttributePlan, _ value: Any, isEqual: Bool
  ) throws -> SQLTerm {
    guard let coder = attribute.coder else { throw UnsupportedInSQL("no columns") }
    let stored: [SQLiteValue]
    do {
      stored = try coder.encode(value)
    } catch {
      throw UnsupportedInSQL("\(error)")
    }
    // A raw value compared with an enum's column.
    let values = stored.allSatisfy(\.isNull) ? [try Self.stored(value)] : stored
    guard values.count == attribute.columns.count else {
      throw UnsupportedInSQL("'\(attribute.property.name)' is several columns")
    }
    let parts = zip(attribute.columns, values).map { column, value in
      "\(alias).\(column.sqlName) IS \(bind(value))"
    }
    let text = parts.joined(separator: " AND ")
    return .condition(isEqual ? "(\(text))" : "NOT (\(text))")
  }
}

// MARK: - Optionals and types

extension PredicateExpressions.NilCoalesce: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    let first = try sql.term(lhs)
    let left = try sql.text(first)
    let text = "IFNULL(\(left), \(try sql.text(sql.term(rhs))))"
    if case .condition = first { return .condition(text) }
    return .expression(text)
  }
}

extension PredicateExpressions.ForcedUnwrap: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm { try sql.term(inner) }
}

extension PredicateExpressions.OptionalFlatMap: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    let base = try sql.term(wrapped)
    if case .value(nil) = base { return .value(nil) }
    let result = try sql.with(variable.key, base) { try $0.term(transform) }
    // A condition about nothing is nil, not false.
    let isKnown: String
    switch base {
    case .object(_, _, let guardText?): isKnown = guardText
    case .reference: isKnown = "\(try sql.text(base)) IS NOT NULL"
    case .attribute(_, let attribute) where attribute.columns.count == 1:
      isKnown = "\(try sql.text(base)) IS NOT NULL"
    default: return result
    }
    switch result {
    case .condition(let text): return .condition("CASE WHEN \(isKnown) THEN \(text) END")
    case .attribute where base.isCast, .expression where base.isCast:
      return .expression("CASE WHEN \(isKnown) THEN \(try sql.text(result)) END")
    default: return result
    }
  }
}

extension PredicateExpressions.ConditionalCast: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    try sql.cast(sql.term(input), to: Desired.self)
  }
}

extension PredicateExpressions.ForceCast: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    try sql.cast(sql.term(input), to: Desired.self)
  }
}

extension PredicateExpressions.TypeCheck: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    let term = try sql.cast(sql.term(input), to: Desired.self)
    guard case .object(_, _, let guardText) = term else {
      throw UnsupportedInSQL("'is' of a value")
    }
    return .condition(guardText ?? "1")
  }
}

extension SQLTranslator {
  mutating func cast(_ base: SQLTerm, to type: Any.Type) throws -> SQLTerm {
    guard let model = type as? any PersistentModel.Type else { return base }
    let (alias, plan) = try object(base)
    guard let target = plan.store.plan(named: model._$type.name),
      target.tableNumber == plan.tableNumber
    else { throw UnsupportedInSQL("'\(type)' is no subclass of '\(plan.type.name)'") }
    return .object(alias, target, guardText: target.familyCondition(alias))
  }
}
