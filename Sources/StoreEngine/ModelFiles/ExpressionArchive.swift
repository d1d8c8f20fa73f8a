/// The inverse of `ExpressionText`, for the expressions that derived attributes and partial indexes
/// use: functions of key paths and constants, and single comparisons.
enum ExpressionArchive {
  private static let depthLimit = 16

  static func expression(_ text: String, into archive: inout KeyedArchiveBuilder) -> PlistValue {
    expression(text[...], into: &archive, depth: 0)
  }

  private static func expression(
    _ text: Substring, into archive: inout KeyedArchiveBuilder, depth: Int
  ) -> PlistValue {
    if text.hasSuffix(")"), let open = text.firstIndex(of: "("), open > text.startIndex,
      text[..<open].allSatisfy({ $0.isLetter || $0 == ":" }), depth < depthLimit
    {
      let inside = text[text.index(after: open)...].dropLast()
      let arguments = split(inside).map { expression($0, into: &archive, depth: depth + 1) }
      let utilities = archive.object(
        ["NSConstantValueExpression", "NSExpression"],
        [
          "NSExpressionType": .integer(0),
          "NSConstantValueClassName": archive.string("_NSPredicateUtilities"),
        ])
      return archive.object(
        ["NSFunctionExpression", "NSExpression"],
        [
          "NSExpressionType": .integer(4), "NSOperand": utilities,
          "NSSelectorName": archive.string(String(text[..<open])),
          "NSArguments": archive.array(arguments),
        ])
    }
    if let constant = constant(text, into: &archive) { return constant }
    if text == "SELF" { return selfExpression(in: &archive) }
    return keyPath(String(text), into: &archive)
  }

  /// `a, f:(b, c)` at its outer commas.
  private static func split(_ text: Substring) -> [Substring] {
    guard !text.isEmpty else { return [] }
    var parts: [Substring] = []
    var (start, depth, isQuoted) = (text.startIndex, 0, false)
    for index in text.indices {
      switch text[index] {
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted: depth += 1
      case ")" where !isQuoted: depth -= 1
      case "," where depth == 0 && !isQuoted:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    parts.append(text[start...])
    return parts.map { $0.drop { $0 == " " } }
  }

  private static func constant(
    _ text: Substring, into archive: inout KeyedArchiveBuilder
  ) -> PlistValue? {
    let value: PlistValue
    if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
      value = archive.string(String(text.dropFirst().dropLast()))
    } else if let integer = Int64(text) {
      value = archive.scalar(.integer(integer))
    } else if let real = Double(text), text.first.map({ $0.isNumber || $0 == "-" }) == true {
      value = archive.scalar(.real(real))
    } else if text == "nil" {
      value = KeyedArchiveBuilder.null
    } else {
      return nil
    }
    return archive.object(
      ["NSConstantValueExpression", "NSExpression"],
      ["NSExpressionType": .integer(0), "NSConstantValue": value])
  }

  private static func selfExpression(in archive: inout KeyedArchiveBuilder) -> PlistValue {
    archive.object(["NSSelfExpression", "NSExpression"], ["NSExpressionType": .integer(1)])
  }

  private static func keyPath(_ path: String, into archive: inout KeyedArchiveBuilder) -> PlistValue
  {
    let specifier = archive.object(
      ["NSKeyPathSpecifierExpression", "NSExpression"],
      ["NSExpressionType": .integer(10), "NSKeyPath": archive.string(path)])
    return archive.object(
      ["NSKeyPathExpression", "NSFunctionExpression", "NSExpression"],
      [
        "NSExpressionType": .integer(3), "NSOperand": selfExpression(in: &archive),
        "NSSelectorName": archive.string(path.contains(".") ? "valueForKeyPath:" : "valueForKey:"),
        "NSArguments": archive.array([specifier], isMutable: true),
      ])
  }

  /// A single comparison, like `timestamp != nil`; nil for anything else.
  static func predicate(_ text: String, into archive: inout KeyedArchiveBuilder) -> PlistValue? {
    let words = text.split(separator: " ", maxSplits: 2)
    let signs = ["<", "<=", ">", ">=", "==", "!="]
    guard words.count == 3, let type = signs.firstIndex(of: String(words[1])),
      !words[2].contains(" ") || words[2].hasPrefix("\"")
    else { return nil }
    let isEquality = type >= 4
    var fields: [String: PlistValue] = [
      "NSOperatorType": .integer(Int64(type)), "NSModifier": .integer(0), "NSOptions": .integer(0),
    ]
    if isEquality {
      fields["NSNegate"] = .bool(type == 5)
    } else {
      fields["NSVariant"] = .integer(Int64(type))
    }
    let comparison = archive.object(
      [
        isEquality ? "NSEqualityPredicateOperator" : "NSComparisonPredicateOperator",
        "NSPredicateOperator",
      ], fields)
    return archive.object(
      ["NSComparisonPredicate", "NSPredicate"],
      [
        "NSLeftExpression": expression(words[0], into: &archive, depth: 0),
        "NSRightExpression": expression(words[2], into: &archive, depth: 0),
        "NSPredicateOperator": comparison,
      ])
  }
}
