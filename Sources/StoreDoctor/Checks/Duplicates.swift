internal import StoreEngine

/// Finds rows with equal values, for any number of constraints in one pass over their table.
///
/// NULL is never equal to NULL, as in a unique index. SQLite sorts, in a temporary file when the
/// keys do not fit into memory; here only the previous row is kept.
struct Duplicates {
  let table: String
  /// For each constraint its columns, as SQL over the row `t`.
  let keys: [[String]]

  /// The rows that violate one constraint.
  struct Found {
    /// How many different values occur more than once.
    var groups: Int64 = 0
    /// How many rows have one of them.
    var rows: Int64 = 0
    /// The first groups with the keys of their first rows.
    var first: [Group] = []

    struct Group {
      var values: [SQLiteValue]
      var count: Int64
      var keys: [Int64]
    }
  }

  /// What was found for each constraint, in their order.
  func find(_ connection: Connection) throws -> [Found] {
    let statement = try connection.prepare(sql)
    var found = [Found](repeating: Found(), count: keys.count)
    var previous = KeyRow()
    while try statement.step() {
      let constraint = Int(statement.integer(at: 0))
      guard keys.indices.contains(constraint) else { continue }
      let key = statement.integer(at: 1)
      if previous.take(statement, constraint: constraint, columns: 2..<statement.columnCount) {
        let values = { keys[constraint].indices.map { statement.value(at: 2 + $0) } }
        found[constraint].add(key, after: previous.key, isFirst: previous.repeats == 1, values)
      }
      previous.key = key
    }
    return found
  }

  private var sql: String {
    let width = keys.map(\.count).max() ?? 0
    func choice(_ text: (Int) -> String) -> String {
      "CASE c.column1 " + keys.indices.map { "WHEN \($0) THEN \(text($0))" }.joined(separator: " ")
        + " END"
    }
    let columns = (0..<width).map { column in
      choice { column < keys[$0].count ? keys[$0][column] : "NULL" }
    }
    let isComplete = choice { index in
      keys[index].map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    }
    let order = (["1"] + columns.indices.map { String($0 + 3) } + ["2"]).joined(separator: ", ")
    let numbers = keys.indices.map { "(\($0))" }.joined(separator: ", ")
    // CROSS JOIN keeps the table outside, so that it is read once.
    return "SELECT c.column1, t.Z_PK, \(columns.joined(separator: ", ")) "
      + "FROM main.\(table.sqlQuoted) AS t NOT INDEXED CROSS JOIN (VALUES \(numbers)) AS c "
      + "WHERE \(isComplete) ORDER BY \(order)"
  }
}

extension Duplicates.Found {
  fileprivate mutating func add(
    _ key: Int64, after previous: Int64, isFirst: Bool, _ values: () -> [SQLiteValue]
  ) {
    if isFirst {
      groups += 1
      rows += 1
      if first.count < RowHits.shown {
        first.append(Group(values: values(), count: 1, keys: [previous]))
      }
    }
    rows += 1
    guard groups == first.count, let last = first.indices.last else { return }
    first[last].count += 1
    if first[last].keys.count < RowHits.shown { first[last].keys.append(key) }
  }

  /// `5 rows (Z_PK 1, 4; 2, 3, 6)`.
  func text(showsValues: Bool) -> String {
    var parts = first.map { group in
      var text = group.keys.map(String.init).joined(separator: ", ")
      if group.count > group.keys.count { text += ", …" }
      return showsValues
        ? "\(group.values.map(\.shortText).joined(separator: ", ")): \(text)" : text
    }
    if groups > first.count { parts.append("…") }
    return "\(rows) rows (Z_PK \(parts.joined(separator: "; ")))"
  }

  var hits: RowHits {
    RowHits(count: rows, keys: first.flatMap { $0.keys.map { [$0] } })
  }
}

/// The values of the previous row, compared without making values of them.
private struct KeyRow {
  var key: Int64 = 0
  /// How often the same values came again.
  private(set) var repeats = 0
  private var constraint = -1
  private var cells: [Cell] = []

  private struct Cell {
    var storage = Statement.StorageClass.null
    var real = 0.0
    var integer: Int64 = 0
    var bytes: [UInt8] = []
  }

  /// Whether the row equals the previous one; keeps it otherwise.
  mutating func take(_ statement: Statement, constraint: Int, columns: Range<Int>) -> Bool {
    while cells.count < columns.count { cells.append(Cell()) }
    if constraint == self.constraint,
      columns.enumerated().allSatisfy({ isEqual(cells[$0], statement, $1) })
    {
      repeats += 1
      return true
    }
    self.constraint = constraint
    repeats = 0
    for (index, column) in columns.enumerated() { keep(&cells[index], statement, column) }
    return false
  }

  private func isEqual(_ cell: Cell, _ statement: Statement, _ column: Int) -> Bool {
    let storage = statement.storageClass(at: column)
    switch (cell.storage, storage) {
    case (.null, .null): return true
    case (.integer, .integer): return cell.integer == statement.integer(at: column)
    case (.integer, .real), (.real, .integer), (.real, .real):
      return cell.real == statement.real(at: column)
    case (.text, .text), (.blob, .blob):
      return statement.withBytes(at: column) { $0.elementsEqual(cell.bytes) }
    default: return false
    }
  }

  private func keep(_ cell: inout Cell, _ statement: Statement, _ column: Int) {
    cell.storage = statement.storageClass(at: column)
    switch cell.storage {
    case .null: break
    case .integer, .real:
      cell.integer = statement.integer(at: column)
      cell.real = statement.real(at: column)
    case .text, .blob:
      statement.withBytes(at: column) { bytes in
        cell.bytes.removeAll(keepingCapacity: true)
        cell.bytes.append(contentsOf: bytes)
      }
    }
  }
}
