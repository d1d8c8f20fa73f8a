internal import StoreEngine

/// Tests all conditions on the rows of one table in one pass over it.
///
/// SQLite sends only the rows that meet a condition, so that a healthy table of a million rows
/// costs one statement and no memory.
struct TableScan {
  let table: String
  let conditions: [RowCondition]

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
    return (TableScan(table: table, conditions: rest), lacks.sorted())
  }

  /// A result column per condition; SQLite's limit is 2000.
  private static let columnLimit = 1500

  /// The rows that meet each condition, in the order of the conditions; nil for one that none meets.
  func run(_ connection: Connection, showsValues: Bool) throws -> [RowHits?] {
    var found: [RowHits?] = []
    var rest = conditions[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(Self.columnLimit))
      rest = rest.dropFirst(part.count)
      found += try scan(part, connection)
    }
    guard showsValues else { return found }
    return try zip(found, conditions).map { hits, condition in
      guard let hits, let value = condition.value else { return hits }
      return try withValues(hits, value, connection)
    }
  }

  private func scan(_ conditions: [RowCondition], _ connection: Connection) throws -> [RowHits?] {
    let keys = conditions[0].keys
    let columns =
      keys.map { "t.\($0.sqlQuoted)" } + conditions.map { "(\($0.sql)) IS TRUE" }
    // An index would only find the rows of one condition.
    let statement = try connection.prepare(
      "SELECT \(columns.joined(separator: ", ")) FROM main.\(table.sqlQuoted) AS t NOT INDEXED "
        + "WHERE \(Self.any(conditions.map(\.sql)[...]))")
    var hits = [RowHits?](repeating: nil, count: conditions.count)
    while try statement.step() {
      for index in conditions.indices where statement.integer(at: keys.count + index) == 1 {
        var found = hits[index] ?? RowHits(count: 0, columns: keys, keys: [])
        found.count += 1
        if found.keys.count < RowHits.shown {
          found.keys.append(keys.indices.map(statement.integer))
        }
        hits[index] = found
      }
    }
    return hits
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
