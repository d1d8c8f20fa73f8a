internal import Diagnostics

/// Completes SQL: keywords, tables and views after FROM and JOIN, columns of the tables that the
/// statement names.
struct SQLCompletion {
  private let tokens: [Token]
  private let typed: String
  private let scope: [String: [String]]
  private let names: Completion.Names
  private let isInText: Bool

  private struct Token: Hashable {
    var text: String
    var isName: Bool
    /// A name in quotes is no keyword.
    var isQuoted = false

    var keyword: String? {
      let upper = text.uppercased()
      return isName && !isQuoted && SQLCompletion.keywords.contains(upper) ? upper : nil
    }
  }

  init(before: String, after: String, names: Completion.Names) {
    self.names = names
    let typed = String(
      String.UnicodeScalarView(
        before.unicodeScalars.reversed().prefix { Self.isPart($0) }.reversed()))
    var (tokens, isInText) = Self.tokens(of: String(before.dropLast(typed.count)))
    // The quote of a name that is being typed.
    let isQuotedName = isInText && tokens.last == Token(text: "\"", isName: false)
    if isQuotedName { tokens.removeLast() }
    self.isInText = isInText && !isQuotedName
    self.typed = isQuotedName ? "\"" + typed : typed
    self.tokens = tokens
    scope = Self.scope(of: tokens + Self.tokens(of: after).tokens, in: names)
  }

  /// What was typed of a word, and what may stand for it.
  var candidates: (typed: String, [String]) {
    if isInText { return (typed, []) }
    if let mark = typed.first, ":@$".contains(mark) {
      return (typed, names.parameters.map { "\(mark)\($0)" }.filter { $0.hasPrefix(typed) })
    }
    if let dot = typed.lastIndex(of: ".") {
      let owner = String(typed[..<dot])
      let columns = scope[owner.lowercased()] ?? columns(of: owner) ?? []
      let names = columns.map { Self.isPlain($0) ? $0 : $0.sqlName }
      return (typed, names.map { "\(owner).\($0)" }.filter { fits($0) })
    }
    let previous = tokens.last { $0.text != "(" }
    if takesTable(previous) { return (typed, named(names.readables.map(\.name))) }
    if previous?.keyword == "PRAGMA" { return (typed, Self.pragmas.filter { fits($0) }) }
    let known =
      scope.isEmpty
      ? names.properties.values.flatMap(\.self) + ["Z_PK"] : scope.values.flatMap(\.self)
    let aliases = scope.keys.filter { name in
      !names.readables.contains { $0.name.lowercased() == name }
    }
    var found = named(known + aliases)
    if let first = typed.first, first != "\"" {
      let words = Self.keywords.union(Self.functions.map { $0 + "(" }).map {
        first.isLowercase ? $0.lowercased() : $0
      }
      found += words.filter { $0.hasPrefix(typed) }
    }
    return (typed, found)
  }

  private func fits(_ text: String) -> Bool { text.hasPrefix(typed) }

  /// Names that begin as typed, in quotes where they need some or where one was typed. Where none fit
  /// by the letters as they are, those that do in any case, if that takes no letter away.
  private func named(_ names: [String]) -> [String] {
    let isQuoted = typed.hasPrefix("\"")
    let word = isQuoted ? typed.dropFirst() : typed[...]
    var found = names.filter { $0.hasPrefix(word) }
    if found.isEmpty {
      found = names.filter { $0.lowercased().hasPrefix(word.lowercased()) }
      if Set(found.map { $0.prefix(word.count) }).count > 1 { return [] }
    }
    return found.map { isQuoted || !Self.isPlain($0) ? $0.sqlName : $0 }
  }

  private static func isPlain(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { isPart($0) && !".:@$".unicodeScalars.contains($0) }
      && name.first?.isNumber == false && !keywords.contains(name.uppercased())
  }

  private func takesTable(_ previous: Token?) -> Bool {
    if let keyword = previous?.keyword { return keyword == "FROM" || keyword == "JOIN" }
    guard previous?.text == "," else { return false }
    return tokens.last(where: { $0.keyword != nil })?.keyword == "FROM"
  }

  private func columns(of name: String) -> [String]? { Self.columns(of: name, in: names) }

