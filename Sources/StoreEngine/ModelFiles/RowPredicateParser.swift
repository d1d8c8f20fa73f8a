internal import StoreModel

/// Reads the format of an NSPredicate, as far as `RowPredicate` goes; all else is refused by its name.
struct RowPredicateParser {
  private let tokens: [RowPredicateToken]
  private var place = 0
  private var depth = 0
  /// Far deeper than any predicate of a person.
  private static let depthLimit = 64

  static func read(_ text: String) throws(RowPredicateError) -> RowPredicate {
    var parser = RowPredicateParser(tokens: try RowPredicateToken.all(of: text))
    let predicate = try parser.either()
    guard parser.place == parser.tokens.count else { throw parser.unexpected() }
    return predicate
  }

  private init(tokens: [RowPredicateToken]) { self.tokens = tokens }

  // MARK: Grammar

  private var next: RowPredicateToken? { place < tokens.count ? tokens[place] : nil }

  private mutating func take(_ words: String...) -> Bool {
    switch next {
    case .word(let word)? where words.contains(word.uppercased()): break
    case .sign(let sign)? where words.contains(sign): break
    default: return false
    }
    place += 1
    return true
  }

  private mutating func expect(_ sign: String) throws(RowPredicateError) {
    guard take(sign) else { throw unexpected() }
  }

  private func unexpected() -> RowPredicateError {
    switch next {
    case .word(let text)?, .name(let text)?, .number(let text)?, .sign(let text)?:
      RowPredicateError(reason: "'\(text)' is not evaluated where it stands")
    case .text(let text)?:
      RowPredicateError(reason: "'\"\(text)\"' is not evaluated where it stands")
    case nil: RowPredicateError(reason: "it ends too early")
    }
  }

  private mutating func either() throws(RowPredicateError) -> RowPredicate {
    var parts = [try both()]
    while take("OR", "||") { parts.append(try both()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func both() throws(RowPredicateError) -> RowPredicate {
    var parts = [try negated()]
    while take("AND", "&&") { parts.append(try negated()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negated() throws(RowPredicateError) -> RowPredicate {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else {
      throw RowPredicateError(reason: "it is nested too deeply")
    }
    if take("NOT", "!") { return .not(try negated()) }
    if take("(") {
      let inner = try either()
      try expect(")")
      return inner
    }
    if take("TRUEPREDICATE") { return .constant(true) }
    if take("FALSEPREDICATE") { return .constant(false) }
    return try comparison()
  }

  private mutating func comparison() throws(RowPredicateError) -> RowPredicate {
    let left = try operand()
    let sign = try comparisonSign()
    if take("[") {
      guard case .word(let options)? = next else { throw unexpected() }
      throw RowPredicateError(reason: "'\(sign.rawValue)[\(options)]' is not evaluated")
    }
    let right = try operand()
    // The row's value comes first.
    guard case .keyPath = left else {
      guard case .keyPath = right, let exchanged = sign.exchanged else {
        throw RowPredicateError(
          reason: "'\(sign.rawValue)' without a property before it is not evaluated")
      }
      return .comparison(right, exchanged, left)
    }
    return .comparison(left, sign, right)
  }

  private mutating func comparisonSign() throws(RowPredicateError) -> RowPredicate.Comparison {
    if take("==", "=") { return .equal }
    if take("!=", "<>") { return .notEqual }
    if take("<=", "=<") { return .lessOrEqual }
    if take(">=", "=>") { return .greaterOrEqual }
    if case .word(let word)? = next,
      let comparison = RowPredicate.Comparison(rawValue: word.uppercased())
    {
      place += 1
      return comparison
    }
    if take("<") { return .less }
    if take(">") { return .greater }
    throw unexpected()
  }

  private mutating func operand() throws(RowPredicateError) -> RowPredicate.Operand {
    if take("{") {
      var list: [DefaultValue] = []
      while !take("}") {
        guard case .value(let value?) = try operand() else {
          throw RowPredicateError(reason: "a list with anything but values is not evaluated")
        }
        list.append(value)
        if take("}") { break }
        try expect(",")
      }
      return .list(list)
    }
    guard let token = next else { throw unexpected() }
    switch token {
    case .text(let text):
      place += 1
      return .value(.string(text))
    case .number(let text):
      guard let value = Int64(text).map(DefaultValue.integer) ?? Double(text).map({ .double($0) })
      else { throw unexpected() }
      place += 1
      return .value(value)
    case .name(let path): return try keyPath(path)
    case .word(let word):
      switch word.uppercased() {
      case "NIL", "NULL":
        place += 1
        return .value(nil)
      case "YES", "TRUE":
        place += 1
        return .value(.boolean(true))
      case "NO", "FALSE":
        place += 1
        return .value(.boolean(false))
      case "CAST": return .value(try date())
      case let keyword where Self.refused.contains(keyword): throw unexpected()
      default: return try keyPath(word)
      }
    case .sign: throw unexpected()
    }
  }

  private static let refused: Set<String> = [
    "ALL", "AND", "ANY", "FUNCTION", "NONE", "NOT", "OR", "SELF", "SOME", "SUBQUERY", "TERNARY",
  ]

  private mutating func keyPath(_ text: String) throws(RowPredicateError) -> RowPredicate.Operand {
    var names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if names.count > 1, names[0].uppercased() == "SELF" { names.removeFirst() }
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains("@") }) else { throw unexpected() }
    place += 1
    if next == .sign("(") {
      throw RowPredicateError(reason: "the function '\(text)' is not evaluated")
    }
    return .keyPath(names)
  }

  /// `CAST(12.5, "NSDate")`, as predicates write dates.
  private mutating func date() throws(RowPredicateError) -> DefaultValue {
    let refusal = RowPredicateError(reason: "'CAST' to anything but a date is not evaluated")
    guard place + 5 < tokens.count, tokens[place + 1] == .sign("("),
      case .number(let text) = tokens[place + 2], let seconds = Double(text),
      tokens[place + 3] == .sign(","), tokens[place + 4] == .text("NSDate"),
      tokens[place + 5] == .sign(")")
    else { throw refusal }
    place += 6
    return .date(seconds)
  }
}
