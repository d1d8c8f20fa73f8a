/// What a leaf of a table has, without its values.
struct LeafSurvey {
  var page: UInt32
  /// In order, of the rows that can be read.
  var keys: [Int64] = []
  /// Rows that cannot be.
  var refused = 0
  /// Whether SQLite could have left the page so.
  var isWhole = true
  /// Whether most rows look like those of the table.
  var fits = true

  var range: ClosedRange<Int64>? {
    guard let first = keys.first, let last = keys.last else { return nil }
    return first...last
  }
}

/// Reads leaves of tables.
struct LeafReader {
  let pages: SalvagePages
  let shape: TableShape

  /// A row of a leaf.
  struct Row {
    var cell: TreePage.Cell
    var key: Int64 { cell.key }
  }

  /// Nil for a page that is no leaf of a table.
  func survey(_ page: UInt32) throws -> LeafSurvey? {
    try rows(page)?.survey
  }

  /// The rows of a page that look like the table's, in order.
  func rows(_ page: UInt32) throws -> (survey: LeafSurvey, node: TreePage, rows: [Row])? {
    guard let node = try pages.tree(page), node.kind == .tableLeaf else { return nil }
    let (cells, isWhole) = node.cells()
    var survey = LeafSurvey(page: page, isWhole: isWhole)
    let good = cells.filter { looksRight($0, node) }
    survey.fits = good.count * 2 >= cells.count
    let kept = Ascending.indices(good.map(\.key)).map { Row(cell: good[$0]) }
    survey.keys = kept.map(\.key)
    survey.refused = cells.count - kept.count
    return (survey, node, kept)
  }

  private func looksRight(_ cell: TreePage.Cell, _ node: TreePage) -> Bool {
    let start = node.bytes[cell.local]
    guard cell.payload > 0, let types = StoredRecord.types(start, size: cell.payload) else {
      return false
    }
    // A header that goes on elsewhere is looked at with its row.
    guard !types.isEmpty else { return true }
    guard shape.fits(types) else { return false }
    guard let column = shape.entityColumn, shape.entities != nil else { return true }
    guard types.indices.contains(column) else { return false }
    return shape.fits(entity: Self.integer(types, column, start, cell.payload))
  }

  /// The integer in one of the first columns of a record of which the beginning is at hand.
  private static func integer(
    _ types: [Int64], _ column: Int, _ start: ArraySlice<UInt8>, _ size: Int
  ) -> Int64? {
    var reader = VarintReader(Array(start.prefix(9)), 0, 9)
    guard var place = reader.next().map(Int.init) else { return nil }
    for type in types[..<column] { place += Int(width(type)) }
    let type = types[column]
    if type == 8 || type == 9 { return type - 8 }
    guard (1...6).contains(type), place + Int(width(type)) <= start.count else { return nil }
    let part = start.dropFirst(place).prefix(Int(width(type)))
    let sign: Int64 = (part.first ?? 0) >= 0x80 ? -1 : 0
    return part.reduce(sign) { $0 << 8 | Int64($1) }
  }

  private static func width(_ type: Int64) -> Int64 {
    switch type {
    case 1...4: type
    case 5: 6
    case 6, 7: 8
    case 12...: (type - 12) / 2
    default: 0
    }
  }
}
