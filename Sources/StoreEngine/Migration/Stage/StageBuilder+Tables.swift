internal import StoreModel

/// A table of the new model with the values of its columns.
struct TableChange {
  let move: TableMove
  var columns: [(column: StoreColumn, value: ColumnValue)]
  /// Whether the old table stays and gets columns, as Core Data's own in-place migration does
  /// (Documentation/Format/MigrationRules.md, 6.3), instead of being written anew.
  var isAltered = false
  var reason: String

  /// Columns that are renamed.
  var renames: [(from: String, to: String)] {
    columns.compactMap { column, value in
      value.keeps.flatMap { $0 == column.name ? nil : ($0, column.name) }
    }
  }

  var additions: [(column: StoreColumn, value: ColumnValue)] {
    columns.filter { $0.value.keeps == nil }
  }
}

/// The values of a new column, in terms of the old row.
struct ColumnValue {
  /// The whole value, as an expression over the old row.
  var sql: String
  var values: [SQLiteValue] = []
  /// Rows for which the expression can be anything but NULL; nil for all.
  var filter: String?
  /// Old columns the expression reads.
  var reads: Set<String> = []
  /// The old column that has these values already, apart from `fixes`.
  var keeps: String?
  var fixes: [Fix] = []
  /// Filled when all tables are in their final form.
  var isLater = false

  static let null = ColumnValue(sql: "NULL")

  struct Fix {
    var sql: String
    var values: [SQLiteValue] = []
    var filter: String?
    var reads: Set<String> = []
  }
}

extension StageBuilder {
  mutating func tableChange(_ move: TableMove) throws -> TableChange {
    var change = TableChange(move: move, columns: [], reason: "")
    guard let source = move.source else {
      change.columns = move.table.columns.map { ($0, .null) }
      change.reason = "'\(move.table.root)' is new"
      return change
    }
    var claimed: Set<String> = []
    for column in move.table.columns {
      var value = try columnValue(column, in: move)
      if let kept = value.keeps, !claimed.insert(kept).inserted { value.keeps = nil }
      change.columns.append((column, value))
    }
    if let obstacle = obstacle(to: change, source: source) {
      change.reason = obstacle
    } else {
      change.isAltered = true
    }
    return change
  }

  /// Why a table has to be written anew; nil when adding and renaming columns will do.
  private func obstacle(to change: TableChange, source name: String) -> String? {
    guard let old = source.tables.first(where: { $0.name == name }) else { return nil }
    if change.move.isSplit { return "rows of '\(old.root)' go to several tables" }
    let types = Dictionary(keepingFirst: old.columns.map { ($0.name, $0.sqlType) })
    let kept = Set(change.columns.compactMap(\.value.keeps))
    if let gone = old.columns.first(where: { !kept.contains($0.name) }) {
      return "the column '\(gone.name)' goes"
    }
    for (column, value) in change.columns {
      if let keeps = value.keeps, types[keeps] != column.sqlType {
        return "'\(column.name)' is of the type \(column.sqlType) now"
      }
    }
    if old.constraints != change.move.table.constraints {
      return "uniqueness is part of the table's text"
    }
    let olds = Set(old.columns.map(\.name))
    let renames = change.renames
    if renames.contains(where: { olds.contains($0.to) })
      || change.additions.contains(where: { olds.contains($0.column.name) })
    {
      return "columns trade their names"
    }
    // Numbers of entities change last, so that everything may read the old ones.
    let fixed = Set(
      change.columns.filter { !$0.value.fixes.isEmpty && $0.column.role != .entity }
        .compactMap(\.value.keeps))
    let crosses = change.columns.contains { _, value in
      value.keeps == nil
        ? !value.reads.isDisjoint(with: fixed)
        : value.fixes.contains {
          !$0.reads.subtracting([value.keeps ?? ""]).isDisjoint(with: fixed)
        }
    }
    return crosses ? "values move between columns" : nil
  }

  private mutating func columnValue(_ column: StoreColumn, in move: TableMove) throws -> ColumnValue
  {
    switch column.role {
    case .key: return ColumnValue(sql: "Z_PK", keeps: "Z_PK")
    case .lock: return ColumnValue(sql: "Z_OPT", keeps: "Z_OPT")
    case .entity: return entityNumbers(move)
    default: break
    }
    var groups: [(source: RowSource, users: [TableMove.Numbers])] = []
    for numbers in move.pairs where target.uses(column, numbers.new) {
      let source = try rowSource(column, for: numbers.pair, in: move)
      if let place = groups.firstIndex(where: { $0.source == source }) {
        groups[place].users.append(numbers)
      } else {
        groups.append((source, [numbers]))
      }
    }
    if groups.contains(where: { $0.source == .later }) {
      var value = ColumnValue.null
      value.isLater = true
      return value
    }
    groups.removeAll { $0.source == .nothing }
    guard let first = groups.first else { return .null }
    if groups.count == 1, case .constant(let value) = first.source {
      // Every row of the table gets it, those of siblings too, as Core Data does it
      // (Documentation/Format/StoreFormat.md, 3.2).
      return ColumnValue(sql: "?", values: [value])
    }
    return value(of: groups, in: move)
  }

