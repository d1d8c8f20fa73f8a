/// Text of HTML or SVG, written element by element. Texts and attributes are escaped here and nowhere
/// else, so that nothing of a store, a model or a log becomes an element or a script.
public struct Markup: Sendable {
  /// What was written so far.
  public private(set) var text = ""

  public init() {}

  /// Writes an element with what `content` writes inside. An attribute without a value is left out.
  public mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    content: (inout Markup) throws -> Void
  ) rethrows {
    start(name, attributes, end: ">")
    try content(&self)
    text += "</\(name)>"
  }

  /// Writes an element with a text inside.
  public mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    _ content: String
  ) {
    element(name, attributes) { $0.write(content) }
  }

  /// Writes an element without attributes and with a text inside.
  public mutating func element(_ name: StaticString, _ content: String) {
    element(name) { $0.write(content) }
  }

  /// Writes an element that has no end tag in HTML, and one that is closed in SVG.
  public mutating func empty(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]
  ) {
    start(name, attributes, end: "/>")
  }

  /// Writes text.
  public mutating func write(_ content: String) { Self.escape(content, into: &text) }

  /// Ends the line, so that the file can be read and compared.
  public mutating func newLine() { text += "\n" }

  /// Writes what is markup already: that of a picture, or of a script and style of our own.
  public mutating func write(markup: String) { text += markup }

  private mutating func start(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>, end: String
  ) {
    text += "<\(name)"
    for case (let key, let value?) in attributes {
      text += " \(key)=\""
      Self.escape(value, into: &text)
      text += "\""
    }
    text += end
  }

  /// Escapes for text and for attributes in double quotes. Control characters, which neither XML nor
  /// HTML can hold, become the sign for a character that cannot be shown.
  private static func escape(_ content: String, into text: inout String) {
    for scalar in content.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\n", "\r": text.unicodeScalars.append(scalar)
      // What turns the direction of all that follows could make one name look like another.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}",
        "\u{2066}"..."\u{2069}", "\u{FFFE}", "\u{FFFF}":
        text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
