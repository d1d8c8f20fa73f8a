internal import Foundation
internal import StoreEngine

// Arithmetic, text and collections in predicates.

extension PredicateExpressions.Arithmetic: SQLNode {
  func term(_ translator: inout SQLTranslator) throws -> SQLTerm {
    let sign =
      switch op {
      case .add: "+"
      case .subtract: "-"
      case .multiply: "*"
      @unknown default: throw UnsupportedInSQL("an unknown operator")
      }
    return try translator.calculation(lhs, sign, rhs)
  }
}

extension PredicateExpressions.FloatDivision: SQLNode {
  func term(_ translator: inout SQLTranslator) throws -> SQLTerm {
    try translator.calculation(lhs, "* 1.0 /", rhs)
  }
}

extension PredicateExpressions.IntDivision: SQLNode {
  func term(_ translator: inout SQLTranslator) throws -> SQLTerm {
    try translator.calculation(lhs, "/", rhs)
  }
}

extension PredicateExpressions.IntRemainder: SQLNode {
  func term(_ translator: inout SQLTranslator) throws -> SQLTerm {
    try translator.calculation(lhs, "%", rhs)
  }
}

extension SQLTranslator {
  mutating func calculation(_ left: Any, _ sign: String, _ right: Any) throws -> SQLTerm {
    let first = try text(term(left))
    return .expression("(\(first) \(sign) \(try text(term(right))))")
  }
}

extension PredicateExpressions.UnaryMinus: SQLNode {
  func term(_ translator: inout SQLTranslator) throws -> SQLTerm {
    .expression("(- \(try translator.text(translator.term(wrapped))))")
  }
}

// MARK: - Text

extension PredicateExpressions.CollectionContainsCollection: SQLNode {
  func term(_ translator: inout SQLTranslator) throws -> SQLTerm {
    .condition("\(try translator.position(of: other, in: base)) > 0")
  }
}

extension PredicateExpressions.SequenceStartsWith: SQLNode {
  func term(_ translator: inout SQLTranslator) throws -> SQLTerm {
    .condition("\(try translator.position(of: prefix, in: base)) = 1")
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

// MARK: - Collections

extension PredicateExpressions.SequenceContains: SQLNode {
  func term(_ translator: inout SQLTranslator) throws -> SQLTerm {
    let collection = try translator.term(sequence)
    if case .members = collection {
      return try translator.contains(collection, translator.term(element))
    }
    guard case .value(let value) = collection, let list = value as? any Collection else {
      throw UnsupportedInSQL("a search in a stored collection")
    }
    guard !(list is any StringProtocol) else { throw UnsupportedInSQL("a search for a character") }
    let term = try translator.term(element)
    guard !list.isEmpty else { return .condition("0") }
    let items = list.map { $0 as Any }
    if case .attribute(_, let attribute) = term, attribute.coder != nil {
      let parts = try items.map { item in
        try translator.condition(translator.equality(term, .value(item), isEqual: true))
      }
      return .condition("(" + parts.joined(separator: " OR ") + ")")
    }
    let text = try translator.text(term)
    let values = try items.map { translator.bind(try SQLTranslator.stored($0)) }
    return .condition("\(text) IN (\(values.joined(separator: ", ")))")
  }
}

extension PredicateExpressions.SequenceContainsWhere: SQLNode {
  func term(_ translator: inout SQLTranslator) throws -> SQLTerm {
    let members = try translator.filter(translator.term(sequence), variable.key, test)
    return try translator.exists(members)
  }
}

extension PredicateExpressions.SequenceAllSatisfy: SQLNode {
  func term(_ translator: inout SQLTranslator) throws -> SQLTerm {
    let members = try translator.filter(
      translator.term(sequence), variable.key, test, negated: true)
    return .condition("NOT (\(try translator.condition(translator.exists(members))))")
  }
}

extension PredicateExpressions.Filter: SQLNode {
  func term(_ translator: inout SQLTranslator) throws -> SQLTerm {
    try translator.filter(translator.term(sequence), variable.key, filter)
  }
}
