internal import Foundation
internal import StoreEngine

// Arithmetic, text, ranges and collections in predicates.

extension PredicateExpressions.Arithmetic: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    let sign =
      switch op {
      case .add: "+"
      case .subtract: "-"
      case .multiply: "*"
      @unknown default: throw UnsupportedInSQL("an unknown operator")
      }
    return try sql.calculation(lhs, sign, rhs)
  }
}

extension PredicateExpressions.FloatDivision: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    try sql.calculation(lhs, "* 1.0 /", rhs)
  }
}

extension PredicateExpressions.IntDivision: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm { try sql.calculation(lhs, "/", rhs) }
}

extension PredicateExpressions.IntRemainder: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm { try sql.calculation(lhs, "%", rhs) }
}

extension SQLTranslator {
  mutating func calculation(_ left: Any, _ sign: String, _ right: Any) throws -> SQLTerm {
    let first = try text(term(left))
    return .expression("(\(first) \(sign) \(try text(term(right))))")
  }
}

extension PredicateExpressions.UnaryMinus: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    .expression("(- \(try sql.text(sql.term(wrapped))))")
  }
}

// MARK: - Text

extension PredicateExpressions.CollectionContainsCollection: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    .condition("\(try sql.position(of: other, in: base)) > 0")
  }
}

extension PredicateExpressions.SequenceStartsWith: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    .condition("\(try sql.position(of: prefix, in: base)) = 1")
  }
}

extension SQLTranslator {
  fileprivate mutating func position(of part: Any, in text: Any) throws -> String {
    let text = try plainText(text)
    return "INSTR(\(text), \(try plainText(part)))"
  }

  /// A node that is a text; other collections cannot be searched by SQL.
  mutating func plainText(_ node: Any) throws -> String {
    let term = try term(node)
    switch term {
    case .value(let value) where value is any StringProtocol: return try text(term)
    case .attribute(_, let attribute):
      if attribute.kind == .text { return try text(term) }
    case .expression: return try text(term)
    default: break
    }
    throw UnsupportedInSQL("a search in something that is no text")
  }
}

// MARK: - Ranges

extension PredicateExpressions.RangeExpressionContains: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    guard let range = range as? any RangeNode else {
      throw UnsupportedInSQL("a range of an unknown kind")
    }
    let bounds = try range.bounds()
    let value = try sql.term(element)
    let limits = [(bounds.lower, ">="), (bounds.upper, bounds.isClosed ? "<=" : "<")]
    let parts = try limits.compactMap { bound, sign in
      try bound.map { "\(try sql.text(value)) \(sign) \(try sql.text(sql.boundTerm($0)))" }
    }
    return .condition("(" + parts.joined(separator: " AND ") + ")")
  }
}

typealias RangeBounds = (lower: Any?, upper: Any?, isClosed: Bool)

/// A range written in the predicate, whose ends are nodes, or captured from outside, whose ends are
/// values.
protocol RangeNode {
  func bounds() throws -> RangeBounds
}

extension PredicateExpressions.Range: RangeNode {
  func bounds() throws -> RangeBounds { (lower, upper, false) }
}

extension PredicateExpressions.ClosedRange: RangeNode {
  func bounds() throws -> RangeBounds { (lower, upper, true) }
}

extension PredicateExpressions.Value: RangeNode {
  func bounds() throws -> RangeBounds {
    guard let range = value as? any CapturedRange else {
      throw UnsupportedInSQL("a range of the type \(Output.self)")
    }
    return range.ends
  }
}

protocol CapturedRange {
  var ends: RangeBounds { get }
}

extension Range: CapturedRange { var ends: RangeBounds { (lowerBound, upperBound, false) } }
extension ClosedRange: CapturedRange { var ends: RangeBounds { (lowerBound, upperBound, true) } }
extension PartialRangeFrom: CapturedRange { var ends: RangeBounds { (lowerBound, nil, true) } }
extension PartialRangeThrough: CapturedRange { var ends: RangeBounds { (nil, upperBound, true) } }
extension PartialRangeUpTo: CapturedRange { var ends: RangeBounds { (nil, upperBound, false) } }

extension SQLTranslator {
  fileprivate mutating func boundTerm(_ bound: Any) throws -> SQLTerm {
    bound is any SQLNode ? try term(bound) : .value(bound)
  }
}

// MARK: - Collections

extension PredicateExpressions.SequenceContains: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    let collection = try sql.term(sequence)
    if case .members = collection {
      return try sql.contains(collection, sql.term(element))
    }
    guard case .value(let value) = collection, let list = value as? any Collection else {
      throw UnsupportedInSQL("a search in a stored collection")
    }
    guard !(list is any StringProtocol) else { throw UnsupportedInSQL("a search for a character") }
    let term = try sql.term(element)
    guard !list.isEmpty else { return .condition("0") }
    let items = list.map { $0 as Any }
    if case .attribute(_, let attribute) = term, attribute.coder != nil {
      let parts = try items.map { item in
        try sql.condition(sql.equality(term, .value(item), isEqual: true))
      }
      return .condition("(" + parts.joined(separator: " OR ") + ")")
    }
    let text = try sql.text(term)
    let values = try items.map { sql.bind(try SQLTranslator.stored($0)) }
    return .condition("\(text) IN (\(values.joined(separator: ", ")))")
  }
}

extension PredicateExpressions.SequenceContainsWhere: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    .condition(try sql.filter(sql.term(sequence), variable.key, test).exists)
  }
}

extension PredicateExpressions.SequenceAllSatisfy: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    let failing = try sql.filter(sql.term(sequence), variable.key, test, negated: true)
    return .condition("NOT (\(failing.exists))")
  }
}

extension PredicateExpressions.Filter: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    .members(try sql.filter(sql.term(sequence), variable.key, filter))
  }
}