  private func entityNumbers(_ move: TableMove) -> ColumnValue {
    let changes = move.pairs.filter { $0.old.number != $0.new.number }
    var value = ColumnValue(sql: "Z_ENT", keeps: "Z_ENT")
    guard !changes.isEmpty else { return value }
    if move.pairs.count == 1, let only = changes.first {
      value.sql = String(only.new.number)
      value.fixes = [ColumnValue.Fix(sql: value.sql)]
    } else {
      let numbers = changes.map { Conversion.NumberChange(from: $0.old.number, to: $0.new.number) }
      value.sql = Self.renumbered("Z_ENT", numbers)
      let isAll = changes.count == move.pairs.count
      value.fixes = [
        ColumnValue.Fix(
          sql: value.sql, filter: isAll ? nil : "Z_ENT IN (\(Self.list(changes)))",
          reads: ["Z_ENT"])
      ]
    }
    return value
  }

  static func list(_ numbers: [TableMove.Numbers]) -> String {
    numbers.map { String($0.old.number) }.joined(separator: ", ")
  }

  private func value(
    of groups: [(source: RowSource, users: [TableMove.Numbers])], in move: TableMove
  ) -> ColumnValue {
    let parts = groups.map { (part: expression($0.source), users: $0.users, source: $0.source) }
    let users = Set(groups.flatMap(\.users).map(\.old.number))
    let isWhole = users.count == move.pairs.count
    var value = ColumnValue.null
    value.values = parts.flatMap(\.part.values)
    value.reads = parts.reduce(into: []) { $0.formUnion($1.part.reads) }
    let keeper = parts.first { $0.part.keeps != nil }
    value.keeps = keeper?.part.keeps
    // Rows that may hold something in the kept column which is not theirs any more.
    let stale =
      value.keeps.map { name in
        move.pairs.filter { !users.contains($0.old.number) && uses(name, $0) }
      } ?? []
    if parts.count == 1, stale.isEmpty || isWhole {
      value.sql = parts[0].part.sql
      value.filter = parts[0].part.filter
    } else {
      let cases = parts.map { "WHEN Z_ENT IN (\(Self.list($0.users))) THEN \($0.part.sql)" }
      value.sql = "CASE \(cases.joined(separator: " ")) END"
      value.filter = "Z_ENT IN (\(Self.list(groups.flatMap(\.users))))"
      value.reads.insert("Z_ENT")
    }
    for (part, users, _) in parts {
      let limit = isWhole && parts.count == 1 ? nil : "Z_ENT IN (\(Self.list(users)))"
      func filter(_ condition: String?) -> String? {
        let both = [condition, limit].compactMap { $0 }.joined(separator: " AND ")
        return both.isEmpty ? nil : both
      }
      if part.keeps == value.keeps, part.keeps != nil {
        value.fixes += part.fixes.map { fix in
          var fix = fix
          fix.filter = filter(fix.filter)
          return fix
        }
      } else {
        value.fixes.append(
          ColumnValue.Fix(
            sql: part.sql, values: part.values, filter: filter(nil), reads: part.reads))
      }
    }
    if let kept = value.keeps, !stale.isEmpty {
      value.fixes.append(
        ColumnValue.Fix(
          sql: "NULL",
          filter: "\(kept.sqlName) IS NOT NULL AND Z_ENT IN (\(Self.list(stale)))", reads: [kept]))
    }
    return value
  }

  /// Whether rows of the old entity have values of their own in an old column.
  private func uses(_ name: String, _ numbers: TableMove.Numbers) -> Bool {
    source.tables.first { $0.name == numbers.old.table }?.columns
      .first { $0.name == name }.map { source.uses($0, numbers.old) } ?? false
  }

  private func expression(_ source: RowSource) -> ColumnValue {
    switch source {
    case .nothing, .later: return .null
    case .constant(let constant): return ColumnValue(sql: "?", values: [constant])
    case .links(let table):
      return ColumnValue(sql: "(SELECT Z_FAR FROM temp.\(table) WHERE Z_NEAR = Z_PK)")
    case .column(let name, let conversion, let filler):
      let converted = conversion.sql(name)
      var value = ColumnValue(
        sql: converted, filter: "\(name.sqlName) IS NOT NULL", reads: [name], keeps: name)
      if case .number = conversion { value.keeps = nil }
      if conversion != .none, value.keeps != nil {
        value.fixes.append(
          ColumnValue.Fix(sql: converted, filter: "\(name.sqlName) IS NOT NULL", reads: [name]))
      }
      if let filler {
        value.sql = "COALESCE(\(converted), ?)"
        value.values = [filler]
        value.filter = nil
        value.fixes.append(
          ColumnValue.Fix(
            sql: "?", values: [filler], filter: "\(name.sqlName) IS NULL", reads: [name]))
      }
      return value
    }
  }
}
