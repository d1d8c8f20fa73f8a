internal import Diagnostics
internal import StoreModel

/// Help in lines that a terminal has room for.
enum HelpLayout {
  /// The text with its long lines broken at spaces. What follows of a line in two columns stands below
  /// the second one, where that leaves room enough for words.
  static func fitted(_ text: String, width: Int?) -> String {
    guard let width else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { lines(String($0), width) }.joined(separator: "\n")
  }

  private static func lines(_ line: String, _ width: Int) -> [String] {
    guard VisibleText(line).columns > width else { return [line] }
    guard let match = line.firstMatch(of: /^( *\S.*?) {2,}(?=\S)/) else {
      return TextWrap.lines(line, width: width)
    }
    let first = line[..<match.range.upperBound]
    let indent = VisibleText(String(first)).columns
    let rest = String(line[match.range.upperBound...])
    guard width - indent >= 24 else {
      // The name by itself, and what it does below.
      let below = TextWrap.lines("      " + rest, width: width)
      return TextWrap.lines(String(match.output.1), width: width) + below
    }
    let parts = TextWrap.lines(rest, width: width - indent)
    let space = String(repeating: " ", count: indent)
    return parts.enumerated().map { ($0.offset == 0 ? String(first) : space) + $0.element }
  }
}
