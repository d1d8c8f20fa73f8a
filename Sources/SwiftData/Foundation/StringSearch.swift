internal import Foundation
internal import StoreEngine

/// Text comparison as people expect it: without regard to case and accents.
enum StringSearch {
  /// Nothing contains the empty text, as Foundation's `range(of:)` has it.
  static func contains(_ text: String, _ pattern: String) -> Bool {
    text.range(
      of: pattern, options: [.caseInsensitive, .diacriticInsensitive], locale: .current) != nil
  }

  static func compare(_ left: String, _ right: String) -> ComparisonResult {
    left.compare(
      right, options: [.caseInsensitive, .diacriticInsensitive, .numeric, .widthInsensitive],
      locale: .current)
  }

  /// The functions and the collation that Core Data's own statements name.
  static func add(to connection: Connection) throws {
    try connection.addFunction(
      "NSCoreDataStringSearch", argumentCount: 4, deterministic: true
    ) { arguments in
      guard let text = arguments[0].text, let pattern = arguments[1].text else { return .null }
      return .integer(contains(text, pattern) ? 1 : 0)
    }
    try connection.addCollation("NSCollateFinderlike") { left, right in
      switch compare(left, right) {
      case .orderedAscending: -1
      case .orderedSame: left == right ? 0 : left < right ? -1 : 1
      case .orderedDescending: 1
      }
    }
  }
}
