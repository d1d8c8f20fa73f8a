public import Foundation

// Parts of Foundation that `#Predicate` names and that the Linux libraries lack.

extension PredicateExpressions {
  /// `localizedStandardContains`: a search without regard to case and accents.
  public struct StringLocalizedStandardContains<
    Root: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression, CustomStringConvertible
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    public typealias Output = Bool

    public let root: Root
    public let other: Other

    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      StringSearch.contains(
        String(try root.evaluate(bindings)), String(try other.evaluate(bindings)))
    }

    public var description: String { "StringLocalizedStandardContains" }
  }

  // The macro gives the name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static func build_localizedStandardContains<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringLocalizedStandardContains<Root, Other> {
    StringLocalizedStandardContains(root: root, other: other)
  }

  /// `caseInsensitiveCompare` and `localizedCompare`.
  public struct StringOrder<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression, CustomStringConvertible
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    public typealias Output = ComparisonResult

    public let root: Root
    public let other: Other
    let ignoresCase: Bool

    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
      let left = String(try root.evaluate(bindings))
      let right = String(try other.evaluate(bindings))
      return left.compare(
        right, options: ignoresCase ? .caseInsensitive : [],
        locale: ignoresCase ? nil : .current)
    }

    public var description: String { "StringOrder" }
  }

  // The macro gives the name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static func build_caseInsensitiveCompare<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringOrder<Root, Other> {
    StringOrder(root: root, other: other, ignoresCase: true)
  }

  // The macro gives the name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static func build_localizedCompare<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringOrder<Root, Other> {
    StringOrder(root: root, other: other, ignoresCase: false)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
extension PredicateExpressions.StringLocalizedStandardContains: Sendable
where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedStandardContains: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringOrder: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
extension PredicateExpressions.StringOrder: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringOrder: Codable where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringLocalizedStandardContains: SQLNode {
  func term(_ sql: inout SQLTranslator) throws -> SQLTerm {
    let text = try sql.plainText(root)
    let part = try sql.plainText(other)
    return .condition("NSCoreDataStringSearch( \(text), \(part), 417, 1)")
  }
}
