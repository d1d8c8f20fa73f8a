/// A word of the format of an NSPredicate.
enum RowPredicateToken: Equatable {
  /// A keyword or a key path.
  case word(String)
  /// A key path that is no keyword: written with `#`, or with dots.
  case name(String)
  case number(String)
  case text(String)
  case sign(String)

  private static let signs = [
    "&&", "||", "==", "!=", "<>", "<=", "=<", ">=", "=>", "=", "<", ">", "!", "(", ")", "{", "}",
    ",", "[", "]",
  ]

  static func all(of text: String) throws(RowPredicateError) -> [RowPredicateToken] {
    var tokens: [RowPredicateToken] = []
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest = rest.dropFirst()
      } else if first == "'" || first == "\"" {
        tokens.append(.text(try string(&rest, end: first)))
      } else if first.isASCIIDigit || (first == "-" && rest.dropFirst().first?.isASCIIDigit == true)
      {
        var number = String(rest.removeFirst())
        while let next = rest.first,
          next.isASCIIDigit || next == "." || next == "e"
            || (number.last == "e" && (next == "-" || next == "+"))
        {
          number.append(rest.removeFirst())
        }
        tokens.append(.number(number))
      } else if first.isLetter || first == "_" || first == "#" || first == "@" {
        let isEscaped = first == "#"
        if isEscaped { rest = rest.dropFirst() }
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "@" }
        rest = rest.dropFirst(word.count)
        tokens.append(isEscaped || word.contains(".") ? .name(String(word)) : .word(String(word)))
      } else if let sign = signs.first(where: { rest.hasPrefix($0) }) {
        rest = rest.dropFirst(sign.count)
        tokens.append(.sign(sign))
      } else {
        // Where it stands decides what is said of it.
        tokens.append(.sign(String(rest.removeFirst())))
      }
    }
    return tokens
  }

  private static func string(
    _ rest: inout Substring, end: Character
  ) throws(RowPredicateError) -> String {
    rest.removeFirst()
    var text = ""
    while let next = rest.popFirst() {
      if next == end { return text }
      guard next == "\\" else {
        text.append(next)
        continue
      }
      switch rest.popFirst() {
      case let quoted? where "\\\"'".contains(quoted): text.append(quoted)
      case "n"?: text.append("\n")
      case "t"?: text.append("\t")
      case "r"?: text.append("\r")
      case let other:
        throw RowPredicateError(reason: "'\\\(other.map(String.init) ?? "")' is not read")
      }
    }
    throw RowPredicateError(reason: "a text in it has no end")
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
