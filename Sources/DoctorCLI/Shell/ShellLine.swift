/// What was typed until Return: commands and SQL statements, one after the other.
struct ShellLine {
  enum Part: Hashable {
    case statement(String)
    case command(String)
  }

  private(set) var parts: [Part] = []
  /// The last statement has its `;`, so that nothing more is waited for.
  private(set) var isComplete = true

  init(_ text: String) {
    var rest = text[...]
    while true {
      rest = rest.drop { " \t\n\r;".contains($0) }
      if rest.hasPrefix("--") || rest.hasPrefix("#") {
        rest = rest.drop { $0 != "\n" }
      } else if rest.hasPrefix("/*") {
        guard let end = rest.dropFirst(2).firstRange(of: "*/") else {
          isComplete = false
          return
        }
        rest = rest[end.upperBound...]
      } else if rest.isEmpty {
        return
      } else if ShellWords.isSQL(Shell.withoutDot(rest)) {
        rest = takeStatement(Shell.withoutDot(rest))
      } else {
        rest = takeCommand(rest)
      }
    }
  }

  /// The part that is being typed at the end of a text; nil between two of them.
  static func unfinished(_ text: String) -> Part? {
    let line = ShellLine(text)
    if case .statement? = line.parts.last, line.isComplete { return nil }
    // A `;` at the end has ended a command, unless it belongs to the command's text.
    guard case .command(let last)? = line.parts.last else { return line.parts.last }
    return text.hasSuffix(last) ? .command(last) : nil
  }

  private mutating func takeStatement(_ text: Substring) -> Substring {
    let sql = String(text)
    guard let first = SQLStatements.split(sql).first else { return "" }
    parts.append(.statement(first))
    let rest = text.utf8.dropFirst(first.utf8.count)
    // A mark that stays open, or a statement without its end.
    isComplete = SQLStatements.isComplete(first)
    return Substring(rest)
  }

  /// Up to a `;` that ends a word. What explains pasted text, and what names a program, takes all.
  private mutating func takeCommand(_ text: Substring) -> Substring {
    let words = text.split(maxSplits: 1) { " \t\n".contains($0) }
    let first = words.first.map { String(Shell.withoutDot($0)) } ?? ""
    let rest = words.count > 1 ? words[1].drop { $0 == " " } : ""
    if first == "explain" || rest.hasPrefix("|") {
      parts.append(.command(Self.withoutEnd(text)))
      return ""
    }
    var quote: Character?
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        if character == open { quote = nil } else if open == "\"" { isEscaped = character == "\\" }
      } else if character == "\\" && index != text.startIndex {
        isEscaped = true
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == "\n" {
        parts.append(.command(String(text[..<index])))
        return text[index...]
      } else if character == ";" {
        let after = text[text.index(after: index)...]
        guard after.first.map({ " \t\n\r;".contains($0) }) ?? true else { continue }
        parts.append(.command(String(text[..<index])))
        return after
      }
    }
    parts.append(.command(String(text)))
    return ""
  }

  /// `explain 134504;` means the same without its end.
  private static func withoutEnd(_ text: Substring) -> String {
    var text = text
    while let last = text.last, " \t\n;".contains(last) { text.removeLast() }
    return String(text)
  }
}
