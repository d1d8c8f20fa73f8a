package import StoreModel

/// What Core Data loses when it makes one kind of number another, without looking.
package enum NumericFit {
  /// Whether some value of one type has no equal in the other.
  package static func canLose(from old: AttributeType, to new: AttributeType) -> Bool {
    guard old != new, old.isNumeric, new.isNumeric else { return false }
    switch new {
    case .boolean: return true
    case .integer16, .integer32, .integer64:
      let width: [AttributeType: Int] = [.boolean: 0, .integer16: 1, .integer32: 2, .integer64: 3]
      // Reals have fractions.
      guard let from = width[old], let to = width[new] else { return true }
      return from > to
    case .float: return old == .double || old == .decimal
    default: return false
    }
  }

  /// A condition for values, an SQL expression, that the type cannot hold; nil when it holds all.
  package static func fault(in type: AttributeType, _ value: String) -> String? {
    let isNoNumber = "typeof(\(value)) NOT IN ('integer', 'real', 'null')"
    func whole<I: FixedWidthInteger>(_ width: I.Type) -> String {
      "\(isNoNumber) OR \(value) NOT BETWEEN \(I.min) AND \(I.max) "
        + "OR \(value) <> CAST(\(value) AS INTEGER)"
    }
    switch type {
    case .integer16: return whole(Int16.self)
    case .integer32: return whole(Int32.self)
    case .integer64:
      // The ends as reals, because an integer cannot be outside and 2^63 is one too many.
      return "\(isNoNumber) OR \(value) < -9223372036854775808.0 "
        + "OR (typeof(\(value)) = 'real' AND (\(value) >= 9223372036854775808.0 "
        + "OR \(value) <> CAST(\(value) AS INTEGER)))"
    case .boolean: return "\(isNoNumber) OR \(value) NOT IN (0, 1)"
    case .float:
      // SQLite's 'abs' fails for the smallest integer.
      let limit = "3.4028234663852886e38"
      return "\(isNoNumber) OR \(value) NOT BETWEEN -\(limit) AND \(limit)"
    case .double, .decimal: return isNoNumber
    default: return nil
    }
  }
}
