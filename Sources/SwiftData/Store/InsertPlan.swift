internal import Foundation
internal import StoreEngine

/// Turns slots into column values.
private struct RowWriter {
  private enum Kind { case plain, coded, toOne }

  private struct Step {
    var kind: Kind
    var slot: Int
    /// Of the first column.
    var place: Int
    /// Of the column that says which entity a destination is of; 0 without one.
    var companion = 0
    /// Of a coded attribute, its place in `attributes`.
    var attribute = 0
  }

  private(set) var columns: [String] = []
  private var steps: [Step] = []
  private let attributes: [AttributePlan]

  /// - Parameter first: the place of the first column.
  init(
    _ attributes: [AttributePlan], _ relationships: [RelationshipPlan], at first: Int
  ) {
    self.attributes = attributes
    for (number, attribute) in attributes.enumerated() {
      let kind: Kind =
        switch attribute.form {
        case .coded, .externalData: .coded
        default: .plain
        }
      steps.append(
        Step(
          kind: kind, slot: attribute.slot, place: first + columns.count, attribute: number))
      columns += attribute.columns
    }
    for relationship in relationships {
      guard case .column(let column, let companion) = relationship.place else { continue }
      let place = first + columns.count
      columns.append(column)
      if let companion { columns.append(companion) }
      steps.append(
        Step(
          kind: .toOne, slot: relationship.slot, place: place,
          companion: companion == nil ? 0 : place + 1))
    }
  }

  func fill(_ row: inout [SQLiteValue], _ storage: _ModelStorage, _ store: DataStore) throws {
    for step in steps {
      switch step.kind {
      case .plain: row[step.place] = storage.slots[step.slot].stored
      case .coded:
        let values = try attributes[step.attribute].stored(storage.slots[step.slot], store)
        for (offset, value) in values.enumerated() { row[step.place + offset] = value }
      case .toOne:
        let (key, entity) = storage.destinationKey(step.slot)
        row[step.place] = key.map { .integer($0) } ?? .null
        if step.companion > 0 {
          row[step.companion] = entity.map { .integer(Int64($0)) } ?? .null
        }
      }
    }
  }
}

/// How a new object becomes a row.
final class InsertPlan {
  let sql: String
  private unowned(unsafe) let plan: EntityPlan
  private let writer: RowWriter
  private var row: [SQLiteValue]
  private var statement: Statement?

  init(_ plan: EntityPlan) {
    self.plan = plan
    writer = RowWriter(plan.attributes, plan.relationships, at: 3)
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + writer.columns.map(\.sqlName)
    let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
    sql = "INSERT INTO \(plan.table)(\(names.joined(separator: ", "))) VALUES(\(marks))"
    row = [SQLiteValue](repeating: .null, count: names.count)
    row[1] = .integer(Int64(plan.number))
    row[2] = .integer(1)
  }

  /// Inserts the row. The key and those of the destinations must be known.
  func run(_ storage: _ModelStorage) throws {
    let statement = try statement ?? plan.store.connection.prepare(sql)
    self.statement = statement
    plan.store.trace?.purpose = .save
    row[0] = .integer(storage.key)
    try writer.fill(&row, storage, plan.store)
    try statement.run(row)
  }
}

/// How a change of certain properties becomes an UPDATE; one per set of properties.
final class UpdatePlan {
  unowned(unsafe) let plan: EntityPlan
  private let sql: String
  private let writer: RowWriter
  /// For the history.
  let mask: [UInt8]
  private var statement: Statement?
  private var row: [SQLiteValue]

  init(_ plan: EntityPlan, _ slots: SlotSet) {
    self.plan = plan
    writer = RowWriter(
      plan.attributes.filter { slots.contains($0.slot) },
      plan.relationships.filter { slots.contains($0.slot) }, at: 0)
    let columns = writer.columns
    let sets = (columns.map { "\($0.sqlName) = ?" } + ["Z_OPT = ?"]).joined(separator: ", ")
    sql = "UPDATE OR FAIL \(plan.table) SET \(sets)  WHERE Z_PK = ? AND Z_OPT = ?"
    row = [SQLiteValue](repeating: .null, count: columns.count + 3)
    mask = plan.mask(slots)
  }

  /// Updates the row; false when another context has changed or deleted it.
  func run(_ storage: _ModelStorage) throws -> Bool {
    let statement = try statement ?? plan.store.connection.prepare(sql)
    self.statement = statement
    plan.store.trace?.purpose = .save
    try writer.fill(&row, storage, plan.store)
    let last = row.count - 1
    row[last - 2] = .integer(storage.version + 1)
    row[last - 1] = .integer(storage.key)
    row[last] = .integer(storage.version)
    try statement.run(row)
    return plan.store.connection.changes == 1
  }
}

extension _ModelStorage {
  /// The key and entity number a to-one relationship points at.
  func destinationKey(_ slot: Int) -> (Int64?, Int32?) {
    switch slots[slot] {
    case .key(let key, let entity): return (key, entity)
    case .one(let object):
      let storage = object._$linked
      guard storage.key > 0 else {
        return (nil, nil)
      }
      return (storage.key, storage.plan?.number)
    default: return (nil, nil)
    }
  }
}
