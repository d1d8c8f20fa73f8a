/// The keys of one table.
final class KeyCounter {
  private(set) var last: Int64 = 0

  func next() -> Int64 {
    last += 1
    return last
  }
}

/// The places Core Data gives to objects of an ordered relationship: 2048, then steps of 1024
/// (Documentation/Format/StoreFormat.md, 2.4).
final class OrderCounter {
  private var last: [Int64: Int64] = [:]

  func next(parent: Int64) -> Int64 {
    let value = last[parent].map { $0 + 1024 } ?? 2048
    last[parent] = value
    return value
  }
}

/// How rows of a join table are inserted.
final class JoinPlan {
  private let statement: Statement
  private let ownerOrder: OrderCounter?
  private let otherOrder: OrderCounter?

  init(_ join: JoinTable, writer: StoreWriter) throws {
    let columns = join.columns.compactMap { $0 }
    let marks = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let list = columns.map(\.sqlName).joined(separator: ", ")
    statement = try writer.openConnection().prepare(
      "INSERT OR IGNORE INTO \(join.name.sqlName) (\(list)) VALUES (\(marks))")
    ownerOrder = join.ownerOrder.map { writer.orderCounter(join.name, $0) }
    otherOrder = join.otherOrder.map { writer.orderCounter(join.name, $0) }
  }

  func insert(owner: Int64, other: Int64) throws {
    var values: [SQLiteValue] = [.integer(owner), .integer(other)]
    if let ownerOrder { values.append(.integer(ownerOrder.next(parent: other))) }
    if let otherOrder { values.append(.integer(otherOrder.next(parent: owner))) }
    try statement.run(values)
  }
}
