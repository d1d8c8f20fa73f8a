/// Colour, where the output is a terminal and the user has not said no.
public struct Style: Sendable, Hashable {
  /// Whether escape sequences are written.
  public var isColoured: Bool

  /// Colour or none.
  public init(isColoured: Bool) { self.isColoured = isColoured }

  /// No colour.
  public static let plain = Style(isColoured: false)

  func bold(_ text: String) -> String { paint(text, "1") }
  func dim(_ text: String) -> String { paint(text, "2") }
  func red(_ text: String) -> String { paint(text, "1;31") }
  func yellow(_ text: String) -> String { paint(text, "1;33") }
  func green(_ text: String) -> String { paint(text, "32") }
  func cyan(_ text: String) -> String { paint(text, "1;36") }

  private func paint(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// The word that starts a message of this severity.
  package func word(for severity: Severity) -> String {
    switch severity {
    case .error: red("error")
    case .warning: yellow("warning")
    case .note: cyan("note")
    }
  }
}