  private static func columns(of name: String, in names: Completion.Names) -> [String]? {
    names.readables.first { $0.name.lowercased() == name.lowercased() }?.columns
  }

  /// Tables and their aliases, in lower case, with their columns.
  private static func scope(of tokens: [Token], in names: Completion.Names) -> [String: [String]] {
    var scope: [String: [String]] = [:]
    for (index, token) in tokens.enumerated() where token.isName && token.keyword == nil {
      let before = index > 0 ? tokens[index - 1] : nil
      guard ["FROM", "JOIN", ","].contains(before?.keyword ?? before?.text),
        let columns = columns(of: token.text, in: names)
      else { continue }
      scope[token.text.lowercased()] = columns
      var next = index + 1
      if next < tokens.count, tokens[next].keyword == "AS" { next += 1 }
      if next < tokens.count, tokens[next].isName, tokens[next].keyword == nil {
        scope[tokens[next].text.lowercased()] = columns
      }
    }
    return scope
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "_.:@$".unicodeScalars.contains(scalar)
  }

  /// Names, marks and texts; whether the last text or remark is open. An open quote of a name is the
  /// last token.
  private static func tokens(of sql: String) -> (tokens: [Token], isOpen: Bool) {
    var tokens: [Token] = []
    var rest = Substring(sql).unicodeScalars
    while let first = rest.first {
      if rest.starts(with: "--".unicodeScalars) {
        rest = rest.drop { $0 != "\n" }
        if rest.isEmpty { return (tokens, true) }
      } else if rest.starts(with: "/*".unicodeScalars) {
        guard let end = Substring(rest).dropFirst(2).firstRange(of: "*/") else {
          return (tokens, true)
        }
        rest = rest[end.upperBound...]
      } else if first == "'" || first == "\"" {
        let inside = rest.dropFirst()
        guard let end = inside.firstIndex(of: first) else {
          return (tokens + [Token(text: String(first), isName: false)], true)
        }
        tokens.append(
          Token(text: String(Substring(inside[..<end])), isName: first == "\"", isQuoted: true))
        rest = inside[inside.index(after: end)...]
      } else if isPart(first) {
        let name = rest.prefix { isPart($0) }
        tokens.append(Token(text: String(Substring(name)), isName: true))
        rest = rest.dropFirst(name.count)
      } else {
        if !" \t\n\r".unicodeScalars.contains(first) {
          tokens.append(Token(text: String(first), isName: false))
        }
        rest = rest.dropFirst()
      }
    }
    return (tokens, false)
  }

  private static let keywords: Set<String> = [
    "ALL", "AND", "AS", "ASC", "BETWEEN", "BY", "CASE", "CAST", "COLLATE", "CROSS", "DESC",
    "DISTINCT", "ELSE", "END", "ESCAPE", "EXCEPT", "EXISTS", "EXPLAIN", "FILTER", "FROM", "GLOB",
    "GROUP", "HAVING", "IN", "INNER", "INTERSECT", "IS", "ISNULL", "JOIN", "LEFT", "LIKE", "LIMIT",
    "MATERIALIZED", "NATURAL", "NOT", "NOTNULL", "NULL", "OFFSET", "ON", "OR", "ORDER", "OUTER",
    "OVER", "PARTITION", "PLAN", "PRAGMA", "QUERY", "RECURSIVE", "REGEXP", "SELECT", "THEN",
    "UNION", "USING", "VALUES", "WHEN", "WHERE", "WINDOW", "WITH",
  ]

  private static let functions = [
    "ABS", "AVG", "COALESCE", "COUNT", "DATE", "DATETIME", "GROUP_CONCAT", "HEX", "IFNULL", "IIF",
    "INSTR", "JULIANDAY", "LENGTH", "LOWER", "LTRIM", "MAX", "MIN", "NULLIF", "PRINTF", "QUOTE",
    "REPLACE", "ROUND", "RTRIM", "STRFTIME", "SUBSTR", "SUM", "TOTAL", "TRIM", "TYPEOF", "UPPER",
  ]

  private static let pragmas = [
    "foreign_key_check", "foreign_key_list", "freelist_count", "index_info", "index_list",
    "integrity_check", "page_count", "page_size", "quick_check", "table_info", "table_list",
    "table_xinfo", "user_version",
  ]
}

extension String {
  /// As a name in SQL.
  fileprivate var sqlName: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
