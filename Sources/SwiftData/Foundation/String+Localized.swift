public import Foundation

extension String {
  /// The text itself, or the default that was given: without tables of translations a text is its own
  /// translation.
  public init(
    localized text: String, defaultValue: String? = nil, table: String? = nil,
    bundle: Bundle? = nil, locale: Locale? = nil, comment: String? = nil
  ) {
    self = defaultValue ?? text
  }
}
