internal import StoreEngine

/// Tests all conditions on the rows of one table in one pass over it, and in one over each index that
/// puts the rows in the order of what they refer to.
///
/// SQLite sends only the rows that meet a condition, so that a healthy table of a million rows
/// costs one statement and no memory.
struct TableScan {
  let table: String
  let conditions: [RowCondition]
  /// The indexes of the table by the column that each is sorted by.
  var indexes: [String: String] = [:]
  /// What is added up in the same pass.
  var tallies: [RowTally] = []

  /// Without the conditions that a store cannot answer because it lacks a table or a column, and
  /// what it lacks.
  func answerable(by connection: Connection) throws -> (scan: TableScan, lacks: [String]) {
    var lacks: Set<String> = []
    let rest = try conditions.filter {
      do {
        _ = try connection.prepare(
          "SELECT 1 FROM main.\(table.sqlQuoted) AS t NOT INDEXED WHERE \($0.sql)")
        return true
      } catch let error as SQLiteError where error.lacksObject {
        lacks.insert(error.message)
        return false
      }
    }
    return (TableScan(table: table, conditions: rest, indexes: indexes), lacks.sorted())
  }

  /// A result column per condition or tally; SQLite's limit is 2000.
  private static let columnLimit = 1500

  /// The rows that meet each condition, in the order of the conditions, nil for one that none meets;
  /// and the sum of each tally.
  func run(
    _ connection: Connection, showsValues: Bool
  ) throws -> (hits: [RowHits?], sums: [Int64]) {
    var found = [RowHits?](repeating: nil, count: conditions.count)
    var rest: [Int] = []
    let ways = Dictionary(grouping: conditions.indices) { index in
      conditions[index].lookup.flatMap { indexes[$0] }
    }
    for (index, members) in ways.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
      let isDone = try index.map { try isMet(byNone: members, in: $0, connection) } ?? false
      if !isDone { rest += members }
    }
    rest.sort()
    var sums: [Int64] = []
    while !rest.isEmpty || sums.count < tallies.count {
      let members = rest.prefix(Self.columnLimit)
      rest.removeFirst(members.count)
      let tallies = Array(tallies.dropFirst(sums.count).prefix(Self.columnLimit - members.count))
      if members.isEmpty {
        sums += try add(tallies, connection)
      } else {
        let part = try scan(members.map { conditions[$0] }, tallies, connection)
        for (index, hits) in zip(members, part.hits) { found[index] = hits }
        sums += part.sums
      }
    }
    guard showsValues else { return (found, sums) }
    let shown = try zip(found, conditions).map { hits, condition in
      guard let hits, let value = condition.value else { return hits }
      return try withValues(hits, value, connection)
    }
    return (shown, sums)
  }

  /// Whether no row meets any of the conditions, as told by an index that lists every row. What rows
  /// refer to is then looked up in the order it is stored; at random, each row would cost a page.
  ///
  /// A damaged index tells nothing, and rows that are found are found again in the order of the table.
  private func isMet(
    byNone members: [Int], in index: String, _ connection: Connection
  ) throws -> Bool {
    let from = "FROM main.\(table.sqlQuoted) AS t"
    let byIndex = "\(from) INDEXED BY \(index.sqlQuoted)"
    let condition = Self.any(members.map { conditions[$0].sql }[...])
    do {
      // A count alone would be taken of the smallest index, whichever is named.
      let row = try connection.rows("SELECT count(*), max(\(condition)) \(byIndex)").first ?? []
      return try row.count == 2 && (row[1].integer ?? 0) == 0
        && row[0] == connection.value("SELECT count(*) \(from) NOT INDEXED")
    } catch let error as SQLiteError where error.isDamage {
      return false
    }
  }

  /// Without conditions no row need be sent.
  private func add(_ tallies: [RowTally], _ connection: Connection) throws -> [Int64] {
    let columns = tallies.map { "sum(\($0.sql))" }.joined(separator: ", ")
    let row = try connection.rows("SELECT \(columns) FROM main.\(table.sqlQuoted) AS t").first ?? []
    return row.map { $0.integer ?? 0 }
  }

  private func scan(
    _ conditions: [RowCondition], _ tallies: [RowTally], _ connection: Connection
  ) throws -> (hits: [RowHits?], sums: [Int64]) {
    let keys = conditions[0].keys
    let columns =
      keys.map { "t.\($0.sqlQuoted)" } + conditions.map { "(\($0.sql)) IS TRUE" }
      + tallies.map(\.sql)
    // An index would only find the rows of one condition.
    let statement = try connection.prepare(
      "SELECT \(columns.joined(separator: ", ")) FROM main.\(table.sqlQuoted) AS t NOT INDEXED "
        + "WHERE \(Self.any((conditions.map(\.sql) + tallies.map(\.condition))[...]))")
    var hits = [RowHits?](repeating: nil, count: conditions.count)
    var sums = [Int64](repeating: 0, count: tallies.count)
    while try statement.step() {
      for index in tallies.indices {
        sums[index] += statement.integer(at: keys.count + conditions.count + index)
      }
      for index in conditions.indices where statement.integer(at: keys.count + index) == 1 {
        var found = hits[index] ?? RowHits(count: 0, columns: keys, keys: [])
        found.add(keys.indices.map(statement.integer))
        hits[index] = found
      }
    }
    return (hits, sums)
  }

  /// A balanced tree, because SQLite limits how deep an expression may nest.
  static func any(_ conditions: ArraySlice<String>) -> String {
    guard conditions.count > 1 else { return "(\(conditions.first ?? "FALSE"))" }
    let middle = conditions.startIndex + conditions.count / 2
    return "(\(any(conditions[..<middle])) OR \(any(conditions[middle...])))"
  }

  private func withValues(
    _ hits: RowHits, _ value: String, _ connection: Connection
  ) throws -> RowHits {
    var hits = hits
    let condition = hits.columns.map { "t.\($0.sqlQuoted) = ?" }.joined(separator: " AND ")
    hits.values = try hits.keys.map { key in
      let found = try connection.value(
        "SELECT \(value) FROM main.\(table.sqlQuoted) AS t WHERE \(condition)",
        key.map(SQLiteValue.integer))
      return (found ?? .null).shortText
    }
    return hits
  }
}

/// A number to add up over the rows of a table.
struct RowTally {
  let table: String
  /// SQL over the row `t`: whether the row counts at all.
  let condition: String
  /// SQL over the row `t`: by how much, an integer.
  var amount = "1"

  var sql: String { "CASE WHEN \(condition) THEN \(amount) ELSE 0 END" }

  /// Whether the store has all that it names.
  func isAnswerable(by connection: Connection) throws -> Bool {
    do {
      _ = try connection.prepare("SELECT \(sql) FROM main.\(table.sqlQuoted) AS t")
      return true
    } catch let error as SQLiteError where error.isDamage || error.lacksObject {
      return false
    }
  }
}

extension SQLiteValue {
  /// The value for a message: texts quoted and cut, data as its size.
  var shortText: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): "'\(text.count > 40 ? text.prefix(39) + "…" : text[...])'"
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}
