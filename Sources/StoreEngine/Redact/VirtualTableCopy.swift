internal import StoreModel

/// Fills full-text and R-tree tables with what their rows become; the indexes inside them are made anew
/// by SQLite.
struct VirtualTableCopy {
  let source: Connection
  let target: Connection
  let redactor: ValueRedactor

  /// - Returns: how many rows there are, or why they were left out.
  func copy(_ object: SchemaCopy.Object, _ rules: TableRules) throws -> Result<Int64, LeftOut> {
    let isTree = Self.module(of: object.sql).hasPrefix("rtree")
    let names = (isTree ? [] : ["rowid"]) + rules.columns.map(\.name.sqlQuoted)
    let list = names.joined(separator: ", ")
    let places = [String](repeating: "?", count: names.count).joined(separator: ", ")
    let table = "main.\(object.name.sqlQuoted)"
    do {
      let read = try source.prepare("SELECT \(list) FROM \(table)")
      let write = try target.prepare("INSERT INTO \(table) (\(list)) VALUES (\(places))")
      var rows: Int64 = 0
      while try read.step() {
        let old = read.row
        let new = isTree ? tree(old) : old.enumerated().map { $0 == 0 ? $1 : value($1) }
        try write.run(new)
        rows += 1
      }
      return .success(rows)
    } catch let error as SQLiteError where error.primaryCode == 1 {
      return .failure(LeftOut(why: error.message))
    }
  }

  struct LeftOut: Error { let why: String }

  private static func module(of sql: String) -> String {
    sql.lowercased().firstMatch(of: #/\susing\s+"?(\w+)/#).map { String($0.output.1) } ?? ""
  }

  private func value(_ value: SQLiteValue) -> SQLiteValue {
    switch value {
    case .null: .null
    case .integer(let number): .integer(redactor.integer(number, salt: 1))
    case .real(let number): .real(redactor.real(number, salt: 1))
    case .text(let text): .text(redactor.text(text))
    case .blob(let bytes): .blob(redactor.data(bytes))
    }
  }

  /// A key, then pairs of bounds, of which the first is never above the second.
  private func tree(_ row: [SQLiteValue]) -> [SQLiteValue] {
    var new = row.enumerated().map { $0 == 0 ? $1 : value($1) }
    for index in stride(from: 1, to: new.count - 1, by: 2) {
      guard let low = new[index].double, let high = new[index + 1].double, low > high else {
        continue
      }
      new.swapAt(index, index + 1)
    }
    return new
  }
}
