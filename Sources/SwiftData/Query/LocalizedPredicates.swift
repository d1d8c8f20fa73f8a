public import Foundation

// Parts of Foundation that `#Predicate` names and that the Linux libraries lack.

// The macro gives the names of functions.
// swift-format-ignore: AlwaysUseLowerCamelCase
extension PredicateExpressions {
  /// `localizedStandardContains`: a search without regard to case and accents.
  public struct StringLocalizedStandardContains<
    Root: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression, CustomStringConvertible
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// Whether the text was found.
    public typealias Output = Bool

    /// The text to search in.
    public let root: Root
    /// The text to search for.
    public let other: Other

    /// Searches by the rules of the current locale.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      StringSearch.contains(
        String(try root.evaluate(bindings)), String(try other.evaluate(bindings)))
    }

    public var description: String { "StringLocalizedStandardContains" }
  }

  /// What `#Predicate` makes of `localizedStandardContains`.
  public static func build_localizedStandardContains<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringLocalizedStandardContains<Root, Other> {
    StringLocalizedStandardContains(root: root, other: other)
  }

  /// `caseInsensitiveCompare` and `localizedCompare`.
  public struct StringOrder<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression, CustomStringConvertible
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// The order of the two texts.
    public typealias Output = ComparisonResult

    /// The first text.
    public let root: Root
    /// The second text.
    public let other: Other
    let ignoresCase: Bool

    /// Compares the texts, by the rules of the current locale unless case is ignored.
    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
      let left = String(try root.evaluate(bindings))
      let right = String(try other.evaluate(bindings))
      return left.compare(
        right, options: ignoresCase ? .caseInsensitive : [],
        locale: ignoresCase ? nil : .current)
    }

    public var description: String { "StringOrder" }
  }

  /// What `#Predicate` makes of `caseInsensitiveCompare`.
  public static func build_caseInsensitiveCompare<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringOrder<Root, Other> {
    StringOrder(root: root, other: other, ignoresCase: true)
  }

  /// What `#Predicate` makes of `localizedCompare`.
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
