internal import StoreModel

extension Salvage {
  /// Copies every row that is believed, in the order of the keys.
  func copyRows() throws {
    var later: [(SalvageTable, RowWriter, RowReader.Later)] = []
    for table in tables {
      let writer = try RowWriter(table.shape, connection, pages.encoding)
      let reader = LeafReader(pages: pages, shape: table.shape)
      let counter = counters[table.object.name]
      var last: Int64 = 0
      for (index, leaf) in table.order.leaves.enumerated() {
        guard let (survey, node, found) = try reader.rows(leaf.page) else { continue }
        let kept = found.filter { leaf.keys.contains($0.key) }
        table.result.refused += Int64(survey.refused + found.count - kept.count)
        let wrong = unbelievable(
          kept.map(\.key), of: table, leaf: leaf, after: last,
          counter: index == table.order.leaves.count - 1 ? counter : nil)
        last = kept.last?.key ?? last
        for one in kept {
          guard !wrong.contains(one.key) else {
            table.result.refused += 1
            continue
          }
          switch try rows.row(
            one.cell, in: node, page: leaf.page, shape: table.shape, isStrict: true)
          {
          case .row(let row): try add(row, to: table, writer)
          case .refused: table.result.refused += 1
          case .later(let place): later.append((table, writer, place))
          }
        }
      }
    }
    for (table, writer, place) in later {
      guard let node = try pages.tree(place.page),
        let cell = node.cells().cells.first(where: { $0.start == place.start }),
        case .row(let row) = try rows.row(
          cell, in: node, page: place.page, shape: table.shape, isStrict: false)
      else {
        table.result.refused += 1
        continue
      }
      try add(row, to: table, writer)
    }
  }

  private func add(_ row: RowReader.Row, to table: SalvageTable, _ writer: RowWriter) throws {
    // A text of zeros was never one.
    if row.hasEmptyPage, row.values.contains(where: { $0.isTextWithZeros }) {
      table.result.refused += 1
      return
    }
    guard try writer.insert(row) else {
      table.result.refused += 1
      return
    }
    table.found.insert(row.key)
    table.result.found += 1
    if row.hasEmptyPage { table.result.doubtful += 1 }
  }

  /// Keys of a leaf that no row had: that indexes which name every row do not name, or that can only
  /// be another key with one bit turned.
  private func unbelievable(
    _ keys: [Int64], of table: SalvageTable, leaf: LeafOrder.Leaf, after last: Int64,
    counter: Int64?
  ) -> Set<Int64> {
    var wrong: Set<Int64> = []
    if !table.complete.isEmpty {
      let unnamed = keys.filter { key in !table.complete.contains { $0.contains(key) } }
      if table.complete.count > 1 {
        wrong.formUnion(unnamed)
      } else if unnamed.count * 2 > keys.count, let only = table.complete.first,
        only.count(in: leaf.place) > keys.count - unnamed.count,
        table.isNamedElsewhere(by: only, than: leaf.page)
      {
        // The index has other keys for this place: the page is not of this time.
        wrong.formUnion(unnamed)
      }
    }
    if let counter, let highest = keys.last, highest > counter, !table.indexed.contains(highest),
      keys.dropLast().last ?? last <= counter
    {
      let before = keys.dropLast().last ?? last
      let isTurned = (0..<62).contains { bit in
        let other = highest ^ 1 << Int64(bit)
        return other > before && other <= counter
      }
      if isTurned { wrong.insert(highest) }
    }
    return wrong
  }

  /// Makes the indexes and triggers of the old file.
  func makeIndexes() throws {
    for object in schema.objects where object.kind == .index || object.kind == .trigger {
      guard object.sql != nil, SalvagedSchema.isMakeable(object), let sql = object.sql else {
        continue
      }
      do {
        try connection.run(sql)
      } catch let error as SQLiteError where !error.isInterrupt {
        result.mayLack = true
        result.notes.append(
          "the \(object.kind.rawValue) '\(object.name)' cannot be made: \(error.message)")
      }
    }
  }
}

/// Writes rows of a table with their keys.
final class RowWriter {
  private let connection: Connection
  private let shape: TableShape
  private let encoding: TextEncoding
  /// By the number of columns, and those whose text is none.
  private var statements: [[Int]: Statement] = [:]

  init(_ shape: TableShape, _ connection: Connection, _ encoding: TextEncoding) throws {
    self.shape = shape
    self.connection = connection
    self.encoding = encoding
  }

  /// False where another row has the same values in columns that must differ.
  func insert(_ row: RowReader.Row) throws -> Bool {
    var bare: [Int] = []
    var values: [SQLiteValue] = [.integer(row.key)]
    for (index, value) in row.values.enumerated() where index != shape.keyColumn {
      let readable = value.readable(encoding)
      if case .text = value, case .blob = readable { bare.append(index) }
      values.append(readable)
    }
    let statement = try statement(row.values.count, bare)
    try statement.run(values)
    return connection.changes == 1
  }

  private func statement(_ count: Int, _ bare: [Int]) throws -> Statement {
    let name = [count] + bare
    if let statement = statements[name] { return statement }
    let others = (0..<count).filter { $0 != shape.keyColumn }
    let key = shape.keyColumn.map { shape.columns[$0].sqlQuoted } ?? "_rowid_"
    let names = [key] + others.map { shape.columns[$0].sqlQuoted }
    let marks = ["?"] + others.map { bare.contains($0) ? "CAST(? AS TEXT)" : "?" }
    let statement = try connection.prepare(
      "INSERT OR IGNORE INTO main.\(shape.table.sqlQuoted) (\(names.joined(separator: ", "))) "
        + "VALUES (\(marks.joined(separator: ", ")))")
    // A page of bytes that nobody has read gives many of these.
    if statements.count < 64 { statements[name] = statement }
    return statement
  }
}

extension StoredRecord.Value {
  /// Whether it is a text in which a page of zeros stands.
  fileprivate var isTextWithZeros: Bool {
    guard case .text(let bytes) = self, bytes.count > 256 else { return false }
    return bytes.suffix(16).allSatisfy { $0 == 0 }
      || bytes.split(separator: 0, omittingEmptySubsequences: true).count > 1
  }
}
