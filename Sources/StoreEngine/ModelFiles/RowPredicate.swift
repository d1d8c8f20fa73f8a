package import StoreModel

/// What a filter of a mapping model asks of a row: the part of predicate formats that can be answered
/// by comparing a row's own values (Documentation/Format/MappingModels.md, 3.1).
package indirect enum RowPredicate: Sendable, Hashable {
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  case constant(Bool)
  case all([RowPredicate])
  case any([RowPredicate])
  case not(RowPredicate)
  case comparison(Operand, Comparison, Operand)

  /// One side of a comparison.
  package enum Operand: Sendable, Hashable {
    /// `folder.name`.
    case keyPath([String])
    /// A value; nil for `nil`.
    case value(DefaultValue?)
    /// `{1, 2}`.
    case list([DefaultValue])
  }

  /// The raw value is how predicates are usually written.
  package enum Comparison: String, Sendable, Hashable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case contains = "CONTAINS"
    case like = "LIKE"
    case isIn = "IN"
    case between = "BETWEEN"

    /// The same with its sides exchanged; nil where that is another question.
    var exchanged: Comparison? {
      switch self {
      case .equal, .notEqual: self
      case .less: .greater
      case .lessOrEqual: .greaterOrEqual
      case .greater: .less
      case .greaterOrEqual: .lessOrEqual
      default: nil
      }
    }
  }
}

/// Why a predicate is not evaluated.
package struct RowPredicateError: ReportableError, Hashable {
  /// Half a sentence: `'MATCHES' is not evaluated`.
  package let reason: String

  package var status: ExitStatus { .found }
  package var description: String { reason }
}
