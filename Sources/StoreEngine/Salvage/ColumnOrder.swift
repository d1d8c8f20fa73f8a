/// Which value of a row is of which column, as far as the kinds of the values tell: a text is of the one
/// column of texts, if there is one.
struct ColumnOrder {
  /// Kinds of values, as far as columns differ in what they take.
  private enum Kind: Int, CaseIterable { case integer, real, text, blob }

  private let shape: TableShape
  /// Rows by place and kind.
  private var counts: [[Int]]
  private(set) var rows = 0
  /// Rows that the columns do not fit in the order that they have in the shape.
  private(set) var misfits = 0

  init(_ shape: TableShape) {
    self.shape = shape
    counts = shape.columns.map { _ in Kind.allCases.map { _ in 0 } }
  }

  private static func kind(_ type: Int64) -> Kind? {
    switch type {
    case 0: nil
    case 7: .real
    case 12...: type % 2 == 1 ? .text : .blob
    default: .integer
    }
  }

  /// Whether Core Data writes such a value to the column.
  private func takes(_ column: Int, _ kind: Kind) -> Bool {
    switch shape.types[column] {
    case "VARCHAR": kind == .text
    // What a deleted object is remembered by is of any kind.
    case "BLOB": kind == .blob || shape.table.hasPrefix("A")
    case "INTEGER": kind == .integer
    case "FLOAT", "TIMESTAMP": kind == .integer || kind == .real
    default: true
    }
  }

  /// - Parameter record: types of a row that has some.
  mutating func add(_ record: [Int64]) {
    rows += 1
    // A row that was written after the last column was added has all of them.
    var isFit = record.count == counts.count
    for (place, type) in record.prefix(counts.count).enumerated() where place != shape.keyColumn {
      guard let kind = Self.kind(type) else { continue }
      counts[place][kind.rawValue] += 1
      if !takes(place, kind) { isFit = false }
    }
    if !isFit { misfits += 1 }
  }

  /// A column for each place, where there is only one that the rows allow but for places without values;
  /// nil where there are none or several.
  var only: [Int]? {
    guard rows > 0 else { return nil }
    // A changed bit makes a value of another kind in one row.
    let kinds = counts.map { counts in Kind.allCases.filter { counts[$0.rawValue] * 50 > rows } }
    let fixed = shape.entityColumn == nil ? 0 : 3
    func allows(_ place: Int, _ column: Int) -> Bool {
      if place < fixed || column < fixed { return place == column }
      return kinds[place].allSatisfy { takes(column, $0) }
    }
    guard let order = Self.matching(counts.count, allows) else { return nil }
    // There is another order where places can pass on their columns in a circle.
    for place in order.indices where !kinds[place].isEmpty {
      var reached: Set<Int> = []
      var open = [place]
      while let next = open.popLast() {
        for other in order.indices
        where other != next && !reached.contains(other) && allows(next, order[other]) {
          if other == place { return nil }
          reached.insert(other)
          open.append(other)
        }
      }
    }
    return order
  }

  /// A column for each place, each once; nil where there is no such choice.
  private static func matching(_ count: Int, _ allows: (Int, Int) -> Bool) -> [Int]? {
    var places = [Int?](repeating: nil, count: count)
    func give(_ place: Int, _ asked: inout Set<Int>) -> Bool {
      // Its own comes first, so that what is not told stays as it is.
      for column in [place] + (0..<count).filter({ $0 != place })
      where allows(place, column) && asked.insert(column).inserted {
        if let holder = places[column], !give(holder, &asked) { continue }
        places[column] = place
        return true
      }
      return false
    }
    for place in 0..<count {
      var asked: Set<Int> = []
      guard give(place, &asked) else { return nil }
    }
    var order = [Int](repeating: 0, count: count)
    for (column, place) in places.enumerated() { if let place { order[place] = column } }
    return order
  }
}
