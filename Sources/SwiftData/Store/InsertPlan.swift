internal import Foundation
internal import StoreEngine

/// How a new object becomes a row.
final class InsertPlan {
  let sql: String
  private unowned(unsafe) let plan: EntityPlan
  private let attributes: [(plan: AttributePlan, place: Int)]
  private let toOnes: [(plan: RelationshipPlan, place: Int, companion: Int?)]
  private var row: [SQLiteValue]
  private var statement: Statement?

  init(_ plan: EntityPlan) {
    self.plan = plan
    var columns: [String] = []
    var attributes: [(AttributePlan, Int)] = []
    for attribute in plan.attributes {
      attributes.append((attribute, columns.count + 3))
      columns += attribute.columns
    }
    var toOnes: [(RelationshipPlan, Int, Int?)] = []
    for relationship in plan.relationships {
      guard case .column(let column, let companion) = relationship.place else { continue }
      toOnes.append((relationship, columns.count + 3, companion.map { _ in columns.count + 4 }))
      columns.append(column)
      if let companion { columns.append(companion) }
    }
    self.attributes = attributes
    self.toOnes = toOnes
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map(\.sqlName)
    let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
    sql = "INSERT INTO \(plan.table)(\(names.joined(separator: ", "))) VALUES(\(marks))"
    row = [SQLiteValue](repeating: .null, count: names.count)
  }

  /// Inserts the row. The key and those of the destinations must be known.
  func run(_ storage: _ModelStorage) throws {
    let statement = try statement ?? plan.store.connection.prepare(sql)
    self.statement = statement
    plan.store.trace?.purpose = .save
    try fill(storage)
    try statement.run(row)
  }

  private func fill(_ storage: _ModelStorage) throws {
    row[0] = .integer(storage.key)
    row[1] = .integer(Int64(plan.number))
    row[2] = .integer(1)
    for (attribute, place) in attributes {
      let slot = storage.slots[attribute.slot]
      switch attribute.form {
      case .coded, .externalData:
        let values = try attribute.stored(slot, plan.store)
        for (offset, value) in values.enumerated() { row[place + offset] = value }
      default: row[place] = slot.stored
      }
    }
    for (relationship, place, companion) in toOnes {
      let (key, entity) = storage.destinationKey(relationship.slot)
      row[place] = key.map { .integer($0) } ?? .null
      if let companion { row[companion] = entity.map { .integer(Int64($0)) } ?? .null }
    }
  }
}

/// How a change of certain properties becomes an UPDATE; one per set of properties.
final class UpdatePlan {
  unowned(unsafe) let plan: EntityPlan
  private let sql: String
  private let attributes: [AttributePlan]
  private let toOnes: [(plan: RelationshipPlan, hasCompanion: Bool)]
  /// For the history.
  let mask: [UInt8]
  private var statement: Statement?
  private var row: [SQLiteValue] = []

  init(_ plan: EntityPlan, _ slots: SlotSet) {
    self.plan = plan
    attributes = plan.attributes.filter { slots.contains($0.slot) }
    var columns = attributes.flatMap(\.columns)
    var toOnes: [(RelationshipPlan, Bool)] = []
    for relationship in plan.relationships where slots.contains(relationship.slot) {
      guard case .column(let column, let companion) = relationship.place else { continue }
      toOnes.append((relationship, companion != nil))
      columns.append(column)
      if let companion { columns.append(companion) }
    }
    self.toOnes = toOnes
    let sets = (columns.map { "\($0.sqlName) = ?" } + ["Z_OPT = ?"]).joined(separator: ", ")
    sql = "UPDATE OR FAIL \(plan.table) SET \(sets)  WHERE Z_PK = ? AND Z_OPT = ?"
    mask = plan.mask(slots)
  }

  /// Updates the row; false when another context has changed or deleted it.
  func run(_ storage: _ModelStorage) throws -> Bool {
    row.removeAll(keepingCapacity: true)
    for attribute in attributes {
      let slot = storage.slots[attribute.slot]
      switch attribute.form {
      case .coded, .externalData: row += try attribute.stored(slot, plan.store)
      default: row.append(slot.stored)
      }
    }
    for (relationship, hasCompanion) in toOnes {
      let (key, entity) = storage.destinationKey(relationship.slot)
      row.append(key.map { .integer($0) } ?? .null)
      if hasCompanion { row.append(entity.map { .integer(Int64($0)) } ?? .null) }
    }
    row.append(.integer(storage.version + 1))
    row.append(.integer(storage.key))
    row.append(.integer(storage.version))
    let statement = try statement ?? plan.store.connection.prepare(sql)
    self.statement = statement
    plan.store.trace?.purpose = .save
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
