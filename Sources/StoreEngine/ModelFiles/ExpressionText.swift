/// Archived `NSExpression`s and `NSPredicate`s as the text Core Data describes them with, which for
/// derived attributes is what enters the version hash (Documentation/Format/VersionHash.md, 2.2).
///
/// Only what models contain is spelled out; anything else appears as its class name in angle
/// brackets, so that it is never taken for an exact text.
struct ExpressionText {
  let archive: KeyedArchive

  /// Far deeper than any expression of a model; archives may contain themselves.
  private static let depthLimit = 32

  func expression(_ reference: PlistValue?) -> String { expression(reference, depth: 0) }

  func predicate(_ reference: PlistValue?) -> String { predicate(reference, depth: 0) }

  private func expression(_ reference: PlistValue?, depth: Int) -> String {
    charged(text(of: reference, depth: depth))
  }

  /// Long texts count as many steps, since nesting repeats them.
  private func charged(_ text: String) -> String {
    archive.charge(text.utf8.count / 16) ? text : ""
  }

  private func text(of reference: PlistValue?, depth: Int) -> String {
    guard depth < Self.depthLimit, let object = archive.object(reference) else { return "<nil>" }
    let fields = object.fields
    func operand() -> String { expression(fields["NSOperand"], depth: depth + 1) }
    func arguments() -> [String] {
      (archive.elements(fields["NSArguments"]) ?? []).map { expression($0, depth: depth + 1) }
    }
    switch object.className {
    case "NSSelfExpression": return "SELF"
    case "NSVariableExpression": return "$" + (archive.string(fields["NSVariable"]) ?? "")
    case "NSKeyPathSpecifierExpression": return archive.string(fields["NSKeyPath"]) ?? ""
    case "NSConstantValueExpression": return constant(fields)
    case "NSKeyPathExpression":
      let path = arguments().joined(separator: ".")
      let base = operand()
      return base == "SELF" ? path : base + "." + path
    case "NSFunctionExpression":
      let selector = archive.string(fields["NSSelectorName"]) ?? ""
      let base = archive.object(fields["NSOperand"])
      let list = arguments()
      if archive.string(base?.fields["NSConstantValueClassName"]) == "_NSPredicateUtilities" {
        if list.count == 2, let sign = Self.operators[selector] {
          return list.joined(separator: " \(sign) ")
        }
        return "\(selector)(\(list.joined(separator: ", ")))"
      }
      return "FUNCTION(\(([operand(), "\"\(selector)\""] + list).joined(separator: ", ")))"
    default: return "<\(object.className)>"
    }
  }

  private static let operators = [
    "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/",
  ]

  private func constant(_ fields: [String: PlistValue]) -> String {
    if let text = archive.string(fields["NSConstantValue"]) { return "\"\(text)\"" }
    switch archive.value(fields["NSConstantValue"]) {
    case nil: return archive.string(fields["NSConstantValueClassName"]) ?? "nil"
    case .integer(let value)?: return String(value)
    case .bool(let value)?: return value ? "1" : "0"
    case .real(let value)?: return String(value)
    default: return "<constant>"
    }
  }

  private func predicate(_ reference: PlistValue?, depth: Int) -> String {
    charged(predicateText(of: reference, depth: depth))
  }

  private func predicateText(of reference: PlistValue?, depth: Int) -> String {
    guard depth < Self.depthLimit, let object = archive.object(reference) else { return "<nil>" }
    let fields = object.fields
    switch object.className {
    case "NSTruePredicate": return "TRUEPREDICATE"
    case "NSFalsePredicate": return "FALSEPREDICATE"
    case "NSComparisonPredicate":
      let type = archive.object(fields["NSPredicateOperator"])?.fields["NSOperatorType"]?.integer
      let sign = type.flatMap { Self.comparisons[$0] } ?? "<operator>"
      return expression(fields["NSLeftExpression"], depth: depth + 1) + " \(sign) "
        + expression(fields["NSRightExpression"], depth: depth + 1)
    case "NSCompoundPredicate":
      let parts = (archive.elements(fields["NSSubpredicates"]) ?? []).map { part in
        let text = predicate(part, depth: depth + 1)
        return archive.object(part)?.className == "NSCompoundPredicate" ? "(\(text))" : text
      }
      switch fields["NSCompoundPredicateType"]?.integer {
      case 0: return "NOT " + parts.joined()
      case 2: return parts.joined(separator: " OR ")
      default: return parts.joined(separator: " AND ")
      }
    default: return "<\(object.className)>"
    }
  }

  /// `NSPredicateOperatorType`.
  private static let comparisons: [Int64: String] = [
    0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH",
    9: "ENDSWITH", 10: "IN", 99: "CONTAINS", 100: "BETWEEN",
  ]
}
