internal import StoreModel

/// Reads what a statement is made of off its template's words.
struct StatementReader {
  private let words: [SQLTemplate.Word]
  private(set) var shape = StatementShape()
  /// Places of the words that clauses begin with.
  private var keywords: [Int] = []

  init(_ template: SQLTemplate) {
    words = template.words
    shape.verb = word(0)
    switch shape.verb {
    case "SELECT", "WITH", "VALUES": readSelect()
    case "INSERT", "REPLACE": readWrite(after: "INTO")
    case "UPDATE": readWrite(at: word(1) == "OR" ? 3 : 1)
    case "DELETE": readWrite(after: "FROM")
    default: break
    }
  }

  private func word(_ index: Int) -> String { index < words.count ? words[index].text : "" }

  private mutating func readWrite(after keyword: String) {
    if let place = words.firstIndex(where: { $0.text == keyword }) { readWrite(at: place + 1) }
  }

  private mutating func readWrite(at place: Int) {
    shape.table = unquoted(word(place))
    let texts = words.map(\.text)
    shape.writesOneRow =
      shape.verb == "INSERT" || shape.verb == "REPLACE"
      ? !texts.contains("SELECT")
      : texts.firstRange(of: ["Z_PK", "=", "?"]) != nil
        || !shape.table.hasPrefix("Z") && texts.contains("WHERE") && !texts.contains("IN")
  }

  private mutating func readSelect() {
    findKeywords()
    let from = keyword("FROM") ?? words.count
    let condition = Array(clause("WHERE"))
    shape.usesStringSearch = words.contains { $0.text == "NSCoreDataStringSearch" }
    shape.usesKeyTable = words.contains { $0.text == "_Z_intarray" }
    shape.hasOrder = keyword("ORDER") != nil
    shape.hasLimit = keyword("LIMIT") != nil
    shape.hasCondition = !condition.isEmpty
    shape.asksForRange = condition.contains {
      isBound($0) || words[$0].text == "BETWEEN"
    }
    shape.hasOneBound =
      condition.count(where: isBound) == 1
      && !condition.contains(where: isOtherComparison)
    shape.isPage =
      keyword("OFFSET") != nil || shape.hasLimit && shape.hasOrder && shape.asksForRange
    readTables(clause("FROM"))
    readSelection(1..<from)
    shape.conditionColumns = columns(in: condition)
    shape.orderColumns = columns(in: Array(clause("ORDER")))
    shape.rowsAsked = rowsAsked(from)
    shape.isGrouped = keyword("GROUP") != nil
    guard shape.bookkeeping == nil, !shape.isGrouped else { return }
    shape.counts = words[1..<from].first { $0.text != "DISTINCT" }?.text == "COUNT"
    readCondition(withoutEntity(condition.map { words[$0].text }))
  }

  private func isBound(_ place: Int) -> Bool {
    switch words[place].text {
    case "<", "<=", ">", ">=": true
    default: false
    }
  }

  private func isOtherComparison(_ place: Int) -> Bool {
    switch words[place].text {
    case "=", "==", "IN", "LIKE", "BETWEEN": true
    default: false
    }
  }

  // MARK: Clauses

  /// The clauses at the top level of parentheses.
  private mutating func findKeywords() {
    var depth = 0
    for (place, word) in words.enumerated() {
      switch word.text {
      case "(": depth += 1
      case ")": depth -= 1
      case "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "UNION":
        if depth == 0, word.isKeyword { keywords.append(place) }
      default: break
      }
    }
  }

  private func keyword(_ name: String) -> Int? { keywords.first { words[$0].text == name } }

  /// The words behind a keyword, up to the next one.
  private func clause(_ name: String) -> Range<Int> {
    guard let keyword = keyword(name) else { return words.count..<words.count }
    return keyword + 1..<(keywords.first { $0 > keyword } ?? words.count)
  }

  /// `t0.Z_ENT = ? AND …`: the entity within a family is part of every fetch of a subentity.
  private func withoutEntity(_ condition: [String]) -> [String] {
    guard let and = condition.firstIndex(of: "AND"), condition.lastIndex(of: "AND") == and else {
      return condition
    }
    if condition[..<and].contains("Z_ENT") { return Array(condition[(and + 1)...]) }
    return condition[and...].contains("Z_ENT") ? Array(condition[..<and]) : condition
  }

