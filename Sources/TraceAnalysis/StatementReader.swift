internal import StoreModel

/// Reads what a statement is made of off its template's words.
struct StatementReader {
  private let words: [SQLTemplate.Word]
  private(set) var shape = StatementShape()

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
    var clauses = Clauses(words)
    shape.usesStringSearch = words.contains { $0.text == "NSCoreDataStringSearch" }
    shape.usesKeyTable = words.contains { $0.text == "_Z_intarray" }
    shape.hasOrder = clauses.order != nil
    shape.hasLimit = clauses.limit != nil
    shape.hasCondition = !clauses.condition.isEmpty
    shape.asksForRange = clauses.condition.contains {
      ["<", "<=", ">", ">=", "BETWEEN"].contains(words[$0].text)
    }
    shape.isPage = clauses.hasOffset || shape.hasLimit && shape.hasOrder && shape.asksForRange
    readTables(clauses)
    readSelection(clauses)
    shape.conditionColumns = columns(in: clauses.condition)
    shape.orderColumns =
      clauses.order.map { columns(in: Array($0..<(clauses.limit ?? words.count))) } ?? []
    shape.rowsAsked = clauses.rowsAsked(words)
    shape.isGrouped = clauses.group != nil
    guard shape.bookkeeping == nil, !shape.isGrouped else { return }
    shape.counts = words[clauses.items].first { $0.text != "DISTINCT" }?.text == "COUNT"
    clauses.dropEntityCondition(words)
    readCondition(clauses)
  }

  /// `FROM ZTAG t0`, `FROM Z_1TAGS t1 JOIN ZTAG t0 ON …`: the rows are those of `t0`. The rows of a
  /// subquery are those of no table.
  private mutating func readTables(_ clauses: Clauses) {
    var names: [(table: String, alias: String)] = []
    var depth = 0
    var isTable = true
    for index in clauses.from {
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
        names.append((unquoted(text), alias < clauses.from.upperBound ? word(alias) : ""))
        isTable = false
      }
    }
    let main = names.first { $0.alias == "t0" } ?? names.first
    shape.table = main?.table ?? ""
    let join = names.first { Self.isJoinTable($0.table) }
    if let join { shape.joinTable = join.table }
  }

  /// Columns of `t0`, or unqualified ones, named in a clause; each once, in order.
  private func columns(in places: [Int]) -> [String] {
    var columns: [String] = []
    for place in places where words[place].kind == .word || words[place].kind == .quotedName {
      let text = words[place].text
      let isQualified = place >= 2 && words[place - 1].text == "."
      guard !SQLKeywords.contains(text), word(place + 1) != ".", word(place + 1) != "(",
        !isQualified || words[place - 2].text == "t0" || shape.joinTable.isEmpty
      else { continue }
      let column = unquoted(text)
      if column != "Z_PK", column != "Z_ENT", !columns.contains(column) { columns.append(column) }
    }
    return columns
  }

  /// `Z_<number><RELATIONSHIP>`.
  static func isJoinTable(_ name: String) -> Bool {
    let bytes = name.utf8
    return bytes.starts(with: "Z_".utf8) && bytes.dropFirst(2).first?.isDigit == true
  }

  private mutating func readSelection(_ clauses: Clauses) {
    let items = words[clauses.items]
    guard let first = items.first else { return }
    var columns: [String] = []
    var isPlain = true
    for (offset, item) in items.enumerated() {
      if item.kind == .mark, item.text != ",", item.text != "." { isPlain = item.text == "*" }
      guard item.kind == .word || item.kind == .quotedName else { continue }
      let next = clauses.items.lowerBound + offset + 1
      if word(next) != "." { columns.append(unquoted(item.text)) }
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

  private mutating func readCondition(_ clauses: Clauses) {
    let condition = clauses.condition.map { words[$0].text }.filter { $0 != "(" && $0 != ")" }
    var parts = condition[...]
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

/// Where the clauses of a SELECT begin and end, at the top level of parentheses.
private struct Clauses {
  var items: Range<Int>
  var from: Range<Int>
  var condition: [Int] = []
  var order: Int?
  var group: Int?
  var limit: Int?
  var hasOffset = false
  private var fromKeyword: Int?
  private var rowsEnd: Int

  init(_ words: [SQLTemplate.Word]) {
    var depth = 0
    var keywords: [(place: Int, text: String)] = []
    for (index, word) in words.enumerated() {
      if word.text == "(" { depth += 1 }
      if word.text == ")" { depth -= 1 }
      guard depth == 0, word.kind == .word else { continue }
      switch word.text {
      case "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "UNION":
        keywords.append((index, word.text))
      default: break
      }
    }
    func clause(_ name: String) -> Range<Int>? {
      guard let position = keywords.firstIndex(where: { $0.text == name }) else { return nil }
      let end = position + 1 < keywords.count ? keywords[position + 1].place : words.count
      return keywords[position].place + 1..<max(keywords[position].place + 1, end)
    }
    fromKeyword = keywords.first { $0.text == "FROM" }?.place
    items = min(1, words.count)..<max(min(1, words.count), fromKeyword ?? words.count)
    from = clause("FROM") ?? words.count..<words.count
    condition = clause("WHERE").map(Array.init) ?? []
    order = keywords.first { $0.text == "ORDER" }?.place
    group = keywords.first { $0.text == "GROUP" }?.place
    limit = keywords.first { $0.text == "LIMIT" }?.place
    hasOffset = keywords.contains { $0.text == "OFFSET" }
    rowsEnd = min(order ?? words.count, limit ?? words.count)
  }

  /// `t0.Z_ENT = ? AND …`: the entity within a family is part of every fetch of a subentity.
  mutating func dropEntityCondition(_ words: [SQLTemplate.Word]) {
    let texts = condition.map { words[$0].text }
    guard let and = texts.firstIndex(of: "AND"), texts.filter({ $0 == "AND" }).count == 1 else {
      return
    }
    if texts[..<and].contains("Z_ENT") {
      condition.removeFirst(and + 1)
    } else if texts[and...].contains("Z_ENT") {
      condition.removeLast(texts.count - and)
    }
  }

  func rowsAsked(_ words: [SQLTemplate.Word]) -> String {
    guard let fromKeyword, fromKeyword < rowsEnd else { return "" }
    // A count writes `FROM ZITEM` where a fetch writes `FROM ZITEM t0`.
    return words[fromKeyword..<rowsEnd].map(\.text).filter { $0 != "t0" && $0 != "." }
      .joined(separator: " ")
  }
}
