/// Breaks prose at spaces so that it fits a terminal.
package enum TextWrap {
  /// The lines of an already escaped text; continuation lines keep the text's own indentation and a
  /// bit more after `1. `. Without a width, or with a very small one, the text stays as it is.
  package static func lines(_ text: String, width: Int?) -> [String] {
    guard let width, width >= 20, VisibleText(text).columns > width else { return [text] }
    let leading = text.prefix { $0 == " " }.count
    let digits = text.dropFirst(leading).prefix { $0.isNumber }.count
    let isNumbered = digits > 0 && text.dropFirst(leading + digits).hasPrefix(". ")
    let indent = String(repeating: " ", count: leading + (isNumbered ? digits + 2 : 0))
    var lines: [String] = []
    var line = String(repeating: " ", count: leading)
    var isStart = true
    for word in text.split(separator: " ") {
      let candidate = isStart ? line + word : line + " " + word
      if !isStart, VisibleText(candidate).columns > width {
        lines.append(line)
        line = indent + word
      } else {
        line = candidate
      }
      isStart = false
    }
    lines.append(line)
    return lines
  }
}