  private func rowsAsked(_ from: Int) -> String {
    let end = min(keyword("ORDER") ?? words.count, keyword("LIMIT") ?? words.count)
    guard from < end else { return "" }
    // A count writes `FROM ZITEM` where a fetch writes `FROM ZITEM t0`.
    var text = ""
    for word in words[from..<end] where word.text != "t0" && word.text != "." {
      if !text.isEmpty { text += " " }
      text += word.text
    }
    return text
  }

  // MARK: Parts

  /// `FROM ZTAG t0`, `FROM Z_1TAGS t1 JOIN ZTAG t0 ON …`: the rows are those of `t0`. The rows of a
  /// subquery are those of no table.
  private mutating func readTables(_ from: Range<Int>) {
    var names: [(table: String, alias: String)] = []
    var depth = 0
    var isTable = true
    for index in from {
      let text = words[index].text
      if text == "(" { depth += 1 }
      if text == ")" { depth -= 1 }
      guard depth == 0 else {
        isTable = false
        continue
      }
      if text == "JOIN" || text == "," {
        isTable = true
      } else if isTable, word(index + 1) != ".", text != "." {
        let alias = word(index + 1) == "AS" ? index + 2 : index + 1
        names.append((unquoted(text), alias < from.upperBound ? word(alias) : ""))
        isTable = false
      }
    }
    shape.table = (names.first { $0.alias == "t0" } ?? names.first)?.table ?? ""
    shape.joinTable = names.first { Self.isJoinTable($0.table) }?.table ?? ""
  }

  /// Columns of `t0`, or unqualified ones, named in a clause; each once, in order.
  private func columns(in places: [Int]) -> [String] {
    var columns: [String] = []
    for place in places where words[place].kind == .word || words[place].kind == .quotedName {
      let text = words[place].text
      let isQualified = place >= 2 && words[place - 1].text == "."
      guard !words[place].isKeyword, word(place + 1) != ".", word(place + 1) != "(",
        !isQualified || words[place - 2].text == "t0" || shape.joinTable.isEmpty
      else { continue }
      let column = unquoted(text)
      if column != "Z_PK", column != "Z_ENT", !columns.contains(column) { columns.append(column) }
    }
    return columns
  }

  /// `Z_<number><RELATIONSHIP>`.
  private static func isJoinTable(_ name: String) -> Bool {
    let bytes = name.utf8
    return bytes.starts(with: "Z_".utf8) && bytes.dropFirst(2).first?.isDigit == true
  }

  private mutating func readSelection(_ list: Range<Int>) {
    guard let first = words[list].first else { return }
    var columns: [String] = []
    var isPlain = true
    for place in list {
      let item = words[place]
      if item.kind == .mark, item.text != ",", item.text != "." { isPlain = item.text == "*" }
      let isName = item.kind == .word || item.kind == .quotedName
      if isName, word(place + 1) != "." { columns.append(unquoted(item.text)) }
    }
    shape.columns = columns
    if first.text == "*" {
      shape.selection = .wholeRows
    } else if !isPlain {
      shape.selection = .none
    } else if columns.contains("Z_OPT") {
      shape.selection = .wholeRows
    } else {
      let others = columns.filter { $0 != "Z_PK" && $0 != "Z_ENT" && $0 != "DISTINCT" }
      shape.selection = others.isEmpty && columns.contains("Z_PK") ? .ids : .partial
    }
  }

  private mutating func readCondition(_ condition: [String]) {
    var parts = condition.filter { $0 != "(" && $0 != ")" }[...]
    var alias = ""
    if parts.count > 2, parts[parts.startIndex + 1] == "." {
      alias = parts.removeFirst()
      parts.removeFirst()
    }
    // `t0.Z_ENT IN (…)`: the subentities of a family, so everything there is.
    guard parts.count >= 3, let column = parts.popFirst().map(unquoted), column != "Z_ENT" else {
      return
    }
    func compare(_ column: String, _ comparison: StatementShape.Comparison) {
      shape.column = column
      shape.comparison = comparison
      shape.comparesMember = !shape.joinTable.isEmpty && alias != "t0"
    }
    if parts.elementsEqual(["=", "?"]) {
      compare(column, .one)
    } else if parts.elementsEqual(["IN", "SELECT", "*", "FROM", "_Z_intarray"])
      || parts.elementsEqual(["IN", "?"])
    {
      compare(column, .list)
    }
  }

  private func unquoted(_ name: String) -> String {
    guard let first = name.utf8.first, [34, 96, 91].contains(first), name.utf8.count >= 2 else {
      return name
    }
    return String(name.dropFirst().dropLast())
  }
}
