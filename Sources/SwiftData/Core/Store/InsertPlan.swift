internal import Foundation
internal import StoreEngine

/// Binds the slots of an object to a statement.
private struct RowWriter {
  private struct Step {
    var kind: ColumnKind
    var slot: Int
    /// Whether a column beside the key says which entity a destination is of.
    var hasCompanion = false
    /// An attribute's place in `attributes`.
    var attribute = 0
  }

  private(set) var columns: [String] = []
  private var steps: [Step] = []
  private let attributes: [AttributePlan]

  init(_ attributes: [AttributePlan], _ relationships: [RelationshipPlan]) {
    self.attributes = attributes
    for (number, attribute) in attributes.enumerated() {
      steps.append(Step(kind: attribute.kind, slot: attribute.slot, attribute: number))
      columns += attribute.columns
    }
    for relationship in relationships {
      guard case .column(let column, let companion) = relationship.place else { continue }
      columns.append(column)
      if let companion { columns.append(companion) }
      steps.append(Step(kind: .toOne, slot: relationship.slot, hasCompanion: companion != nil))
    }
  }

  /// Binds a value per column.
  func add(_ storage: _ModelStorage, to statement: Statement, _ store: SQLStore) throws {
    for step in steps {
      switch step.kind {
      case .coded, .externalData:
        let attribute = attributes[step.attribute]
        let values = try attribute.stored(storage.slots[step.slot], store)
        for place in attribute.columns.indices {
          try statement.add(place < values.count ? values[place] : SQLiteValue.null)
        }
      case .toOne:
        let (key, entity) = storage.destinationKey(step.slot)
        try statement.add(key)
        if step.hasCompanion { try statement.add(entity.map { Int64($0) }) }
      default: try statement.add(storage.slots[step.slot])
      }
    }
  }
}

extension Statement {
  fileprivate func add(_ number: Int64?) throws {
    if let number { try add(number) } else { try addNull() }
  }

  fileprivate func add(_ slot: Slot) throws {
    switch slot {
    case .null: try addNull()
    case .integer(let value): try add(value)
    case .real(let value): try add(value)
    case .text(let value): try add(value)
    default: try add(slot.stored)
    }
  }
}

/// How a new object becomes a row.
final class InsertPlan {
  let sql: String
  private let plan: EntityPlan
  private let writer: RowWriter
  // Used by one save at a time, which holds the store's lock, and set before it is bound.
  @exclusivity(unchecked) private var statement: Statement?

  init(_ plan: EntityPlan) {
    self.plan = plan
    writer = RowWriter(plan.attributes, plan.relationships)
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + writer.columns.map(\.sqlName)
    let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
    sql = "INSERT INTO \(plan.table)(\(names.joined(separator: ", "))) VALUES(\(marks))"
  }

  /// Inserts the row. The key and those of the destinations must be known.
  func run(_ storage: _ModelStorage) throws {
    let statement = try plan.store.restart(&statement, sql)
    try statement.add(storage.key)
    try statement.add(Int64(plan.number))
    try statement.add(1 as Int64)
    try writer.add(storage, to: statement, plan.store)
    try statement.runBound()
  }
}

/// How a change of certain properties becomes an UPDATE; one per set of properties.
final class UpdatePlan {
  let plan: EntityPlan
  private let sql: String
  private let writer: RowWriter
  /// For the history.
  let mask: [UInt8]
  // Used by one save at a time, which holds the store's lock, and set before it is bound.
  @exclusivity(unchecked) private var statement: Statement?

  init(_ plan: EntityPlan, _ slots: SlotSet) {
    self.plan = plan
    writer = RowWriter(
      plan.attributes.filter { slots.contains($0.slot) },
      plan.relationships.filter { slots.contains($0.slot) })
    let sets = (writer.columns.map { "\($0.sqlName) = ?" } + ["Z_OPT = ?"])
      .joined(separator: ", ")
    sql = "UPDATE OR FAIL \(plan.table) SET \(sets)  WHERE Z_PK = ? AND Z_OPT = ?"
    mask = plan.mask(slots)
  }

  /// Updates the row; false when another context has changed or deleted it.
  func run(_ storage: _ModelStorage) throws -> Bool {
    let store = plan.store
    let statement = try store.restart(&statement, sql)
    try writer.add(storage, to: statement, store)
    try statement.add(storage.version + 1)
    try statement.add(storage.key)
    try statement.add(storage.version)
    try statement.runBound()
    return store.connection.changes == 1
  }
}

extension SQLStore {
  /// The statement, prepared on first use, ready for the values of a row to be saved.
  fileprivate func restart(_ statement: inout Statement?, _ sql: String) throws -> Statement {
    try requireOpen()
    let ready = try statement ?? connection.prepare(sql)
    if statement == nil { statement = ready }
    trace?.purpose = .save
    ready.restart()
    return ready
  }
}

extension _ModelStorage {
  /// The key and entity number a to-one relationship points at.
  func destinationKey(_ slot: Int) -> (Int64?, Int32?) {
    switch slots[slot] {
    case .key(let key, let entity): return (key, entity)
    case .one(let object):
      let storage = object._$linked
      return storage.key > 0 ? (storage.key, storage.plan?.number) : (nil, nil)
    default: return (nil, nil)
    }
  }
}
